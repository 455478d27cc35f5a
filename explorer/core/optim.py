"""SGD and Adam, dense or row-sparse: they update all of a parameter, or only the touched rows of a table.

With a row-sparse gradient, ``step`` reads and writes only touched rows. For plain SGD the result is the dense one. With
state it is not: dense momentum and dense Adam keep updating a row after its token was last seen, because its running
mean is not yet zero; the lazy rule (as in ``torch.optim.SparseAdam``) leaves such a row unchanged until the token
occurs again. Assign ``weight.grad = weight.grad`` to get the dense behaviour. Left out: weight decay, and clipping the
norm of the gradients of touched rows.
"""

from __future__ import annotations

import math
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .argument_checks import Real, within
from .autograd import Array
from .errors import SettingError
from .functional.row_sparse_gradient import RowSparse
from .tensor import Tensor

WHOLE = ...  # data[...] is all of an array, whatever its axes


class Optimizer(ABC):
    """Base class. A parameter that is listed twice (tied embeddings) is updated once. `lr`: learning rate."""

    def __init__(self, parameters: Sequence[Tensor], lr: Real) -> None:  # a type checker refuses a Tensor
        if isinstance(parameters, Tensor) or not isinstance(parameters, Iterable):  # iterating a Tensor yields copies
            advice = "[tensor] or module.parameters()"
            raise TypeError(f"parameters must be a list of tensors, as in {advice}, got {type(parameters).__name__}")
        self.lr = within("lr", lr, 0, math.inf)
        given = list(parameters)
        if not given:
            raise SettingError("Expected at least one parameter, got an empty list")
        for number, parameter in enumerate(given):
            if not isinstance(parameter, Tensor):
                raise TypeError(f"Expected tensors as parameters, got {type(parameter).__name__} as number {number}")
            if parameter._rule is not None:  # the next forward pass makes it anew, so a step would be lost
                raise SettingError(f"Expected parameters, got the result of an operation as number {number}")
            if not parameter.requires_grad:
                raise SettingError(f"Expected parameters that require gradients, number {number} doesn't")
        self.parameters = list(dict.fromkeys(given))
        self.steps = 0

    def zero_grad(self) -> None:
        """Forget the gradients of all parameters."""
        for parameter in self.parameters:
            parameter.zero_grad()

    def step(self) -> None:
        """Update every parameter that has a gradient, and count the step.

        Raises:
            SettingError: a learning rate or a parameter that can't be; then none is updated.
        """
        within("lr", self.lr, 0, math.inf)
        for number, parameter in enumerate(self.parameters):
            if parameter._grad is not None and not parameter.data.flags.writeable:
                raise SettingError(f"Expected parameters that can be written, number {number} is read-only")
        self.steps += 1
        if all(parameter._grad is None for parameter in self.parameters):
            warnings.warn("step() found no gradient and changes nothing: call backward() first", stacklevel=2)
        for number, parameter in enumerate(self.parameters):
            grad = parameter._grad
            if isinstance(grad, RowSparse):
                self._move(number, parameter.data, grad.rows, grad.values)
            elif grad is not None:
                self._move(number, parameter.data, WHOLE, grad)
            parameter._steps += grad is not None  # backward() refuses a graph that was made before

    @abstractmethod
    def _move(self, number: int, data: Array, rows: Any, grad: Array) -> None:
        """Update ``data[rows]``, some rows or the WHOLE array, in place, given its gradient."""


class SGD(Optimizer):
    """w ← w − lr · v with v ← momentum · v + gradient (v is the gradient itself without momentum).

    Robbins & Monro 1951; momentum as Sutskever et al. 2013, in PyTorch's form.
    """

    def __init__(self, parameters: Sequence[Tensor], lr: Real, momentum: Real = 0.0) -> None:
        super().__init__(parameters, lr)
        self.momentum = within("momentum", momentum, 0, 1)
        self._velocity = [np.zeros(p.shape, p.data.dtype) if momentum else None for p in self.parameters]

    def _move(self, number: int, data: Array, rows: Any, grad: Array) -> None:
        velocity = self._velocity[number]
        if velocity is not None:
            velocity[rows] = grad = self.momentum * velocity[rows] + grad
        data[rows] -= self.lr * grad


class Adam(Optimizer):
    """w ← w − lr · m̂ / (√v̂ + eps), with running means m of the gradient and v of its square.

    Kingma & Ba 2015, algorithm 1. m̂ and v̂ are corrected for their start at zero by 1 / (1 − βᵗ), where t counts the
    optimizer's steps, also those in which a row was not touched. ``means`` holds (m, v) of every parameter.
    """

    def __init__(
        self, parameters: Sequence[Tensor], lr: Real = 1e-3, betas: tuple[Real, Real] = (0.9, 0.999), eps: Real = 1e-8
    ) -> None:
        super().__init__(parameters, lr)
        if not isinstance(betas, Sequence) or len(betas) != 2:
            raise SettingError(f"betas must be two numbers, such as (0.9, 0.999), got {betas!r}")
        self.betas = within("betas[0]", betas[0], 0, 1), within("betas[1]", betas[1], 0, 1)
        self.eps = within("eps", eps, 0, math.inf)
        self.means = [(np.zeros(p.shape, p.data.dtype), np.zeros(p.shape, p.data.dtype)) for p in self.parameters]

    def _move(self, number: int, data: Array, rows: Any, grad: Array) -> None:
        (beta1, beta2), (m, v) = self.betas, self.means[number]
        m[rows] = mean = beta1 * m[rows] + (1 - beta1) * grad
        v[rows] = square = beta2 * v[rows] + (1 - beta2) * grad**2
        unbias1, unbias2 = 1 / (1 - beta1**self.steps), 1 / (1 - beta2**self.steps)
        data[rows] -= self.lr * unbias1 * (mean / (np.sqrt(unbias2 * square) + self.eps))
