"""Derivative rules: a small class for each kind of operation.

A result remembers, in ``_grad_fn``, the object that turns its gradient into those of the operation's inputs (the
vector-Jacobian product; Baydin et al. 2018, "Automatic Differentiation in Machine Learning: a Survey", §3.2). Every
class lists what is saved, then the rule. Rules work on arrays only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .functional.row_sparse_gradient import RowSparse, sum_rows

Array = NDArray[Any]
Gradient = Array | RowSparse
Backward = Callable[[Array], tuple[Gradient, ...]]


@dataclass(frozen=True, eq=False)
class AddBackward:
    """d(a + b) = da + db."""

    a: tuple[int, ...]  # shapes
    b: tuple[int, ...]

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        return unbroadcast(grad, self.a), unbroadcast(grad, self.b)


@dataclass(frozen=True, eq=False)
class MulBackward:
    """d(a·b) = b·da + a·db."""

    a: Array
    b: Array

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        return unbroadcast(grad * self.b, self.a.shape), unbroadcast(grad * self.a, self.b.shape)


@dataclass(frozen=True, eq=False)
class DivBackward:
    """d(a / b) = da / b − (a / b) / b · db; b² would overflow or underflow in float32 for b = 10²⁰ or 10⁻³⁰."""

    a: Array
    b: Array

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        for_a = grad / self.b
        return unbroadcast(for_a, self.a.shape), unbroadcast(-for_a * (self.a / self.b), self.b.shape)


@dataclass(frozen=True, eq=False)
class ElementwiseBackward:
    """d f(a) = f′(a) · da, each element by itself: exp, log, a power, relu, sigmoid, tanh."""

    a: Array
    slope: Callable[[Array], Array]  # f′

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        return (grad * self.slope(self.a),)


@dataclass(frozen=True, eq=False)
class CrossEntropyBackward:
    """d mean(−log p(target)) = (p − one-hot of the target) / N · da, with p the softmax of the scores (N, V)."""

    probabilities: Array
    targets: NDArray[np.int64]

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        out = self.probabilities.copy()
        out[np.arange(len(out)), self.targets] -= 1
        return (out * (grad / len(out)),)


@dataclass(frozen=True, eq=False)
class MatMulBackward:
    """d(A @ B): grad @ Bᵀ for A, Aᵀ @ grad for B; a vector counts as one row (left) or column (right)."""

    a: Array
    b: Array

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        a, b = self.a, self.b
        left = a[None, :] if a.ndim == 1 else a
        right = b[:, None] if b.ndim == 1 else b
        if a.ndim == 1:
            grad = np.expand_dims(grad, -2 if b.ndim > 1 else -1)
        if b.ndim == 1:
            grad = np.expand_dims(grad, -1)
        for_left = unbroadcast(grad @ right.swapaxes(-1, -2), left.shape)
        for_right = unbroadcast(left.swapaxes(-1, -2) @ grad, right.shape)
        return for_left.reshape(a.shape), for_right.reshape(b.shape)


@dataclass(frozen=True, eq=False)
class MoveBackward:
    """The gradient goes back to where the numbers came from: a new shape, swapped axes, a sum."""

    back: Callable[[Array], Array]

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        return (self.back(grad),)


@dataclass(frozen=True, eq=False)
class MaxBackward:
    """The largest element gets the gradient; equally large ones share it."""

    largest: Array  # where
    kept: tuple[int, ...]
    axis: int | tuple[int, ...] | None

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        return (grad.reshape(self.kept) * self.largest / self.largest.sum(self.axis, keepdims=True),)


@dataclass(frozen=True, eq=False)
class ConcatBackward:
    """Every part gets its piece of the gradient."""

    ends: Array  # of all parts but the last
    axis: int

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        return tuple(np.split(grad, self.ends, self.axis))


@dataclass(frozen=True, eq=False)
class IndexBackward:
    """Scatter-add: an element that was read twice gets both gradients (``g[key] += …`` would lose one)."""

    shape: tuple[int, ...]
    key: tuple[Any, ...]

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        out = np.zeros(self.shape, grad.dtype)
        if any(isinstance(k, np.ndarray) for k in self.key):
            np.add.at(out, self.key, grad)
        else:
            out[self.key] = grad  # slices never read an element twice
        return (out,)


class EmbeddingBackward:
    """Row-sparse scatter-add of the output's gradient to the rows that were read; row ``padding_idx`` gets none.

    Keeps its own copy of the ids: the caller may reuse the array for the next batch before the backward pass.
    """

    def __init__(self, vocab_size: int, ids: NDArray[np.int64], padding_idx: int | None = None) -> None:
        self.vocab_size, self.ids, self.padding_idx = vocab_size, ids.copy(), padding_idx

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        values, ids = grad.reshape(self.ids.size, grad.shape[-1]), self.ids.ravel()
        if self.padding_idx is not None:
            real = ids != self.padding_idx
            values, ids = values[real], ids[real]
        return (sum_rows(values, ids, self.vocab_size),)


def copy_index(key: Any) -> Any:
    """A number, slice, None or ... unchanged; a list of indices as an array that the caller cannot change later."""
    if key is None or key is Ellipsis or isinstance(key, (int, np.integer, slice)):
        return key
    array = np.array(key)
    return array.astype(np.int64) if array.size == 0 and array.dtype.kind == "f" else array  # [] would be float64


def unbroadcast(grad: Array, shape: tuple[int, ...]) -> Array:
    """Undo broadcasting: sum over the broadcast axes."""
    extra = grad.ndim - len(shape)
    stretched = tuple(i for i, n in enumerate(shape, extra) if n == 1 and grad.shape[i] != 1)
    axes = (*range(extra), *stretched)
    folded: Array = grad.sum(axis=axes, keepdims=True).reshape(shape) if axes else grad
    return folded


def add(one: Gradient | None, other: Gradient) -> Gradient:
    """Sum of two gradients of one tensor; row-sparse as long as both are."""
    if one is None:
        return other
    if isinstance(one, RowSparse) and isinstance(other, RowSparse):
        return one + other
    return np.asarray(dense(one) + dense(other))


def dense(grad: Gradient) -> Array:
    """The gradient as a plain array."""
    return grad.dense() if isinstance(grad, RowSparse) else grad


def cast(grad: Gradient, dtype: np.dtype[Any]) -> Gradient:
    """The gradient as an array of its tensor's float type. (NumPy returns a scalar for a product of 0-d arrays.)"""
    return grad if isinstance(grad, RowSparse) else np.asarray(grad, dtype)
