"""What NumPy asks of a tensor, and what stands here for habits of NumPy and PyTorch: not needed to read `tensor`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

ARITHMETIC = {"add": "__radd__", "subtract": "__rsub__", "multiply": "__rmul__", "divide": "__rtruediv__"}
REFLECTED = ARITHMETIC | {"matmul": "__rmatmul__", "equal": "__eq__", "less": "__gt__", "greater": "__lt__"}
NOT_COMPARED = "Tensors are not compared: compare their arrays, (a.data == b.data).all() or a.data > 0"
NO_EXPONENT = "Expected a tensor ** a number: write b ** x as (x * np.log(b)).exp(), of a tensor b (x * b.log()).exp()"
NO_GRAD = """grad of an operation's result is None: only tensors that you made collect it. After w = w - lr * w.grad,
w is a result: write w.data -= lr * w.grad, or use an optimizer. To look inside, call retain_grad() before backward()"""
HABITS = """\
dot inner matmul mm bmm einsum: @, with transpose or reshape
flatten ravel squeeze unsqueeze expand_dims view: x.reshape(shape)
permute swapaxes moveaxis t: x.transpose(axis, other_axis)
add subtract multiply divide negative: x + y, x - y, x * y, x / y, -x
power pow square sqrt: a power, such as x ** 2, x ** 0.5
abs absolute: x.relu() + (-x).relu()
maximum minimum clip clamp: relu; b + (x - b).relu() is at least b, b - (b - x).relu() at most
min: -(-x).max(axis)
std var: ((x - x.mean(axis, keepdims=True)) ** 2).mean(axis), and its ** 0.5
expit: x.sigmoid()
logsigmoid: m = Tensor((-x.data).clip(0)), then -(m + ((-m).exp() + (-x - m).exp()).log()), also where e⁻ˣ is infinite
norm: (x ** 2).sum(axis) ** 0.5
where: m * x + (1 - m) * y with m of zeros and ones
concatenate cat stack: concat([x, y], axis), or stack for a new axis
softmax: e = (x - x.max(-1, keepdims=True)).exp(), then e / e.sum(-1, keepdims=True), or another axis than -1
clone detach numpy: Tensor(x.data), x.data, or x * 1, which keeps the gradient
cpu cuda to: x itself, since there are no devices"""
INSTEAD = {name: line.partition(": ")[2] for line in HABITS.splitlines() for name in line.partition(":")[0].split()}


class NumpyHabits:
    """Base of Tensor: ``array * tensor`` is a Tensor, and what would lose the gradient is refused with the remedy."""

    def __eq__(self, other: object) -> bool:
        if self is not other and isinstance(other, (NumpyHabits, np.ndarray, np.generic, int, float, list)):
            raise TypeError(NOT_COMPARED)
        return self is other

    __hash__ = object.__hash__

    if TYPE_CHECKING:
        __array_ufunc__ = None  # so that array * tensor is a Tensor for a type checker, too; by __array__ an array
    else:

        def __lt__(self, other: Any) -> bool:
            raise TypeError(NOT_COMPARED)

        __le__ = __gt__ = __ge__ = __lt__

        def __rpow__(self, base: Any) -> Any:
            raise TypeError(NO_EXPONENT)

        def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
            return np.array(self.data, dtype, copy=copy)

        def __array_ufunc__(self, function: Any, method: str, first: Any, *_: Any, **how: Any) -> Any:
            if function.__name__ in REFLECTED and method == "__call__" and first is not self and not how:
                return getattr(self, REFLECTED[function.__name__])(first)  # array * tensor
            return self.__array_function__(function)

        def __array_function__(self, function: Any, *_: Any) -> Any:
            name = function.__name__
            instead = INSTEAD.get(name, f"x.{name}()" if hasattr(type(self), name) else "")
            use = f"would lose the gradient of a tensor x: use {instead}; or x.data, without one"
            raise TypeError(f"{name} {use if instead else 'takes arrays: give it x.data of a tensor x'}")

        def __getattr__(self, name: str) -> Any:
            array = f"x.data.{name}, which carries no gradient" if hasattr(np.ndarray, name) else ""
            instead = INSTEAD.get(name, array)
            raise AttributeError(f"Tensor has no {name}{instead and f': for a tensor x, write {instead}'}")


def _anew(name: str) -> Any:
    in_place, plain = (getattr(np.ndarray, f"__{i}{name}__") for i in ("i", ""))
    return lambda array, other: (in_place if array.flags.writeable else plain)(array, other)


class ReadOnly(np.ndarray[Any, Any]):
    """A gradient as one reads it, since tensors may share it: ``w.grad *= 0.5`` makes a new array and assigns it."""

    __iadd__, __isub__, __imul__, __itruediv__ = map(_anew, ("add", "sub", "mul", "truediv"))

    def __setitem__(self, key: Any, value: Any) -> None:
        if not self.flags.writeable:
            raise ValueError("grad is read-only: change a copy and assign it, as in g = w.grad.copy(); w.grad = g")
        super().__setitem__(key, value)

    def __repr__(self) -> str:
        return repr(np.asarray(self))
