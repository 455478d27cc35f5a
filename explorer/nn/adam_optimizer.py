"""Adam with gradient clipping and a learning rate schedule (warm-up, then linear decay).

The optimizer is the core's own, `explorer.core.optim.Adam`, on one tensor that shares the model's flat vector.
"""

import math

import numpy as np
import numpy.typing as npt

from explorer.core import Tensor
from explorer.core.optim import Adam

Array = npt.NDArray[np.floating]


def adam(flat: Array) -> Adam:
    """Adam on this float32 vector, in place, with a smaller β₂ than usual."""
    return Adam([Tensor(flat, requires_grad=True)], betas=(0.9, 0.99))


def step(optimizer: Adam, gradient: Array, rate: float, clip: float = math.inf) -> None:
    """One step of `adam`; a gradient whose norm exceeds `clip` is scaled down to it.

    >>> x = np.ones(1, np.float32)
    >>> step(adam(x), np.array([10.0]), rate=0.1)
    >>> x.round(6).tolist() == np.float32([0.9]).tolist()  # Adam's first step is as long as the rate
    True
    """
    length = math.sqrt(float(gradient @ gradient))
    (parameter,) = optimizer.parameters
    parameter.grad = gradient * (clip / length) if length > clip else gradient
    optimizer.lr = rate
    optimizer.step()


def rate_at(step: int, steps: int, peak: float, warmup: int = 50) -> float:
    """Learning rate of step 0 … steps − 1: linear warm-up over `warmup` steps, then linear decay towards 0.

    >>> [round(rate_at(step, 100, 1.0, warmup=2), 2) for step in (0, 1, 2, 51, 99)]
    [0.5, 1.0, 1.0, 0.5, 0.01]
    """
    warmup = min(warmup, steps // 2)
    if step < warmup:
        return peak * (step + 1) / warmup
    return peak * (steps - step) / (steps - warmup)
