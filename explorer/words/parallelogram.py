"""Exact plane of an analogy's parallelogram, spanned by b − a and c − a."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.preprocessing import PreparedTable, as_prepared, exact_unit_rows


def corners(
    table: NDArray[Any] | PreparedTable, given: Sequence[int], answers: Sequence[int]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Coordinates of a, b, c, of b − a + c, and of some answers, in the plane of the first three (rows of unit length).

    a is the origin and the first axis runs from a to b. The first four points are in the plane; answers are projected
    onto it.

    Returns:
        (4 + n, 2) coordinates, and distances from the plane, (4 + n,).

    Raises:
        ValueError: a and b have the same direction.

    >>> points, away = corners(np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]), [0, 1, 2], [])
    >>> bool(np.allclose(points[3], points[1] + points[2] - points[0])), away.round(6).tolist()
    (True, [0.0, 0.0, 0.0, 0.0])
    """
    rows = exact_unit_rows(as_prepared(table).rows([*given, *answers]))
    a, b, c = rows[:3]
    along = b - a
    length = float(np.linalg.norm(along))
    if length == 0:
        raise ValueError("a and b have the same vector, so there is no step to take")
    along /= length
    across = (c - a) - along * ((c - a) @ along)
    width = float(np.linalg.norm(across))
    across = across / width if width > 0 else np.zeros_like(across)
    moved = np.concatenate([rows[:3], (b - a + c)[None], rows[3:]]) - a
    points = moved @ np.stack([along, across], axis=1)
    away = np.sqrt(np.maximum((moved**2).sum(axis=1) - (points**2).sum(axis=1), 0))
    return points.astype(np.float32), away.astype(np.float32)
