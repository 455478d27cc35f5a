"""Tensor: an array that records how it was computed, so that gradients can flow back to its inputs.

Each operation computes its result at once and attaches the rule for its derivative, a function from the gradient of the
result to one for each input; ``backward`` applies these rules in reverse (`autograd`). The loss of a classification is
in `losses`. Left out: in-place operations, comparisons, higher derivatives, devices, and `no_grad` (use ``.data``).
Made of these parts: what `numpy_habits` lists; a mask, a product with 0 and 1 (before a softmax a sum with −10⁹).

A rule keeps the arrays that it needs, not copies of them. A step of an optimizer before ``backward`` is noticed, by the
number of steps that each input had taken. Not noticed, and the gradient is then wrong: what you write to ``.data``
yourself, here as in PyTorch, and a step of another tensor that was made of the same array.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .argument_checks import HELD, as_array, flag, floats, is_real, is_whole
from .autograd import Array, Gradient, Rule, backpropagate, dense
from .errors import SettingError, ShapeError
from .functional.row_sparse_gradient import RowSparse
from .numpy_habits import NO_EXPONENT, NO_GRAD, NumpyHabits, ReadOnly


class Tensor(NumpyHabits):
    """An n-dimensional array with a gradient.

    Args:
        data: numbers. Floats become float32; integers keep their type, since float32 is exact only up to 16 777 216.
            An array that already has the right type is shared, not copied; of a Tensor only the array is taken.
        requires_grad: collect ``.grad`` in a backward pass; floats only.

    >>> x = Tensor([1.0, 2.0, 3.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad.tolist()
    [2.0, 4.0, 6.0]
    """

    # Of new tensors; set Tensor.float_type = np.float64 to check gradients.
    float_type: type[np.floating[Any]] = np.float32

    def __init__(self, data: ArrayLike | Tensor, requires_grad: bool = False) -> None:
        if isinstance(data, (list, tuple)) and any(isinstance(each, Tensor) for each in data):
            raise TypeError("Tensor holds numbers, got a list of tensors: stack or concat keeps their gradients")
        array = as_array("Tensor holds numbers,", data.data if isinstance(data, Tensor) else data)
        if array.dtype.kind == "f":
            array = array.astype(floats("Tensor.float_type", self.float_type), copy=False)
        elif array.dtype.kind not in "iub":
            held = {**HELD, "O": f"{type(data).__name__}: {data!r:.40}"}
            raise TypeError(f"Tensor holds real numbers, got {held.get(array.dtype.kind, array.dtype)}")
        elif requires_grad:
            raise SettingError(f"Only floats can require gradients, got data type {array.dtype}")
        self._data: Array = array
        self.requires_grad = flag("requires_grad", requires_grad)
        self._grad: Gradient | None = None
        self._keeps_grad = False  # set by retain_grad; leaves always collect
        self._rule: Rule | None = None  # of its derivative, if it is the result of an operation
        self._inputs: tuple[Tensor, ...] = ()  # of the operation
        self._steps = 0  # that an optimizer has taken with it
        self._steps_before: list[int] = []  # those of the inputs, when the operation was computed

    @property
    def data(self) -> Array:
        """The array, without a gradient; another of its shape can be assigned, and takes its data type."""
        return self._data

    @data.setter
    def data(self, value: Array | np.generic) -> None:
        if not isinstance(value, (np.ndarray, np.generic)):
            instead = "w.data - lr * w.grad" if isinstance(value, Tensor) else f"np.array({value!r:.40})"
            raise TypeError(f"data is an array: write w.data = {instead}, got a {type(value).__name__}")
        if value.shape != self.shape or value.dtype.kind != self._data.dtype.kind:
            wanted = f"shape {self.shape} and {self._data.dtype}"
            raise ShapeError(f"Expected data of {wanted}, got shape {value.shape} and {value.dtype}")
        self._data = np.asarray(value, self._data.dtype)

    @property
    def shape(self) -> tuple[int, ...]:
        """Length of every axis."""
        return self.data.shape

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return self.data.ndim

    @property
    def grad(self) -> NDArray[np.floating[Any]] | None:
        """Accumulated gradient, read-only, in the tensor's shape; None before the first backward pass, and of a result.

        A lookup's gradient is stored as touched rows; reading it here builds the whole array. It can be assigned, also
        by ``w.grad *= 0.5``.
        """
        if self._grad is None:
            if self._rule and not self._keeps_grad:
                warnings.warn(NO_GRAD, stacklevel=2)
            return None
        view = dense(self._grad).view(ReadOnly)
        view.flags.writeable = False
        return view

    @grad.setter
    def grad(self, value: ArrayLike | None) -> None:
        if value is None:
            self._grad = None
            return
        if self.data.dtype.kind != "f":
            raise SettingError(f"Only floats can require gradients, got data type {self.data.dtype}")
        self._grad = self._like(value).astype(self.data.dtype)

    def _like(self, value: ArrayLike | Tensor) -> Array:
        """A gradient as an array, if it has the tensor's shape."""
        array = Tensor(value).data
        if array.shape != self.shape:
            raise ShapeError(f"Gradient shape mismatch: expected {self.shape}, got {array.shape}")
        return array

    @property
    def grad_rows(self) -> RowSparse | None:
        """Row-sparse gradient for `optim`; None where the gradient is dense."""
        return self._grad if isinstance(self._grad, RowSparse) else None

    def retain_grad(self) -> Self:
        """Collect ``.grad`` in this result as well, not only in leaves."""
        self._keeps_grad = True
        return self

    def zero_grad(self) -> None:
        """Reset the gradient to None."""
        self._grad = None

    def item(self) -> float | int:
        """The number in a tensor of one element."""
        if self.data.size != 1:
            raise ShapeError(f"Expected a tensor of one element, got shape {self.shape}")
        number: float | int = self.data.item()
        return number

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __round__(self, digits: int | None = None) -> float | int:
        return round(self.item(), digits)

    def __bool__(self) -> bool:
        return bool(self.item())

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec else str(self)

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError("A tensor without axes has no length and can't be iterated")
        return len(self.data)

    def __iter__(self) -> Iterator[Tensor]:
        return (self[row] for row in range(len(self)))  # of a single number an error, as of an array

    def __getstate__(self) -> dict[str, Any]:
        # Copies and pickles do not include the graph, which may be 100 000 operations deep.
        return {**self.__dict__, "_rule": None, "_inputs": ()}

    def __repr__(self) -> str:
        body = np.array2string(self.data, separator=", ", prefix="Tensor(")
        return f"Tensor({body}, shape={self.shape}{', requires_grad=True' if self.requires_grad else ''})"

    # Operations: compute the result and attach the rule for its derivative

    def _make(self, data: Any, rule: Rule, *others: Tensor) -> Tensor:
        """The result of an operation, with the rule of its derivative if one of its inputs wants a gradient."""
        out, inputs = Tensor(np.asarray(data)), (self, *others)
        if any(source.requires_grad for source in inputs):
            out.requires_grad, out._rule, out._inputs = True, rule, inputs
            out._steps_before = [source._steps for source in inputs]
        return out

    def __add__(self, other: Operand) -> Tensor:
        b = tensor(other, self)
        return self._make(_fitting(np.add, self, b), lambda grad: (grad, grad), b)

    def __mul__(self, other: Operand) -> Tensor:
        b = tensor(other, self)
        x, y = self.data, b.data
        return self._make(_fitting(np.multiply, self, b), lambda grad: (grad * y, grad * x), b)

    def __truediv__(self, other: Operand) -> Tensor:
        b = tensor(other, self)
        x, y = self.data, b.data

        def rule(grad: Array) -> tuple[Array, Array]:
            return grad / y, -grad / y * (x / y)  # y² would overflow or underflow in float32 for 10²⁰ or 10⁻³⁰

        return self._make(_fitting(np.divide, self, b), rule, b)

    def __matmul__(self, other: Operand) -> Tensor:
        b = tensor(other, self)
        if b.ndim == 1:  # a vector on the right is one column
            return (self @ b.reshape(-1, 1))[..., 0]
        if self.ndim == 1:  # on the left, one row
            return (self.reshape(1, -1) @ b)[..., 0, :]
        x, y = self.data, b.data
        return self._make(_fitting(np.matmul, self, b), lambda grad: (grad @ y.mT, x.mT @ grad), b)

    __radd__, __rmul__ = __add__, __mul__

    def __rtruediv__(self, other: Operand) -> Tensor:
        return tensor(other, self) / self

    def __rmatmul__(self, other: Operand) -> Tensor:
        return tensor(other, self) @ self

    def __neg__(self) -> Tensor:
        return self * -1

    def __sub__(self, other: Operand) -> Tensor:
        return self + -tensor(other, self)

    def __rsub__(self, other: Operand) -> Tensor:
        return -self + other

    def __pow__(self, exponent: float | np.integer[Any] | np.floating[Any]) -> Tensor:
        if not is_real(exponent):
            raise TypeError(f"{NO_EXPONENT}, got a {type(exponent).__name__} as exponent")
        n = exponent if isinstance(exponent, int) else float(exponent)
        if self.data.dtype.kind != "f" and n < 0:
            raise SettingError(f"Expected floats, or an exponent of at least 0, got {self.data.dtype} and {n}")
        x = self.data

        def rule(grad: Array) -> tuple[Array]:
            return (grad * n * x ** (n - 1) if n else np.zeros_like(x),)

        return self._make(x**n, rule)

    def exp(self) -> Tensor:
        """Exponential of each element."""
        result = np.exp(self.data)
        return self._make(result, lambda grad: (grad * result,))

    def log(self) -> Tensor:
        """Natural logarithm of each element."""
        x = self.data
        return self._make(np.log(x), lambda grad: (grad / x,))

    def relu(self) -> Tensor:
        """Each element, or 0 where it is negative."""
        result = np.maximum(self.data, 0)
        return self._make(result, lambda grad: (grad * (result > 0),))

    def sigmoid(self) -> Tensor:
        """1 / (1 + e⁻ˣ) of each element. Its logarithm far below 0: see `logsigmoid` in `numpy_habits`."""
        result = np.exp(-np.logaddexp(0, -self.data))  # e⁻ˣ alone would overflow
        return self._make(result, lambda grad: (grad * result * (1 - result),))

    def tanh(self) -> Tensor:
        """Hyperbolic tangent of each element."""
        result = np.tanh(self.data)
        return self._make(result, lambda grad: (grad * (1 - result**2),))

    def sum(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor:
        """Sum over all elements, or over the axes given."""
        self._check_axes(axis)
        kept, shape = np.sum(self.data, axis=axis, keepdims=True), self.shape
        out = kept if keepdims else kept.squeeze(axis)
        return self._make(out, lambda grad: (np.broadcast_to(grad.reshape(kept.shape), shape),))

    def mean(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor:
        """Mean over all elements, or over the axes given; 0 of no elements."""
        total = self.sum(axis, keepdims)
        return total * (max(total.data.size, 1) / max(self.data.size, 1))

    def max(self, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> Tensor:
        """The largest of all elements, or along the axes given; equally large ones share the gradient."""
        self._check_axes(axis)
        if not self.data.size:
            raise ShapeError(f"Expected elements to take the largest of, got shape {self.shape}")
        kept = self.data.max(axis=axis, keepdims=True)
        shares = (self.data == kept) / np.sum(self.data == kept, axis=axis, keepdims=True)
        out = kept if keepdims else kept.squeeze(axis)
        return self._make(out, lambda grad: (grad.reshape(kept.shape) * shares,))

    def _check_axes(self, axis: Any) -> None:
        if isinstance(axis, list):
            raise ShapeError(f"Expected several axes as a tuple, such as {tuple(axis)}, got the list {axis}")
        axes = () if axis is None else axis if isinstance(axis, tuple) else (axis,)
        _ = [_checked_axis(each, self.ndim, f"of shape {self.shape}") for each in axes]
        if len({each % self.ndim for each in axes}) < len(axes):
            raise ShapeError(f"Expected different axes, got {axis!r} of shape {self.shape}")

    def reshape(self, *shape: int | tuple[int, ...]) -> Tensor:
        """The same numbers in another shape; one length may be −1."""
        before: tuple[int, ...] = self.shape
        wanted: Any = shape[0] if len(shape) == 1 else shape
        try:
            made = self.data.reshape(wanted)
        except (ValueError, TypeError):
            raise ShapeError(f"Expected a shape that holds {self.data.size:,} numbers, got {wanted!r}") from None
        return self._make(made, lambda grad: (grad.reshape(before),))

    def transpose(self, dim0: int = -2, dim1: int = -1) -> Tensor:
        """Two axes swapped, by default the last two. A tensor with fewer than two axes is unchanged."""
        if self.ndim < 2:
            return self
        dim0, dim1 = (_checked_axis(dim, self.ndim, f"of shape {self.shape}") for dim in (dim0, dim1))
        return self._make(self.data.swapaxes(dim0, dim1), lambda grad: (grad.swapaxes(dim0, dim1),))

    @property
    def T(self) -> Tensor:  # noqa: N802
        """The last two axes swapped."""
        return self.transpose()

    def __getitem__(self, key: Any) -> Tensor:
        try:
            keys = tuple(_copied(k) for k in (key if isinstance(key, tuple) else (key,)))
            picked = self.data[keys]
        except (IndexError, ValueError) as error:
            raise IndexError(f"Expected indices of shape {self.shape}, got {key!r}: {error}") from None
        shape: tuple[int, ...] = self.shape

        def rule(grad: Array) -> tuple[Array]:
            out = np.zeros(shape, grad.dtype)
            if any(isinstance(k, np.ndarray) for k in keys):
                np.add.at(out, keys, grad)  # an element that was read twice gets both; out[keys] += grad loses one
            else:
                out[keys] = grad  # slices never read an element twice
            return (out,)

        return self._make(picked, rule)

    def backward(self, gradient: ArrayLike | Tensor | None = None, retain_graph: bool = False) -> None:
        """Add the derivative of ``sum(self · gradient)`` to every leaf of this tensor's graph.

        `gradient` defaults to 1 for a tensor of one element; `retain_graph` allows a second backward pass.
        """
        if not self.requires_grad:
            raise RuntimeError("backward() on a tensor that doesn't require gradients")
        if gradient is None and self.data.size != 1:
            needs = "only a tensor of one element can do without"
            raise ShapeError(f"backward() needs a gradient of shape {self.shape}: {needs}")
        seed = np.ones(self.shape) if gradient is None else self._like(gradient)
        backpropagate(self, seed.astype(self.data.dtype), retain_graph)


Operand = Tensor | ArrayLike


def tensor(value: Operand, like: Tensor | None = None) -> Tensor:
    """``value`` as a Tensor; a Python number takes the float type of ``like``, so 2 * x stays float32."""
    if isinstance(value, Tensor):
        return value
    if isinstance(value, (int, float)) and like is not None and like.data.dtype.kind == "f":
        return Tensor(np.asarray(value, like.data.dtype))
    return Tensor(value)


def concat(tensors: Sequence[Tensor], axis: int = 0) -> Tensor:
    """Tensors one after the other along an axis; their other axes are equally long.

    >>> concat([Tensor([1, 2]), Tensor([3])]).data.tolist()
    [1, 2, 3]
    """
    parts = _as_tensors(tensors)
    shapes = [part.shape for part in parts]
    if not parts:
        raise ShapeError("Expected at least one tensor, got none")
    axis = _checked_axis(axis, parts[0].ndim, f"of shapes {shapes}")
    if len({(*shape[:axis], *shape[axis + 1 :], len(shape)) for shape in shapes}) > 1:
        raise ShapeError(f"Expected shapes that are equal beside axis {axis}, got {shapes}")
    ends = np.cumsum([shape[axis] for shape in shapes])[:-1]
    joined = np.concatenate([part.data for part in parts], axis)
    return parts[0]._make(joined, lambda grad: tuple(np.split(grad, ends, axis)), *parts[1:])


def stack(tensors: Sequence[Tensor], axis: int = 0) -> Tensor:
    """Tensors of one shape side by side, along a new axis.

    >>> stack([Tensor([1, 2]), Tensor([3, 4])]).data.tolist()
    [[1, 2], [3, 4]]
    """
    parts = _as_tensors(tensors)
    if len({part.shape for part in parts}) != 1:
        raise ShapeError(f"Expected tensors of one shape, got {[part.shape for part in parts]}")
    axis = _checked_axis(axis, parts[0].ndim + 1, f"beside shape {parts[0].shape}")
    return concat([part.reshape(*part.shape[:axis], 1, *part.shape[axis:]) for part in parts], axis)


def _as_tensors(given: Sequence[Tensor]) -> list[Tensor]:
    if not isinstance(given, (list, tuple)):
        raise TypeError(f"Expected a list of tensors, got {type(given).__name__}")
    return [tensor(each) for each in given]


def _copied(key: Any) -> Any:
    """A number, slice, None or ... unchanged; a list of indices as an array that the caller cannot change later."""
    if key is None or key is Ellipsis or isinstance(key, (int, np.integer, slice)):
        return key
    array = np.array(key)
    return array.astype(np.int64) if array.size == 0 and array.dtype.kind == "f" else array  # [] would be float64


def _checked_axis(axis: Any, ndim: int, what: str) -> int:
    """An axis counted from the front."""
    if not is_whole(axis) or not -ndim <= axis < ndim:
        raise ShapeError(f"Expected an axis {what}, a whole number from {-ndim} to {ndim - 1}, got {axis!r}")
    return int(axis) % ndim


def _fitting(operation: np.ufunc, a: Tensor, b: Tensor) -> Array:
    """The operation's result, or an error that names both shapes."""
    try:
        result: Array = operation(a.data, b.data)
    except ValueError:
        symbol = {"add": "+", "multiply": "*", "divide": "/", "matmul": "@"}[operation.__name__]
        turned = "; a @ b.T would fit" if symbol == "@" and a.shape[-1:] == b.shape[-1:] and b.ndim > 1 else ""
        raise ShapeError(f"Expected shapes that fit together, got {a.shape} {symbol} {b.shape}{turned}") from None
    return result


def as_parameter(name: str, values: ArrayLike, freeze: bool) -> Tensor:
    """Wrap an existing table (rows, D) as a Tensor: to be trained, a read-only array is copied; frozen, none is.

    A frozen table keeps its float type, and results are float32. Whole numbers become float32.
    """
    if isinstance(values, Tensor):
        raise TypeError(
            f"Expected {name} as an array, got a Tensor: pass its .data, or, to train one table in two places, assign "
            "the Tensor itself, as in b.weight = a.weight"
        )
    table = as_array(f"Expected 2D {name},", values)
    if table.ndim != 2:
        raise ShapeError(f"Expected 2D {name}, got shape {table.shape}")
    table = table.astype(np.float32) if table.dtype.kind in "iu" else table
    if not flag("freeze", freeze):
        return Tensor(table if table.flags.writeable else table.copy(), requires_grad=True)
    frozen = Tensor(table[:0])  # no row yet: Tensor would copy the rows of float16 as float32
    frozen._data = table.view()
    frozen._data.flags.writeable = False
    return frozen
