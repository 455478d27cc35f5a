"""Record the behaviour of libraries for the same embedding: explorer/failures/dialects.json.

Run it with a Python that has some of them; results of the others are kept:

    python tools/record/dialects.py PyTorch "Hugging Face GPT-2"
"""

from __future__ import annotations

import datetime
import importlib.metadata
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from explorer.failures import dialect_results, dialects


def main(names: list[str]) -> None:
    """Measure each and write the results."""
    made = json.loads(dialect_results.FILE.read_text(encoding="utf-8")) if dialect_results.FILE.exists() else {}
    for name in names:
        dialect = dialects.find_dialect(name)
        made[name] = {
            "version": importlib.metadata.version(dialect.package),
            "day": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "facts": dialect_results.measure(dialect),
        }
    dialect_results.FILE.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
