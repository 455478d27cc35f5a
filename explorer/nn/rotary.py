"""Rotary position embedding (RoPE): turn queries and keys by an angle that grows with the position.

The sinusoidal encoding *adds* a point of a clock face to the token's vector. RoPE takes the same clock faces, one for
each pair of columns, and *turns* the vector's own pairs by them. A dot product doesn't change when both vectors turn by
the same angle, so query · key depends on the offset between the two positions only: how far, and which comes first.

Source: Su et al. 2021, "RoFormer: Enhanced Transformer with Rotary Position Embedding", §3.2.2 and
equation 34, https://arxiv.org/abs/2104.09864. Left out: the scaling of attention scores that later
long-context recipes add on top.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from explorer.core import argument_checks
from explorer.core.errors import ShapeError
from explorer.core.functional.frequencies import BASE, Layout, frequencies, pair_columns, positions_at

FloatArray = npt.NDArray[np.floating[Any]]


def rotary_tables(
    positions: int | npt.ArrayLike,
    head_dim: int,
    *,
    base: float = BASE,
    dtype: npt.DTypeLike = np.float32,
) -> tuple[FloatArray, FloatArray]:
    """Cosine and sine of every position's angle in every pair: pair i turns by position · base^(−2i/head_dim).

    The angles are computed in float64 whatever `dtype` is: as float32 they would be wrong by 0.004 radian
    at position 100 000. Positions may be fractional. "Position interpolation" (Chen et al. 2023,
    https://arxiv.org/abs/2306.15595, equation 4) is nothing but positions / scale.

    Args:
        positions: number of positions T (then 0 … T−1), or the positions themselves, shape (T,).
        head_dim: width of one attention head, even.
        base: wavelengths run from 2π towards base · 2π positions.
        dtype: type of the two results.

    Returns:
        cos and sin, each (T, head_dim / 2).

    >>> cos, sin = rotary_tables(2, 4, base=100.0)
    >>> sin.round(4)
    array([[0.    , 0.    ],
           [0.8415, 0.0998]], dtype=float32)
    """
    kind = argument_checks.floats("Rotary tables", dtype)
    angles = np.outer(positions_at(positions), frequencies(argument_checks.even("head_dim", head_dim, 2), base=base))
    return np.cos(angles).astype(kind, copy=False), np.sin(angles).astype(kind, copy=False)


def rotate(
    x: FloatArray,
    cos: FloatArray,
    sin: FloatArray,
    *,
    layout: Layout = "interleaved",
    out: FloatArray | None = None,
) -> FloatArray:
    """Turn every pair (a, b) of x into (a cos − b sin, a sin + b cos).

    Pairs are columns (0, 1), (2, 3), … where `layout` is "interleaved", and columns (0, d/2), (1, d/2 + 1),
    … where it is "concatenated". The two differ by an order of columns alone. A rotation keeps lengths, and
    `rotate(x, cos, -sin)` undoes it; that is its backward step as well.

    Args:
        x: queries or keys (..., T, head_dim).
        cos: (T, head_dim / 2), from `rotary_tables`.
        sin: (T, head_dim / 2).
        layout: which columns make a pair.
        out: where to write, of x's shape and type and not sharing memory with it; a new array by default.

    Returns:
        (..., T, head_dim), of x's type.

    A quarter turn takes (1, 0) to (0, 1):

    >>> quarter = np.array([[np.pi / 2]])
    >>> rotate(np.array([[1.0, 0.0]]), np.cos(quarter), np.sin(quarter)).round(12)
    array([[0., 1.]])
    """
    if x.ndim < 2:
        raise ShapeError(f"Expected at least 2D input (..., time, head_dim), got shape {x.shape}")
    argument_checks.floats("Queries and keys", x.dtype)
    expected = (x.shape[-2], argument_checks.even("head_dim", x.shape[-1], 2) // 2)
    if cos.shape != expected or sin.shape != expected:
        raise ShapeError(f"Rotary table mismatch: expected cos and sin {expected}, got {cos.shape} and {sin.shape}")
    out = np.empty_like(x, order="C") if out is None else argument_checks.output(out, x.shape, x.dtype, x, cos, sin)
    first, second = pair_columns(x.shape[-1], layout)
    a, b = x[..., first], x[..., second]
    out[..., first] = a * cos - b * sin
    out[..., second] = a * sin + b * cos
    return out


def ntk_base(base: float, scale: float, head_dim: int) -> float:
    """The larger base that stretches the slowest wave by `scale` and leaves the fastest alone.

    A context `scale` times longer than the trained one is read with this base instead of squeezed
    positions ("NTK-aware" interpolation; Peng et al. 2023, "YaRN", §3.1, https://arxiv.org/abs/2309.00071):
    base · scale^(d / (d − 2)).

    >>> ntk_base(10_000.0, 1.0, 64)
    10000.0
    >>> slowest = lambda base: base ** (-62 / 64)
    >>> round(slowest(10_000.0) / slowest(ntk_base(10_000.0, 8.0, 64)), 9)
    8.0
    """
    width = argument_checks.even("head_dim", head_dim, 4)
    return float(
        argument_checks.positive("base", base) * argument_checks.positive("scale", scale) ** (width / (width - 2))
    )
