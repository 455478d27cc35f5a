"""Principal components of a table after preprocessing, and every row's coordinates on some of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.figures.projection.map_axis_ranges import extent
from explorer.vectors.pca import Pca, pca, prepare
from explorer.vectors.preprocessing import PreparedTable, Preprocessing
from explorer.views.projection.table_source import Source, remembered

LARGE = 100_000
"""Number of rows from which a table is too large to compare every word with every row."""


@dataclass(frozen=True, eq=False)
class Space:
    """A preprocessed table and its principal components."""

    view: PreparedTable
    pca: Pca
    recipe: Preprocessing


@remembered
def prepared_table(where: Source, recipe: Preprocessing) -> PreparedTable:
    """The table behind a recipe."""
    return prepare(where.table.vectors, recipe)


@remembered
def space(where: Source, recipe: Preprocessing) -> Space:
    """The table behind a recipe, with all its components."""
    prepared = prepared_table(where, recipe)
    return Space(prepared, pca(prepared, center=recipe.center), recipe)


@remembered
def points(where: Source, recipe: Preprocessing, components: tuple[int, ...]) -> NDArray[np.float32]:
    """Every row on the chosen components, (V, 2) or (V, 3)."""
    found = space(where, recipe)
    return found.pca.project(found.view, components)


@remembered
def ends(where: Source, recipe: Preprocessing, components: tuple[int, ...]) -> tuple[float, float, float, float]:
    """Extent of a picture of all rows, on two components (`map_axis_ranges.extent`)."""
    return extent(points(where, recipe, components))
