"""Muon: a matrix moves by the rotation in its gradient, whatever the gradient's stretch.

Jordan et al. 2024, "Muon: An optimizer for hidden layers in neural networks",
https://kellerjordan.github.io/posts/muon/. A gradient's singular values differ by orders of magnitude, so plain steps
move a matrix along few directions. Here all singular values are brought near 1 before the step, by five rounds of a
polynomial in the matrix (no decomposition). For the matrices between the embedding and the output only: tables and
gains are Adam's. Left out: weight decay.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating]

COEFFICIENTS = (3.4445, -4.7750, 2.0315)
ROUNDS = 5


def orthogonal(matrix: Array, rounds: int = ROUNDS) -> Array:
    """The matrix with its singular values brought near 1: (m, n) → (m, n).

    They end between .68 and 1.14, unless they began more than about a hundredfold below the matrix's norm. Each round
    maps every singular value s to 3.4445 s − 4.775 s³ + 2.0315 s⁵.

    >>> stretched = np.diag([3.0, 1.0, 0.5])
    >>> singular = np.linalg.svd(orthogonal(stretched), compute_uv=False)
    >>> bool(singular.min() > 0.68 and singular.max() < 1.14)
    True
    """
    a, b, c = COEFFICIENTS
    x = matrix.T if matrix.shape[0] > matrix.shape[1] else matrix  # the product x xᵀ is then the smaller one
    x = x / (np.linalg.norm(x) + 1e-7)
    for _ in range(rounds):
        square = x @ x.T
        x = a * x + (b * square + c * (square @ square)) @ x
    return x.T if matrix.shape[0] > matrix.shape[1] else x


class Muon:
    """Momentum, made orthogonal, as a step in place.

    Args:
        matrices: (in, out) each; views into a larger vector are moved where they lie.
        momentum: how much of the mean gradient stays at each step.

    >>> w = np.zeros((2, 2))
    >>> Muon([w]).step([np.array([[5.0, 0.0], [0.0, 5.0]])], rate=0.1)
    >>> bool(0.06 < -w[0, 0] < 0.12 and w[0, 1] == 0)
    True
    """

    def __init__(self, matrices: list[Array], momentum: float = 0.95) -> None:
        self.matrices, self.momentum = matrices, momentum
        self.m = [np.zeros_like(matrix) for matrix in matrices]

    def step(self, gradients: list[Array], rate: float) -> None:
        """Move every matrix against its mean gradient, looked at one step ahead, by `rate` × √max(1, out / in)."""
        for matrix, mean, gradient in zip(self.matrices, self.m, gradients, strict=True):
            mean *= self.momentum
            mean += (1 - self.momentum) * gradient
            ahead = self.momentum * mean + (1 - self.momentum) * gradient
            matrix -= rate * math.sqrt(max(1.0, matrix.shape[1] / matrix.shape[0])) * orthogonal(ahead)
