"""The script behind a group of words on the Projection page."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.scripts.projection import load
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


def by_window(recipe: Recipe, window: tuple[float, float, float, float] | None) -> str:
    """Lines that find the rows inside a window of the first two components."""
    return f"""view = prepare(table.vectors, {recipe!r})
rows = inside(pca(view, center={recipe.center}).project(view), {window or (0.0, 0.0, 0.0, 0.0)!r})"""


def group(name: str, choose: str, judge: Recipe) -> str:
    """A group of rows that `choose` finds, how alike they are, the words around it, and what its members share."""
    return f"""{load(name)}
import numpy as np

from explorer.vectors.pca import pca, prepare
from explorer.vectors.view import Recipe
from explorer.words.categories import NAMES, members
from explorer.words.groups import around, inside, matching, shared

{choose}
print(len(rows), "of", len(table.words), "rows:", [table.words[row] for row in rows[:5]])
near, alike = around(prepare(table.vectors, {judge!r}), rows, 12)
print(f"two of them: mean cosine {{alike:.3f}}")
print("nearest to their mean:", [table.words[row] for row in near.ids])
kinds = np.full(len(table.words), "", dtype="U40")
for kind, places in members(table.find, NAMES).items():
    kinds[places] = kind
for item in shared({{"kind of word": kinds}}, rows):
    print(f"{{item.value}}: {{item.here}} of {{item.group}}, {{item.everywhere}} in all; {{item.times:.2f}} times")
"""
