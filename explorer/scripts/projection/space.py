"""Scripts of the parts that ask a table's space: one word's neighbourhood alone, axes of many pairs, two tables."""

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


Pairs = tuple[tuple[str, str], ...]


def ruler(name: str | OwnFile, recipe: Recipe, ends: tuple[Pairs, ...], words: tuple[str, ...]) -> str:
    """Places of some words along the mean differences of pairs of words, with their intervals."""
    return f"""{load(name)}
from explorer.vectors.pca import prepare
from explorer.vectors.view import Recipe
from explorer.wording import signed
from explorer.words.axes import beyond, pair_ruler, redrawn

view = prepare(table.vectors, {recipe!r})
rows = [row for word in {words!r} if (row := table.find(word)) is not None]
for pairs in {ends!r}:
    axis = [(table.find(low), table.find(high)) for low, high in pairs]
    found, intervals = pair_ruler(view, axis), redrawn(view, axis, rows)
    low, high = ("/".join(pair[side] for pair in pairs) for side in (0, 1))
    print(f"step of length 1, counted from 0; {{low}} at {{signed(-found.half)}}, {{high}} at {{signed(found.half)}}")
    mean, deviation = found.spread
    print(f"all {{view.shape[0]:,}} rows: mean {{signed(mean, 3)}}, standard deviation {{deviation:.3f}}")
    ends = {{row for pair in axis for row in pair}} & set(rows)
    print(len(rows), "words drawn;", len(pairs), "pairs;", len(ends), "of the words are ends themselves")
    if intervals is not None:
        print("on one side of 0 with 95 % of 1,000 draws:", beyond(intervals, 0, 0))
        print("outside one standard deviation from the mean of all rows:", beyond(intervals, *found.band))
    for at in sorted(range(len(rows)), key=lambda at: found.places[rows[at]]):
        line = f"{{low}} < {{table.words[rows[at]]}} < {{high}}: {{found.places[rows[at]]:.3f}}"
        print(line if intervals is None else f"{{line}}, {{' to '.join(signed(end, 2) for end in intervals[at])}}")
"""
