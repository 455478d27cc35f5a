"""Perspective projection of a 3D scene's points at the initial camera, so that labels can be placed as in 2D.

The scene is Plotly's: a box with sides in the data's proportions (their geometric mean is 1), centred on the origin, z
pointing up; the camera sees 45 degrees from top to bottom.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

VIEW_ANGLE = math.pi / 4


def on_screen(
    points: ArrayLike,
    *,
    low: ArrayLike,
    high: ArrayLike,
    eye: tuple[float, float, float],
    aim: tuple[float, float, float] = (0.0, 0.0, 0.0),
    height: float,
) -> NDArray[np.float64]:
    """Screen coordinates in pixels from the middle of the scene, right and up; they depend on its height only.

    Args:
        points: (n, 3) data coordinates.
        low: (3,) where the axes begin.
        high: (3,) where they end.
        eye: the camera's position, in units of the box.
        aim: what it looks at.
        height: of the scene in pixels.

    Returns:
        (n, 2) float64.

    >>> seen = on_screen([[5, 5, 5], [5, 5, 9]], low=[0, 0, 0], high=[10, 10, 10], eye=(2, 0, 0), height=400)
    >>> seen.round().astype(int).tolist()
    [[0, 0], [0, 97]]
    """
    start, end = np.asarray(low, np.float64), np.asarray(high, np.float64)
    box = (np.asarray(points, np.float64) - (start + end) / 2) / math.exp(float(np.log(end - start).mean()))
    forward = np.subtract(aim, eye)
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    away = box - eye
    depth = np.maximum(away @ forward, 1e-3)
    scale = height / 2 / math.tan(VIEW_ANGLE / 2)
    seen: NDArray[np.float64] = np.stack([away @ right, away @ up], axis=1) / depth[:, None] * scale
    return seen
