"""Adam on one flat vector, with the usual company: warm-up, linear decay, clipped gradient.

Kingma and Ba 2015, algorithm 1, https://arxiv.org/abs/1412.6980. The core's Adam steps a list of tensors and knows
about touched rows; here all numbers of a model lie in one vector, and the step is eight passes over it.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating]


class FlatAdam:
    """Adam whose state is as long as the vector it steps.

    >>> x = np.array([1.0])
    >>> optimizer = FlatAdam(x)
    >>> optimizer.step(np.array([10.0]), rate=0.1)
    >>> x.round(6).tolist()  # the first step has the size of the rate, whatever the gradient's
    [0.9]
    """

    def __init__(self, flat: Array, *, beta1: float = 0.9, beta2: float = 0.99, epsilon: float = 1e-8) -> None:
        self.flat, self.beta1, self.beta2, self.epsilon = flat, beta1, beta2, epsilon
        self.m, self.v, self._work = np.zeros_like(flat), np.zeros_like(flat), np.empty_like(flat)
        self.t = 0

    def step(self, gradient: Array, rate: float, clip: float = math.inf) -> None:
        """One step in place. A gradient longer than `clip` is shortened to it first; it is overwritten."""
        length = math.sqrt(float(gradient @ gradient))
        if length > clip:
            gradient *= clip / length
        self.t += 1
        work = self._work
        self.m *= self.beta1
        self.m += np.multiply(gradient, 1 - self.beta1, out=work)
        gradient *= gradient
        self.v *= self.beta2
        self.v += np.multiply(gradient, 1 - self.beta2, out=work)
        np.multiply(self.v, 1 / (1 - self.beta2**self.t), out=work)
        np.sqrt(work, out=work)
        work += self.epsilon
        np.divide(self.m, work, out=work)
        work *= rate / (1 - self.beta1**self.t)
        self.flat -= work


def rate_at(step: int, steps: int, peak: float, warmup: int = 50) -> float:
    """Learning rate of step 0 … steps − 1: up in a straight line over `warmup` steps, then down towards 0.

    >>> [round(rate_at(step, 100, 1.0, warmup=2), 2) for step in (0, 1, 2, 51, 99)]
    [0.5, 1.0, 1.0, 0.5, 0.01]
    """
    warmup = min(warmup, steps // 2)
    if step < warmup:
        return peak * (step + 1) / warmup
    return peak * (steps - step) / (steps - warmup)
