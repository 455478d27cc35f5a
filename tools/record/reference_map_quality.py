"""Record the map quality of scikit-learn's t-SNE and umap-learn for the page's points.

Run it with a Python that has both and the app's requirements:

    python tools/record/reference_map_quality.py

Written to tests/ui/projection/comparing/reference_map_quality.json, with which test_browser_maps.py compares the
page's t-SNE and UMAP (explorer/ui/projection/js/map_steps.js).
"""

import datetime
import importlib
import importlib.metadata
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from explorer.vectors.map_quality import distortion
from explorer.vectors.preprocessing import unit_rows
from explorer.vectors.sklearn_tsne import reduce
from explorer.words.shipped_tables import shipped
from explorer.words.word_categories import NAMES, members

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "tests" / "ui" / "projection" / "comparing" / "reference_map_quality.json"
PERPLEXITY, NEIGHBOURS, K = 30, 15, 10
STARTS, SEEDS = ("pca", "random"), (0, 1)


def main() -> None:
    """Compute maps of GloVe's word categories (both methods and initializations, two seeds); write the results."""
    from sklearn.manifold import TSNE

    umap = importlib.import_module("umap")
    table = shipped("GloVe")
    rows = [int(row) for ids in members(table.find, NAMES).values() for row in ids]
    truth = unit_rows(table.vectors[rows])
    points = reduce(truth)
    runs: list[dict[str, Any]] = []
    for start in STARTS:
        for seed in SEEDS:
            for method, model in (
                ("tsne", TSNE(2, perplexity=PERPLEXITY, init=start, random_state=seed)),
                ("umap", umap.UMAP(n_neighbors=NEIGHBOURS, n_epochs=500, init=start, random_state=seed)),
            ):
                found = distortion(truth, np.asarray(model.fit_transform(points)), k=K, sample=None)
                runs.append(
                    {
                        "method": method,
                        "start": start,
                        "seed": seed,
                        "kept": round(found.share, 4),
                        "trustworthiness": round(found.trustworthiness, 4),
                        "continuity": round(found.continuity, 4),
                    }
                )
                print(runs[-1], flush=True)
    recorded = {
        "day": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "versions": {name: importlib.metadata.version(name) for name in ("scikit-learn", "umap-learn")},
        "points": len(rows),
        "runs": runs,
    }
    FILE.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
