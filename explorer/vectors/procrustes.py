"""Orthogonal Procrustes problem: the rotation (or reflection) that best maps one point cloud onto another.

A rotation changes no distance and no angle, so two clouds may be alike along different axes. Before two states of a
table, or two maps, are compared, one is rotated so that equal points come as close as possible. The solution follows
from a singular value decomposition: for A onto B, with AᵀB = U S Vᵀ, it is R = U Vᵀ.

Source: Schönemann 1966, "A Generalized Solution of the Orthogonal Procrustes Problem", Psychometrika 31.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def rotation(source: NDArray[Any], target: NDArray[Any]) -> NDArray[np.float64]:
    """The orthogonal R (D, D) that minimizes the sum of squares of source @ R − target, (n, D) rows of the same words.

    Raises:
        ValueError: different shapes, or no rows.

    >>> rotation(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[0.0, 1.0], [-1.0, 0.0]])).round(6).tolist()
    [[0.0, 1.0], [-1.0, 0.0]]
    """
    if source.shape != target.shape or source.ndim != 2 or not len(source):
        raise ValueError(f"Expected two tables of one shape (n, D), got {source.shape} and {target.shape}")
    product = np.asarray(source, np.float64).T @ np.asarray(target, np.float64)
    left, _, right = np.linalg.svd(product)
    turn: NDArray[np.float64] = left @ right
    return turn
