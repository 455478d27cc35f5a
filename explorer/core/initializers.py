"""Initializers of a table. Each function takes the shape and an explicit ``rng``."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .argument_checks import one_of

Shape = tuple[int, int]
Init = Literal["xavier_uniform", "normal", "standard_normal", "truncated_normal"]


def uniform(shape: Shape, bound: float, *, rng: np.random.Generator) -> NDArray[np.float32]:
    """Uniform float32 numbers within ±``bound``."""
    draws = rng.random(shape, np.float32)  # changed in place, as copies of a large table would take longer than it
    draws *= 2
    draws -= 1
    draws *= np.float32(bound)
    return draws


def xavier_bound(shape: Shape) -> float:
    """√(6 / (V + D)) of a table (V, D), the largest number of `xavier_uniform`.

    >>> xavier_bound((10, 14))
    0.5
    """
    return math.sqrt(6 / max(sum(shape), 1))


def xavier_uniform(shape: Shape, *, rng: np.random.Generator) -> NDArray[np.float32]:
    """Uniform within ±√(6 / (V + D)), so a larger table starts with smaller numbers (Glorot & Bengio 2010, eq. 16).

    >>> bool(np.abs(xavier_uniform((10, 14), rng=np.random.default_rng(0))).max() <= 0.5)
    True
    """
    return uniform(shape, xavier_bound(shape), rng=rng)


def normal(shape: Shape, std: float, *, rng: np.random.Generator) -> NDArray[np.float32]:
    """Normal distribution with mean 0 and standard deviation ``std``: 0.02 in GPT-2, 1 in PyTorch's `nn.Embedding`."""
    return rng.standard_normal(shape, np.float32) * np.float32(std)


def truncated_normal(shape: Shape, *, rng: np.random.Generator) -> NDArray[np.float32]:
    """Normal distribution with standard deviation 1, truncated at ±3.

    Inverse transform sampling: a uniform number between Φ(−3) and Φ(3), mapped by the inverse of the normal
    distribution function Φ. No draw is rejected.

    >>> bool(np.abs(truncated_normal((100, 100), rng=np.random.default_rng(0))).max() <= 3)
    True
    """
    from scipy.special import ndtr, ndtri  # imported here: it loads slowly, and most tables do not need it

    draws = rng.random(shape)  # changed in place: float64 copies of a large table would not fit on a small server
    draws *= 1 - 2 * ndtr(-3)
    draws += ndtr(-3)
    ndtri(draws, out=draws)
    return np.clip(draws, -3, 3, out=draws).astype(np.float32)


INITIALIZERS: dict[Init, Callable[..., NDArray[Any]]] = {
    "xavier_uniform": xavier_uniform,
    "normal": partial(normal, std=0.02),
    "standard_normal": partial(normal, std=1.0),
    "truncated_normal": truncated_normal,
}


def initializer(name: Init) -> Callable[..., NDArray[Any]]:
    """Look an initializer up by its name."""
    one_of("init", name, tuple(INITIALIZERS))
    return INITIALIZERS[name]
