"""The script behind a table's clusters on the Projection page."""

from __future__ import annotations

from explorer.scripts.projection.loading import OwnFile, load
from explorer.vectors.nearness import Near
from explorer.vectors.view import Recipe

DISTINCT = 50
"""Different values from which on a column brings its words and not its values."""
_SPLIT = {
    "pieces of words": "table.words, pieces",
    "words of labels": "table.words, words_of",
    "kind of word": "kinds.tolist(), whole",
}


def clusters(
    name: str | OwnFile, near: Near, k: int, start: int, recipe: Recipe, *, names: str = "pieces of words"
) -> str:
    """A table in k clusters: their rows, names, and how separate they are.

    The map is drawn along the first two components of `recipe`; `near` says in which numbers the clusters are found.
    """
    kinds = """
kinds = np.full(len(table.words), "", dtype="U40")
for kind, places in members(table.find, NAMES).items():
    kinds[places] = kind
"""
    split = _SPLIT.get(names, f"values.tolist(), whole if len(np.unique(values)) <= {DISTINCT} else words_of")
    column = "" if names in _SPLIT else f"\nvalues = table.metadata[{names!r}]\n"
    return f"""{load(name)}
import numpy as np

from explorer.vectors.pca import pca, prepare
from explorer.vectors.view import Recipe
from explorer.wording import share
from explorer.words.categories import NAMES, members
from explorer.words.clusters import divide
from explorer.words.naming import named, pieces, terms_of, whole, words_of

view = prepare(table.vectors, {near.recipe!r})  # in these numbers two rows are near by: {near.measure}
found = divide(view, {k}, {start}, {near.measure!r}, words=table.begins)
sizes = found.sizes
print(f"{{len(found.labels):,}} rows of {{view.shape[1]:,}} numbers, k = {k}: {{len(sizes)}} clusters of", end=" ")
print(f"{{sizes.min():,}} to {{sizes.max():,}} rows; middles found from {{found.drawn:,}} rows", end=" ")
print(f"in {{found.steps}} steps, settled: {{found.settled}}")
print(f"silhouette {{found.separate:.3f}}; with each column shuffled {{found.shuffled:.3f}};", end=" ")
print(f"{{found.nearer:,}} rows ({{share(found.nearer, len(found.labels))}}) nearer to another cluster")
print(f"from start {start + 1} {{share(found.again, digits=3)}} of the pairs meet again;", end=" ")
print(f"by chance {{share(found.chance, digits=3)}}")
{column}{kinds if names == "kind of word" else ""}
terms = named(terms_of({split}), found.labels, len(sizes))
for cluster, (rows, items) in enumerate(zip(found.spoken, terms)):
    print(cluster + 1, f"{{sizes[cluster]:,}} rows, silhouette {{found.fits[cluster]:.3f}}:", end=" ")
    print([table.words[row] for row in rows[:5]], [(item.term, item.here, item.everywhere) for item in items])
print("directions taken out of the picture:", {recipe.remove})
drawn = pca(prepare(table.vectors, {recipe!r}), center={recipe.center})
print(f"components 1 and 2 hold {{share(drawn.held((0, 1)), digits=3)}} of the variance,", end=" ")
print(f"{{share(drawn.squares[:2].sum(), digits=3)}} of the sum of squares;", end=" ")
print(f"the mean row {{share(drawn.mean_share, digits=3)}} of it")
"""
