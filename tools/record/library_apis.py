"""Record the behaviour of libraries for the same embedding: explorer/failures/library_api_results.json.

Run it with a Python that has some of them; results of the others are kept:

    python tools/record/library_apis.py PyTorch "Hugging Face GPT-2"
"""

import datetime
import importlib.metadata
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from explorer.failures import library_api_results, library_apis


def main(names: list[str]) -> None:
    """Measure each and write the results."""
    made = json.loads(library_api_results.FILE.read_text(encoding="utf-8")) if library_api_results.FILE.exists() else {}
    for name in names:
        api = library_apis.find_api(name)
        made[name] = {
            "version": importlib.metadata.version(api.package),
            "day": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "facts": library_api_results.measure(api),
        }
    library_api_results.FILE.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
