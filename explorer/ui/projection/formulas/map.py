"""What stands in words under the map: a summary, and the formula behind each dot."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer import ui
from explorer.ui.projection.table import source
from explorer.vectors.view import Recipe
from explorer.views.projection import held
from explorer.views.projection.source import Source
from explorer.wording import count, fixed

FLAT = "One unit is as long on every axis, so distances on the page are those of the picture's numbers."
DEEP = "One unit is as long on every axis of the space; on the page, what stands nearer to you looks larger."


def summary(where: Source, recipe: Recipe, components: tuple[int, ...]) -> str:
    """What the map shows and what it leaves out, in sentences."""
    rows, width = where.table.vectors.shape
    flat = len(components) == 2
    return (
        f"All {rows:,} rows of {where.table.name} are drawn, none left out. Each has {count(width, 'number')}; the "
        f"picture shows {held.named(components)}, which {held.holds(source.space(where, recipe), components)}. "
        f"{FLAT if flat else DEEP} "
        f"Names are written where there is room: {'zoom in for more' if flat else 'drag to turn the picture'}."
    )


def _row(recipe: Recipe) -> str:
    """What x is: a row of the table, or what the switches make of it."""
    steps = []
    if recipe.center and (recipe.remove or recipe.unit):
        steps.append("the mean row subtracted")
    if recipe.remove:
        steps.append(f"{count(recipe.remove, 'direction')} taken out")
    if recipe.unit:
        steps.append("divided by its length")
    return f"a row of the table as the switches leave it ({', then '.join(steps)})" if steps else "a row of the table"


def formula(
    key: str, where: Source, recipe: Recipe, components: tuple[int, ...], spots: NDArray[np.float32], row: int
) -> None:
    """How a row becomes a dot, with one row's number worked out."""
    found = source.space(where, recipe).pca
    first = components[0]
    width = len(found.mean)
    ui.formula(
        key,
        r"z_k = (x - m) \cdot v_k = \sum_{j=1}^{D} (x_j - m_j)\, v_{kj}",
        {
            "x": f"{_row(recipe)}, D = {width:,} numbers",
            "m": "the mean of these rows" if recipe.center else "nothing: Centre is off, so m is a row of zeros",
            "v_k": "component k: the direction of length 1 "
            + ("along which the rows differ most" if recipe.center else "in which the sum of squares is largest")
            + ", at a right angle to all earlier ones",
            "z_k": "where the row is drawn along axis k",
        },
        f"Row {row:,} on component {first + 1}: the {width:,} products add up to "
        f"{fixed(float(spots[row, 0]), 4)}, and that is where its dot lies across.",
    )
