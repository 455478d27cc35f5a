"""Packed dots and words of a table for the browser, cached for each table and view, and shared by all map parts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures.projection import word_map as figures
from explorer.figures.projection.point_cloud import pack_names
from explorer.vectors.preprocessing import Preprocessing
from explorer.views.projection import colouring
from explorer.views.projection.colouring import PLAIN
from explorer.views.projection.principal_components import points
from explorer.views.projection.table_source import Source, remembered

SIZES = ((700.0, 430.0), (1150.0, 430.0))
"""Picture sizes, narrow and wide, in which labels must fit."""


@remembered
def names_of(where: Source) -> NDArray[np.uint8]:
    """Packed words of a table for the browser, cached for each table."""
    return pack_names(where.table.words)


@remembered
def dots_of(where: Source, recipe: Preprocessing, components: tuple[int, ...], colour: str = PLAIN) -> dict[str, Any]:
    """Dots of all rows in the colours of a number or of a column's values, cached for each table and view."""
    values, name = colouring.values_of(where.table, colour)
    column = colouring.column(where, colour)
    kinds = None if column is None else colouring.kinds_of(column, flat=len(components) == 2)
    return figures.all_dots(points(where, recipe, components), names_of(where), values, name, kinds)
