"""The derivative of each operation: one small class per rule, named as PyTorch names them.

A result of an operation remembers, in ``_grad_fn``, the object that knows how to turn the gradient of the result into
the gradients of the operation's inputs (the vector-Jacobian product; Baydin et al. 2018, "Automatic Differentiation in
Machine Learning: a Survey", §3.2). Every class reads: what is saved, then the rule. The rules know arrays only; which
tensors the gradients go to is kept by `graph`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.core.functional.rowsparse import RowSparse, sum_rows

Array = NDArray[Any]
Gradient = Array | RowSparse


class Backward(ABC):
    """Turns the gradient of a result into one gradient for each input."""

    @abstractmethod
    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        """Gradients of the inputs, in their order and shapes."""


class AddBackward(Backward):
    """d(a + b) = da + db."""

    def __init__(self, a: Array, b: Array) -> None:
        self.shapes = a.shape, b.shape

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        a, b = self.shapes
        return fold(grad, a), fold(grad, b)


class SubBackward(Backward):
    """d(a − b) = da − db."""

    def __init__(self, a: Array, b: Array) -> None:
        self.shapes = a.shape, b.shape

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        a, b = self.shapes
        return fold(grad, a), fold(-grad, b)


class MulBackward(Backward):
    """d(a·b) = b·da + a·db."""

    def __init__(self, a: Array, b: Array) -> None:
        self.a, self.b = a, b

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        return fold(grad * self.b, self.a.shape), fold(grad * self.a, self.b.shape)


class DivBackward(Backward):
    """d(a / b) = da / b − (a / b) / b · db; b is never squared, for float32 can't hold the square of 10²⁰ or 10⁻³⁰."""

    def __init__(self, a: Array, b: Array) -> None:
        self.a, self.b = a, b

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        for_a = grad / self.b
        return fold(for_a, self.a.shape), fold(-for_a * (self.a / self.b), self.b.shape)


class MatMulBackward(Backward):
    """d(A @ B): grad @ Bᵀ for A, Aᵀ @ grad for B; a vector counts as one row (left) or column (right)."""

    def __init__(self, a: Array, b: Array) -> None:
        self.a, self.b = a, b

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        a, b = self.a, self.b
        left = a[None, :] if a.ndim == 1 else a
        right = b[:, None] if b.ndim == 1 else b
        if a.ndim == 1:
            grad = np.expand_dims(grad, -2 if b.ndim > 1 else -1)
        if b.ndim == 1:
            grad = np.expand_dims(grad, -1)
        for_left = fold(grad @ right.swapaxes(-1, -2), left.shape)
        for_right = fold(left.swapaxes(-1, -2) @ grad, right.shape)
        return for_left.reshape(a.shape), for_right.reshape(b.shape)


class SumBackward(Backward):
    """Every element that was added gets the sum's gradient, times ``factor`` (1, or 1/n for a mean)."""

    def __init__(self, shape: tuple[int, ...], shape_kept: tuple[int, ...], factor: float) -> None:
        self.shape, self.shape_kept, self.factor = shape, shape_kept, factor

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        scaled = grad * grad.dtype.type(self.factor)
        return (np.broadcast_to(scaled.reshape(self.shape_kept), self.shape),)


class ReshapeBackward(Backward):
    """The same numbers in the old shape."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        return (grad.reshape(self.shape),)


class TransposeBackward(Backward):
    """Swapping the two axes once more undoes it."""

    def __init__(self, dim0: int, dim1: int) -> None:
        self.dims = dim0, dim1

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        return (grad.swapaxes(*self.dims),)


class IndexBackward(Backward):
    """Each element goes back to where it was read; one that was read twice gets both (``g[key] += …`` loses one)."""

    def __init__(self, shape: tuple[int, ...], key: tuple[Any, ...]) -> None:
        self.shape, self.key = shape, key

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        out = np.zeros(self.shape, grad.dtype)
        if any(isinstance(k, np.ndarray) for k in self.key):
            np.add.at(out, self.key, grad)
        else:
            out[self.key] = grad  # slices never read an element twice
        return (out,)


class EmbeddingBackward(Backward):
    """Scatter-add of the output's gradient to the rows that were looked up, row-sparse; row ``padding_idx`` gets none.

    Keeps its own copy of the ids, which the module has checked: the caller may reuse the array for the next batch
    before the backward pass.
    """

    def __init__(self, vocab_size: int, ids: NDArray[np.int64], padding_idx: int | None = None) -> None:
        self.vocab_size, self.ids, self.padding_idx = vocab_size, ids.copy(), padding_idx

    def __call__(self, grad: Array) -> tuple[Gradient, ...]:
        values, ids = grad.reshape(self.ids.size, grad.shape[-1]), self.ids.ravel()
        if self.padding_idx is not None:
            real = ids != self.padding_idx
            values, ids = values[real], ids[real]
        return (sum_rows(values, ids, self.vocab_size),)


def own_key(key: Any) -> Any:
    """A number, slice, None or ... as it is; any list of places as an array that the caller can't change later.

    >>> own_key([2, 0]), own_key(slice(1, 3))
    (array([2, 0]), slice(1, 3, None))
    """
    if key is None or key is Ellipsis or isinstance(key, (int, np.integer, slice)):
        return key
    array = np.array(key)
    return array.astype(np.int64) if array.size == 0 and array.dtype.kind == "f" else array  # [] would be float64


def fold(grad: Array, shape: tuple[int, ...]) -> Array:
    """Undo broadcasting: add up over the axes along which one number was used many times.

    >>> fold(np.ones((2, 3)), (3,)).tolist()
    [2.0, 2.0, 2.0]
    """
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
    """The gradient as an array of its tensor's float type.

    float32 times int64 would be float64, and NumPy's product of two arrays without axes is a number, not an array.
    """
    return grad if isinstance(grad, RowSparse) else np.asarray(grad, dtype)
