"""Initializers: the random numbers of a fresh table. Each function takes the shape and an explicit ``rng``.

| who | start |
|---|---|
| Glorot & Bengio 2010, eq. 16 ("Xavier") | uniform within ±√(6 / (V + D)) |
| GPT-2 | normal, standard deviation 0.02 |
| PyTorch's `nn.Embedding` | normal, standard deviation 1 |
| truncated normal | normal, cut at ±3 standard deviations |
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .argument_checks import one_of, positive, within

Shape = tuple[int, int]


def uniform(shape: Shape, bound: float, *, rng: np.random.Generator) -> NDArray[np.float32]:
    """float32 numbers, evenly spread within ±``bound``."""
    return (rng.random(shape, np.float32) * 2 - 1) * np.float32(within("bound", bound, 0, math.inf))


def xavier_uniform(shape: Shape, *, rng: np.random.Generator) -> NDArray[np.float32]:
    """Uniform within ±√(6 / (V + D)): the larger the table, the smaller its numbers.

    >>> bool(np.abs(xavier_uniform((10, 14), rng=np.random.default_rng(0))).max() <= 0.5)
    True
    """
    return uniform(shape, math.sqrt(6 / max(sum(shape), 1)), rng=rng)


def normal(shape: Shape, *, rng: np.random.Generator, std: float = 0.02) -> NDArray[np.float32]:
    """Bell curve around 0 with standard deviation ``std``."""
    return rng.standard_normal(shape, np.float32) * np.float32(within("std", std, 0, math.inf))


def truncated_normal(
    shape: Shape, *, rng: np.random.Generator, std: float = 1.0, bound: float = 3.0
) -> NDArray[np.float32]:
    """Bell curve cut at ±``bound`` standard deviations.

    An even number between Φ(−bound) and Φ(bound), sent through the inverse of the distribution function Φ, has
    exactly that law, and nothing has to be drawn twice.

    >>> bool(np.abs(truncated_normal((100, 100), rng=np.random.default_rng(0))).max() <= 3)
    True
    """
    from scipy.special import ndtr, ndtri  # here, since most tables begin without it and it takes long to load

    tail = ndtr(-positive("bound", bound))
    draws = rng.random(shape)  # changed in place: the float64 copies of a large table would not fit a small server
    draws *= 1 - 2 * tail
    draws += tail
    ndtri(draws, out=draws)
    np.clip(draws, -bound, bound, out=draws)
    return np.multiply(draws, within("std", std, 0, math.inf), out=draws).astype(np.float32)


INITIALIZERS: dict[str, Callable[..., NDArray[Any]]] = {
    "xavier_uniform": xavier_uniform,
    "normal": normal,
    "standard_normal": partial(normal, std=1.0),
    "truncated_normal": truncated_normal,
}


def initializer(name: str) -> Callable[..., NDArray[Any]]:
    """The function of that name."""
    one_of("init", name, tuple(INITIALIZERS))
    return INITIALIZERS[name]
