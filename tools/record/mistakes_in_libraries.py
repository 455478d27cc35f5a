"""Record the behaviour of PyTorch and JAX for the mistakes on the page Failures.

The results are in explorer/failures/mistakes_in_libraries.json.

Run it with a Python that has one of the two; results of the other are kept:

    python tools/record/mistakes_in_libraries.py PyTorch
    python tools/record/mistakes_in_libraries.py JAX
"""

import datetime
import importlib.metadata
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from explorer.failures import mistakes_in_libraries
from explorer.failures.case_catalogue import CASES
from explorer.failures.failure_case import run_in_library

PACKAGES = {mistakes_in_libraries.TORCH: "torch", mistakes_in_libraries.JAX: "jax"}


def main(library: str) -> None:
    """Run every program of `library` and write the results."""
    made = (
        json.loads(mistakes_in_libraries.FILE.read_text(encoding="utf-8"))
        if mistakes_in_libraries.FILE.exists()
        else {}
    )
    made["day"] = datetime.datetime.now(datetime.UTC).date().isoformat()
    made.setdefault("versions", {})[library] = importlib.metadata.version(PACKAGES[library])
    for case in CASES:
        outcome, verdict = run_in_library(case.elsewhere[library])
        found = {"verdict": verdict, "message": outcome.message, "printed": list(outcome.printed)}
        made.setdefault("cases", {}).setdefault(case.name, {})[library] = found
    mistakes_in_libraries.FILE.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
