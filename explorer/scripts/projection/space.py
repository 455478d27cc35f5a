"""The script of one word's neighbourhood projected alone."""

from __future__ import annotations

from explorer.scripts.projection.loading import OwnFile, load
from explorer.vectors.nearness import Near
from explorer.vectors.view import Recipe


def isolate(name: str | OwnFile, recipe: Recipe, near: Near, word: str, around: int) -> str:
    """A word's neighbourhood projected alone, and what that and the whole map keep of it."""
    return f"""{load(name)}
from explorer.vectors.pca import pca, prepare
from explorer.vectors.view import Recipe
from explorer.wording import share
from explorer.words.isolate import isolate

view = prepare(table.vectors, {recipe!r})
points = pca(view, center={recipe.center}).project(view)  # the map of the whole table
truth = prepare(table.vectors, {near.recipe!r})  # in these numbers two rows are near by: {near.measure}
found = isolate(truth, points, table.find({word!r}), {around}, {near.measure!r})
print([table.words[row] for row in found.rows])
print(len(found.rows), "words, the first and", len(found.rows) - 1, "around it;", view.shape[1], "numbers of each")
k = found.kept_after.k
for name, kept in (("in the map of the whole table", found.kept_before), ("projected alone", found.kept_after)):
    print(f"{{name}}: {{share(kept.share, digits=3)}} of the {{k}} nearest among these words kept")
print("own components 1 and 2 hold", share(found.pca.held((0, 1)), digits=3), "of their variance")
print("by chance:", share(found.kept_after.by_chance, digits=3))
print("nearest 5:", [table.words[row] for row in found.rows[1:6]])
"""
