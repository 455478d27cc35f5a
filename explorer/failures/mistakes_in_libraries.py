"""Results of the cases' programs for other libraries, each of which sets `wrong` to whether its numbers are wrong.

NumPy and this project's core run when asked. PyTorch's and JAX's results were recorded by
`tools/record/mistakes_in_libraries.py` (`mistakes_in_libraries.json`, with versions and date); a test repeats them if
the library is installed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from explorer.data import shipped_files

NUMPY, CORE, TORCH, JAX = "NumPy", "this core", "PyTorch", "JAX"
LIBRARIES = (NUMPY, CORE, TORCH, JAX)
RECORDED = (TORCH, JAX)
FILE = Path(__file__).with_name("mistakes_in_libraries.json")


@dataclass(frozen=True)
class Recorded:
    """Recorded result: version, date, message or verdict, and output."""

    version: str
    day: str
    verdict: str
    message: str
    printed: tuple[str, ...]


@lru_cache(maxsize=1)
def recorded() -> Mapping[str, Mapping[str, Recorded]]:
    """Case → library → recorded result.

    >>> sorted(recorded()["Negative ids wrap"])
    ['JAX', 'PyTorch']
    """
    with shipped_files.reading(FILE):
        made = json.loads(FILE.read_text(encoding="utf-8"))
        return {
            case: {
                library: Recorded(
                    made["versions"][library], made["day"], found["verdict"], found["message"], tuple(found["printed"])
                )
                for library, found in libraries.items()
            }
            for case, libraries in made["cases"].items()
        }
