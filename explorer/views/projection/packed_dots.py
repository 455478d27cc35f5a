"""A table's rows as dots, its words as they travel: packed once for each table and view, for all parts with a map."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures.projection import word_map as figures
from explorer.figures.projection.point_cloud import pack_names
from explorer.vectors.preprocessing import Preprocessing
from explorer.views.projection import colouring
from explorer.views.projection.colouring import PLAIN
from explorer.views.projection.components import points
from explorer.views.projection.table_source import Source, remembered

SIZES = ((700.0, 430.0), (1150.0, 430.0))
"""Width and height of a picture, narrow and wide, that names have to find room in."""


@remembered
def names_of(where: Source) -> NDArray[np.uint8]:
    """All words as they travel to the browser, packed once for each table."""
    return pack_names(where.table.words)


@remembered
def dots_of(where: Source, recipe: Preprocessing, components: tuple[int, ...], colour: str = PLAIN) -> dict[str, Any]:
    """All rows as dots in the colours of a number or of a column's values, made once for each table and view."""
    values, name = colouring.values_of(where.table, colour)
    column = colouring.column(where, colour)
    kinds = None if column is None else colouring.kinds_of(column, flat=len(components) == 2)
    return figures.all_dots(points(where, recipe, components), names_of(where), values, name, kinds)
