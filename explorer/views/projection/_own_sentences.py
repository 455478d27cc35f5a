"""Vectors of whole sentences from a visitor's own file, by any model: a map, and the lines nearest to one of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.excerpt import first_of, ranges
from explorer.vectors.pca import strongest
from explorer.vectors.preprocessing import exact_unit_rows
from explorer.vectors.similarity_measures import SAME_EXACT
from explorer.views.projection._sentences import LINE, MOST_LINES, map_of, nearest_said, ranked
from explorer.views.projection.settings import TABLE
from explorer.views.projection.table_source import TableLike, opened
from explorer.views.setting import Int
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import decimal_places, fixed, share

STILL = "All numbers of line {} are 0, so it has no direction, and no line is the nearest to it."
LABELLED: Any = replace(TABLE, default="GloVe", about="with a label and a vector in each row")


@picture(exact_unit_rows, strongest)
def own_sentences(*, table: TableLike = LABELLED, line: Int = LINE) -> View:
    """The map of a file's first 200 rows by their labels, in the plane in which their directions differ most.

    >>> own_sentences(table="GloVe", line=8).table["label"][:2]
    ['the', ',']
    """
    labels, found, left_out = _read(table)
    cosines, order = ranked(found, line - 1)
    plane = strongest(found, 2)
    xy = (found - plane.mean) @ plane.components[:2].T
    digits = decimal_places(float(np.abs(xy).max()), 3)
    xy = np.pad(xy, ((0, 0), (0, 2 - xy.shape[1]))).round(digits + 3)
    return View(
        map_of(labels, xy, line - 1, order[0]),
        f"{_nearest(labels, found, line, cosines, order)} {_chance(found)} The map holds "
        f"{share(plane.shares[:2].sum())} of the vectors' spread (variance); a distance on it is not a cosine.",
        lambda: Table(
            {"label": list(labels), "component 1": xy[:, 0].round(digits), "component 2": xy[:, 1].round(digits)}
            | {f"cosine to line {line}": cosines.round(3)},
            "own_sentences",
        ),
        left_out=left_out,
    )


def _read(table: TableLike) -> tuple[tuple[str, ...], NDArray[np.float64], str]:
    """Labels of the first 200 rows, their vectors with length 1, and what is left out."""
    given = opened(table).table
    part = first_of("row", given.vectors, MOST_LINES)
    return tuple(given.words[:MOST_LINES]), exact_unit_rows(part.values), ranges("Read", part)


def _nearest(
    labels: tuple[str, ...], found: NDArray[np.float64], line: int, cosines: NDArray[np.float64], order: list[int]
) -> str:
    if not found[line - 1].any():
        return STILL.format(line)
    return nearest_said(labels, line - 1, cosines, order, SAME_EXACT)


def _chance(found: NDArray[np.float64]) -> str:
    pairs = (found @ found.T)[np.triu_indices(len(found), 1)]
    return f"Two of these lines have a cosine of {fixed(float(np.median(pairs)))} (median)."
