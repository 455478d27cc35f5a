"""Rotary position embedding (RoPE): rotate queries and keys by an angle proportional to the position.

The sinusoidal encoding *adds* a point of the unit circle to each pair of columns. RoPE *rotates* the pair by the same
angle. A dot product does not change when both vectors rotate by the same angle, so query · key depends only on the
signed offset between the two positions.

Source: Su et al. 2021, "RoFormer: Enhanced Transformer with Rotary Position Embedding", §3.2.2 and
equation 34, https://arxiv.org/abs/2104.09864. Left out: the scaling of attention scores in later long-context methods.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from explorer.core import argument_checks
from explorer.core.errors import ShapeError
from explorer.core.functional.frequencies import BASE, Layout, frequencies, pair_columns, positions_at

FloatArray = npt.NDArray[np.floating[Any]]


def rotary_tables(
    positions: int | npt.ArrayLike, head_dim: int, *, base: float = BASE, dtype: npt.DTypeLike = np.float32
) -> tuple[FloatArray, FloatArray]:
    """Cosine and sine of the rotation angles: pair i rotates by position · base^(−2i/head_dim).

    Angles are computed in float64 for every `dtype`: in float32 they would be off by 0.004 radian at position 100 000.
    Positions may be fractional; "position interpolation" (Chen et al. 2023, https://arxiv.org/abs/2306.15595,
    equation 4) passes positions / scale.

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
    x: FloatArray, cos: FloatArray, sin: FloatArray, *, layout: Layout = "interleaved", out: FloatArray | None = None
) -> FloatArray:
    """Rotate every pair (a, b) of x: (a cos − b sin, a sin + b cos).

    Pairs are columns (0, 1), (2, 3), … where `layout` is "interleaved", and columns (0, d/2), (1, d/2 + 1),
    … where it is "concatenated"; the two differ only in the order of columns. `rotate(x, cos, -sin)` is the inverse,
    and also the backward.

    Args:
        x: queries or keys (..., T, head_dim).
        cos: (T, head_dim / 2), from `rotary_tables`.
        sin: (T, head_dim / 2).
        layout: which columns form a pair.
        out: array of x's shape and type to write to, not sharing memory with x; None: a new one.

    Returns:
        (..., T, head_dim), of x's type.

    A quarter turn maps (1, 0) to (0, 1):

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
    out = np.empty_like(x, order="C") if out is None else _output(out, x.shape, x.dtype, x, cos, sin)
    first, second = pair_columns(x.shape[-1], layout)
    a, b = x[..., first], x[..., second]
    out[..., first] = a * cos - b * sin
    out[..., second] = a * sin + b * cos
    return out


def _output(out: FloatArray, shape: tuple[int, ...], dtype: np.dtype[Any], *inputs: FloatArray) -> FloatArray:
    """``out`` if it has the result's shape and type and shares no memory with an input, which would be overwritten."""
    overlaps = any(np.may_share_memory(out, array) for array in inputs)
    if overlaps or out.shape != shape or out.dtype != dtype or not out.flags.writeable:
        raise ShapeError(
            f"`out` must be a writeable array of {dtype} and shape {shape} that overlaps no input, "
            f"got {out.dtype} and shape {out.shape}"
        )
    return out


def ntk_base(base: float, scale: float, head_dim: int) -> float:
    """NTK-aware base, which stretches the slowest wave by `scale` and leaves the fastest unchanged.

    base · scale^(d / (d − 2)) replaces the base for a context `scale` times longer than the trained one (Peng et al.
    2023, "YaRN", §3.1, https://arxiv.org/abs/2309.00071).

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
