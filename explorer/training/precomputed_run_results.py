"""Results of the shipped runs, loaded once: of the standard runs, and in `precomputed_ablations.npz` of the ablations.

`tools/run_standard_trainings.py` writes them. The first axis of every array, except the n-grams', is the seed.
"""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from explorer.data import shipped_files
from explorer.data.cache import cached

FOLDER = Path(__file__).parent


def path(file: str) -> Path:
    """Path of a shipped file."""
    return FOLDER / f"{file}.npz"


@cached(max_entries=4)
def arrays(file: str = "precomputed_run_results") -> dict[str, npt.NDArray[Any]]:
    """Every array of a shipped file by name, read-only.

    >>> arrays()["language/RoPE/plain/by position"].shape
    (3, 512)
    """
    # Opened here, because NumPy does not close a damaged file.
    with shipped_files.reading(path(file)), path(file).open("rb") as stream, np.load(stream) as stored:
        loaded = dict(stored)
    del loaded["plan"]
    for value in loaded.values():
        value.flags.writeable = False
    return loaded


def ablations() -> dict[str, npt.NDArray[Any]]:
    """Results of the ablations, by name.

    >>> ablations()["ablations/RoPE/standard/gaps"].shape
    (3, 5)
    """
    return arrays("precomputed_ablations")
