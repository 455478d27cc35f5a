"""The scripts of the maps side by side and of other seeds: the same methods and settings, by other people's code."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.scripts.projection.loading import OwnFile, load, truth
from explorer.vectors.nearness import Near


def _points(name: str | OwnFile, first: int, near: Near, column: str = "") -> str:
    """The points that are drawn and the column that colours them, what a picture keeps, and what chance and PCA do."""
    values = (
        f"""
from explorer.figures.projection.looks import LOOKS

column = {column!r}
print(f"{{len(set(table.metadata[column].tolist()) - {{''}}):,}} values of {{column}}, {{LOOKS}} looks")
"""
        if column
        else ""
    )
    return f"""{load(name)}
import numpy as np
from sklearn.manifold import TSNE

from explorer.vectors.distortion import distortion
from explorer.vectors.islands import shared_neighbours
from explorer.vectors.pca import prepare
from explorer.vectors.tsne import request_for
from explorer.vectors.view import Recipe, unit_rows
from explorer.wording import share
from explorer.words.categories import NAMES, members

# PCA's numbers are those on the screen. t-SNE and UMAP run in the browser there, by the page's own code; here they are
# scikit-learn's and umap-learn's with the same settings: the same methods, so nearly the same shares, other pictures.
kinds = members(table.find, NAMES)
rows = list(dict.fromkeys(int(row) for ids in kinds.values() for row in ids))
whole = np.flatnonzero(table.whole) if table.whole.sum() >= 20 else np.arange(len(table.words))
of_kind, every = len(rows), len(table.words)
rows = list(dict.fromkeys([*rows, *whole[:{first}].tolist()]))[:1500]
{truth(near)}
reduced = request_for(truth, perplexity=1).array()  # its first principal components, at most 50
k = min(10, (len(rows) - 1) // 3)


def report(way, points):
    kept = distortion(truth, points, k=k, sample=500, measure=measure)
    print(f"{{way}}: {{share(kept.share, digits=3)}} of the {{k}} nearest kept,",
          f"trustworthiness {{kept.trustworthiness:.3f}}, continuity {{kept.continuity:.3f}}")


print(f"{{of_kind:,}} rows of a kind, {{len(rows) - of_kind:,}} others of the first {first:,};", end=" ")
print(f"{{every - len(rows):,}} of {{every:,}} rows left out")
{values}print(f"{{len(rows):,}} points, {{reduced.shape[1]}} numbers of each for t-SNE and UMAP")
report("drawn by chance", np.random.default_rng(0).normal(size=(len(rows), 2)).astype(np.float32))
report("PCA", reduced[:, :2])
"""


def ways(
    name: str | OwnFile,
    first: int,
    near: Near,
    perplexity: int,
    neighbours: int,
    seed: int,
    start: str,
    column: str = "",
) -> str:
    """What PCA, scikit-learn's t-SNE and, where it is installed, umap-learn's UMAP keep of the same points.

    `column` colours them in the part, or "".
    """
    points = _points(name, first, near, column).replace("from explorer.vectors.islands import shared_neighbours\n", "")
    return f"""{points}model = TSNE(2, perplexity={perplexity}, init={start!r}, random_state={seed})
report("t-SNE", model.fit_transform(reduced))
try:
    from umap import UMAP
except ImportError:
    print("UMAP: pip install umap-learn, and this script runs it too")
else:
    model = UMAP(n_neighbors={neighbours}, n_epochs=500, init={start!r}, random_state={seed})
    report("UMAP", model.fit_transform(reduced))
"""


def seeds(
    name: str | OwnFile, first: int, near: Near, way: str, runs: Sequence[tuple[int, int]], column: str = ""
) -> str:
    """What every run of one method that the part draws keeps, (setting, seed) each, and what it shares with the first.

    UMAP needs umap-learn, which the project does without.
    """
    if way == "t-SNE":
        model = 'TSNE(2, perplexity=setting, init="random", random_state=seed)'
        points = _points(name, first, near, column)
    else:
        model = 'UMAP(n_neighbors=setting, n_epochs=500, init="random", random_state=seed)'
        points = _points(name, first, near, column).replace(
            "from sklearn.manifold import TSNE\n",
            "\ntry:\n    from umap import UMAP\nexcept ImportError:\n    UMAP = None\n",
        )
    told = "perplexity" if way == "t-SNE" else "neighbours"
    missing = "" if way == "t-SNE" else _NO_UMAP
    return f"""{points}
runs = {tuple(runs)!r}
{missing}pictures = []
for setting, seed in runs:
    pictures.append({model}.fit_transform(reduced))
    report(f"seed {{seed}}, {told} {{setting}}", pictures[-1])
    both = shared_neighbours(pictures[0], pictures[-1], k)
    print("  shared with the first run:", share(both, digits=3))
if pictures:
    print("the lowest and the highest share:", share(shared_neighbours(*pictures[-2:], k), digits=3))
"""


_NO_UMAP = """if UMAP is None:
    print("UMAP: pip install umap-learn, and run this again")
    runs = ()
"""
