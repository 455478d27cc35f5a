"""The script of the maps side by side: the same methods and settings, by other people's code."""

from __future__ import annotations

from explorer.scripts.projection import load


def ways(name: str, first: int, perplexity: int, neighbours: int, seed: int, start: str) -> str:
    """What PCA, scikit-learn's t-SNE and, where it is installed, umap-learn's UMAP keep of the same points."""
    return f"""{load(name)}
import numpy as np
from sklearn.manifold import TSNE

from explorer.vectors.distortion import distortion
from explorer.vectors.tsne import request_for
from explorer.vectors.view import unit_rows
from explorer.wording import share
from explorer.words.categories import NAMES, members

# PCA's numbers are those on the screen. t-SNE and UMAP run in the browser there, by the page's own code; here they are
# scikit-learn's and umap-learn's with the same settings: the same methods, so nearly the same shares, other pictures.
kinds = members(table.find, NAMES)
rows = list(dict.fromkeys(int(row) for ids in kinds.values() for row in ids))
whole = np.flatnonzero(table.whole) if table.whole.sum() >= 20 else np.arange(len(table.words))
rows = list(dict.fromkeys([*rows, *whole[:{first}].tolist()]))[:1500]
truth = unit_rows(table.vectors[rows])  # all numbers of each row, its length made 1
reduced = request_for(truth, perplexity=1).array()  # its first principal components, at most 50
k = min(10, (len(rows) - 1) // 3)


def report(way, points):
    kept = distortion(truth, points, k=k, sample=500)
    print(f"{{way}}: {{share(kept.share, digits=3)}} of the {{k}} nearest kept,",
          f"trustworthiness {{kept.trustworthiness:.3f}}, continuity {{kept.continuity:.3f}}")


print(f"{{len(rows):,}} points, {{reduced.shape[1]}} numbers of each for t-SNE and UMAP")
report("drawn by chance", np.random.default_rng(0).normal(size=(len(rows), 2)).astype(np.float32))
report("PCA", reduced[:, :2])
report("t-SNE", TSNE(2, perplexity={perplexity}, init={start!r}, random_state={seed}).fit_transform(reduced))
try:
    from umap import UMAP
except ImportError:
    print("UMAP: pip install umap-learn, and this script runs it too")
else:
    model = UMAP(n_neighbors={neighbours}, n_epochs=500, init={start!r}, random_state={seed})
    report("UMAP", model.fit_transform(reduced))
"""
