"""The script behind a group of words on the Projection page."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.scripts.projection.loading import OwnFile, load
from explorer.vectors.nearness import Near
from explorer.vectors.view import Recipe


def by_pattern(column: str, pattern: str, *, expression: bool) -> str:
    """Lines that find the rows with a pattern in a column."""
    texts = "table.words"
    if column != "word":
        cells = f"table.metadata[{column!r}].tolist()"
        texts = f"[cell if isinstance(cell, str) else format(cell, 'g') for cell in {cells}]"
    return f"rows = matching({texts}, {pattern!r}, expression={expression})"


def by_list(words: Sequence[str]) -> str:
    """Lines that find the rows of some words."""
    return f"""words = {tuple(words)!r}
rows = np.array(sorted({{row for word in words if (row := table.find(word)) is not None}}), int)"""


Pair = tuple[int, int]


def by_outline(recipe: Recipe, corners: Sequence[tuple[float, float]], components: Pair = (0, 1)) -> str:
    """Lines that find the rows inside an outline on two components, counted from 0."""
    return f"""view = prepare(table.vectors, {recipe!r})
rows = within(pca(view, center={recipe.center}).project(view, {components!r}), {tuple(corners)!r})"""


def group(name: str | OwnFile, choose: str, recipe: Recipe, near: Near, components: Pair = (0, 1)) -> str:
    """A group of rows that `choose` finds, how alike they are, the words around it, and what its members share.

    The map is drawn along two components of `recipe`, counted from 0; `near` says what counts as near.
    """
    return f"""{load(name)}
import numpy as np

from explorer.vectors.pca import pca, prepare
from explorer.vectors.view import Recipe
from explorer.wording import share
from explorer.words.categories import NAMES, members
from explorer.words.areas import within
from explorer.words.groups import alike_at_all, around, shared
from explorer.words.search import matching

{choose}
first = [table.words[row] for row in rows[:5]]
print(f"{{len(rows):,}} of {{len(table.words):,}} rows ({{share(len(rows), len(table.words))}});", end=" ")
print(f"the first {{len(first)}}: {{first}}; {{len(table.words) - len(rows):,}} are not in the group")
found = pca(prepare(table.vectors, {recipe!r}), center={recipe.center})
shown = {components!r}
print("directions taken out before:", {recipe.remove})
print(f"components {{shown[0] + 1}} and {{shown[1] + 1}} hold {{share(found.held(shown), digits=3)}}", end=" ")
print(f"of the variance, {{share(found.squares[sorted(set(shown))].sum(), digits=3)}} of the sum of squares;", end=" ")
print(f"the mean row {{share(found.mean_share, digits=3)}} of it")
if len(rows) >= 2:
    space = prepare(table.vectors, {near.recipe!r})
    close, alike = around(space, rows, 12, {near.measure!r})
    at_all = alike_at_all(space, {near.measure!r})
    print(f"two of them on average ({near.measure}): {{alike:.3f}}; two rows of the whole table: {{at_all:.3f}}")
    print("nearest to their mean:", [table.words[row] for row in close.ids])
    kinds = np.full(len(table.words), "", dtype="U40")
    for kind, places in members(table.find, NAMES).items():
        kinds[places] = kind
    for item in shared({{"kind of word": kinds}}, rows):
        print(f"{{item.value}}: {{item.here}} of {{item.group}}, {{item.everywhere}} in all; {{item.times:.2f}} times")
"""
