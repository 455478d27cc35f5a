"""Tensor: an array that remembers how it was made, so that gradients can flow back to what it was made from.

Each operation computes its result at once and hangs the rule for its derivative on it (`operations`); ``backward``
walks these rules back (`graph`). Left out: in-place operations, higher derivatives, devices.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from explorer.core import errors, operations
from explorer.core.dtypes import float_of_tensors
from explorer.core.functional.rowsparse import RowSparse
from explorer.core.graph import Array, Node, send_back


class Tensor(Node):
    """An n-dimensional array with a gradient.

    Args:
        data: numbers. Floats become float32; integers keep their type, for float32 can't count beyond 16 777 216.
            An array that has the right type already is shared, not copied.
        requires_grad: collect ``.grad`` in a backward pass. Only floats can.

    >>> x = Tensor([1.0, 2.0, 3.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad.tolist()
    [2.0, 4.0, 6.0]
    """

    __array_ufunc__ = None  # np.float32(2) * tensor is ours to compute, not NumPy's

    def __init__(self, data: ArrayLike | Tensor, requires_grad: bool = False) -> None:
        array = np.asarray(data.data if isinstance(data, Tensor) else data)
        if array.dtype.kind == "f":
            array = array.astype(float_of_tensors(), copy=False)
        elif array.dtype.kind not in "iub":
            raise errors.not_numbers(array.dtype)
        elif requires_grad:
            raise errors.integers_do_not_learn(array.dtype)
        super().__init__(array, requires_grad)

    @classmethod
    def frozen(cls, data: ArrayLike) -> Self:
        """A read-only view of floats in the type that they have: nothing is converted or copied, and nothing learns.

        For a trained table in float16 that is mapped from a file, say. What is computed from it becomes float32.

        >>> Tensor.frozen(np.ones(2, np.float16)).data.dtype, (Tensor.frozen(np.ones(2, np.float16)) * 2).data.dtype
        (dtype('float16'), dtype('float32'))
        """
        array = np.asarray(data)
        out = cls(array[:0] if array.ndim else array)  # says what holds no numbers
        out.data = array.view()
        out.data.flags.writeable = False
        return out

    # What it is

    @property
    def shape(self) -> tuple[int, ...]:
        """Length of every axis."""
        return self.data.shape

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return self.data.ndim

    @property
    def grad(self) -> Array | None:
        """The collected gradient, read-only, in the tensor's shape; None before the first backward pass.

        Only touched rows are stored when the gradient comes from lookups; reading makes the whole array. Assign an
        array to replace the gradient, None to forget it.
        """
        if self._grad is None:
            return None
        view = operations.dense(self._grad).view()
        view.flags.writeable = False
        return view

    @grad.setter
    def grad(self, value: ArrayLike | None) -> None:
        if value is None:
            self._grad = None
            return
        if self.data.dtype.kind != "f":
            raise errors.integers_do_not_learn(self.data.dtype)
        array = Tensor(value).data
        if array.shape != self.shape:
            raise errors.gradient_shape(self.shape, array.shape)
        self._grad = array.astype(self.data.dtype)

    @property
    def grad_rows(self) -> RowSparse | None:
        """The gradient as its touched rows, or None where it isn't row-sparse. `optim` moves only these."""
        return self._grad if isinstance(self._grad, RowSparse) else None

    def retain_grad(self) -> Self:
        """Collect ``.grad`` in a result as well, not only in the tensors that the graph began with."""
        self._keeps_grad = True
        return self

    def zero_grad(self) -> None:
        """Forget the gradient."""
        self._grad = None

    def item(self) -> float | int:
        """The number in a tensor of one element."""
        number: float | int = self.data.item()
        return number

    def __len__(self) -> int:
        return len(self.data)

    def __getstate__(self) -> dict[str, Any]:
        # Copied or pickled, a result leaves the graph behind: it may be 100 000 operations deep.
        return {**self.__dict__, "_grad_fn": None, "_inputs": (), "_released": False}

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.array(self.data, dtype, copy=copy)

    def __repr__(self) -> str:
        body = np.array2string(self.data, separator=", ", prefix="Tensor(")
        return f"Tensor({body}, shape={self.shape}{', requires_grad=True' if self.requires_grad else ''})"

    # Operations: compute, and say how to come back

    def _make(self, data: Array | np.generic, step: operations.Backward, *others: Tensor) -> Tensor:
        out = Tensor(np.asarray(data))
        out._made_by(step, (self, *others))
        return out

    def __add__(self, other: Operand) -> Tensor:
        b = tensor(other, self)
        return self._make(self.data + b.data, operations.AddBackward(self.data, b.data), b)

    def __sub__(self, other: Operand) -> Tensor:
        b = tensor(other, self)
        return self._make(self.data - b.data, operations.SubBackward(self.data, b.data), b)

    def __mul__(self, other: Operand) -> Tensor:
        b = tensor(other, self)
        return self._make(self.data * b.data, operations.MulBackward(self.data, b.data), b)

    def __truediv__(self, other: Operand) -> Tensor:
        b = tensor(other, self)
        return self._make(self.data / b.data, operations.DivBackward(self.data, b.data), b)

    def __matmul__(self, other: Operand) -> Tensor:
        b = tensor(other, self)
        return self._make(self.data @ b.data, operations.MatMulBackward(self.data, b.data), b)

    def __radd__(self, other: Operand) -> Tensor:
        return tensor(other, self) + self

    def __rsub__(self, other: Operand) -> Tensor:
        return tensor(other, self) - self

    def __rmul__(self, other: Operand) -> Tensor:
        return tensor(other, self) * self

    def __rtruediv__(self, other: Operand) -> Tensor:
        return tensor(other, self) / self

    def __rmatmul__(self, other: Operand) -> Tensor:
        return tensor(other, self) @ self

    def __neg__(self) -> Tensor:
        return self * -1

    def sum(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor:
        """Sum over all elements, or over the axes given."""
        kept = np.sum(self.data, axis=axis, keepdims=True)
        out = kept if keepdims else kept.squeeze(axis)
        return self._make(out, operations.SumBackward(self.shape, kept.shape, 1.0))

    def mean(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor:
        """Mean over all elements, or over the axes given."""
        kept = np.mean(self.data, axis=axis, keepdims=True)
        out = kept if keepdims else kept.squeeze(axis)
        share = max(kept.size, 1) / max(self.data.size, 1)
        return self._make(out, operations.SumBackward(self.shape, kept.shape, share))

    def reshape(self, *shape: int | tuple[int, ...]) -> Tensor:
        """The same numbers in another shape; one length may be −1."""
        wanted = shape[0] if len(shape) == 1 else shape
        return self._make(self.data.reshape(wanted), operations.ReshapeBackward(self.shape))  # type: ignore[arg-type]

    def transpose(self, dim0: int = -2, dim1: int = -1) -> Tensor:
        """Two axes swapped, by default the last two. A tensor of fewer axes stays as it is."""
        if self.ndim < 2:
            return self
        return self._make(self.data.swapaxes(dim0, dim1), operations.TransposeBackward(dim0, dim1))

    @property
    def T(self) -> Tensor:  # noqa: N802
        """The last two axes swapped."""
        return self.transpose()

    def __getitem__(self, key: Any) -> Tensor:
        keys = tuple(operations.own_key(k) for k in (key if isinstance(key, tuple) else (key,)))
        return self._make(self.data[keys], operations.IndexBackward(self.shape, keys))

    # The way back

    def backward(self, gradient: ArrayLike | Tensor | None = None, retain_graph: bool = False) -> None:
        """Add to every tensor that began this graph the derivative of ``sum(self · gradient)``.

        Args:
            gradient: the seed, in this tensor's shape. May be left out where there is one element; then it is 1.
            retain_graph: keep the graph for another backward pass.

        Raises:
            ValueError: no seed for many elements, or a seed of another shape. Nothing has changed then.
            RuntimeError: this tensor needs no gradient, or its graph was released. Nothing has changed then.
        """
        if not self.requires_grad:
            raise errors.nothing_to_learn()
        if gradient is None and self.data.size != 1:
            raise errors.gradient_missing(self.shape)
        seed = np.ones(self.shape) if gradient is None else Tensor(gradient).data
        if seed.shape != self.shape:
            raise errors.gradient_shape(self.shape, seed.shape)
        send_back(self, seed.astype(self.data.dtype), retain_graph)


Operand = Tensor | ArrayLike


def tensor(value: Operand, like: Tensor | None = None) -> Tensor:
    """``value`` as a Tensor; a Python number takes the float type of ``like``, so that 2 * x stays float32."""
    if isinstance(value, Tensor):
        return value
    if isinstance(value, (int, float)) and like is not None and like.data.dtype.kind == "f":
        return Tensor(np.asarray(value, like.data.dtype))
    return Tensor(value)


def given(table: Array, freeze: bool) -> Tensor:
    """A table that exists already as a Tensor: frozen, or to learn further, for which a read-only one is copied."""
    if freeze:
        return Tensor.frozen(table)
    return Tensor(table if table.flags.writeable else table.copy(), requires_grad=True)
