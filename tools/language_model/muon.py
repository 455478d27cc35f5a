"""Muon: an optimizer that orthogonalizes a matrix's momentum before the step.

Jordan et al. 2024, "Muon: An optimizer for hidden layers in neural networks",
https://kellerjordan.github.io/posts/muon/. A gradient's singular values differ by orders of magnitude, so plain steps
move a matrix along few directions. Muon brings all singular values near 1 before the step, by five Newton–Schulz
iterations (no decomposition). It is used for the matrices between embedding and output; Adam updates tables and gains.
Left out: weight decay.
"""

import math

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating]

COEFFICIENTS = (3.4445, -4.7750, 2.0315)
ROUNDS = 5


def orthogonal(matrix: Array, rounds: int = ROUNDS) -> Array:
    """The matrix with its singular values brought near 1: (m, n) → (m, n).

    They end between 0.68 and 1.14, unless they were less than about a hundredth of the matrix's norm. Each round maps
    every singular value s to 3.4445 s − 4.775 s³ + 2.0315 s⁵.

    >>> stretched = np.diag([3.0, 1.0, 0.5])
    >>> singular = np.linalg.svd(orthogonal(stretched), compute_uv=False)
    >>> bool(singular.min() > 0.68 and singular.max() < 1.14)
    True
    """
    a, b, c = COEFFICIENTS
    x = matrix.T if matrix.shape[0] > matrix.shape[1] else matrix  # so that x xᵀ is the smaller product
    x = x / (np.linalg.norm(x) + 1e-7)
    for _ in range(rounds):
        square = x @ x.T
        x = a * x + (b * square + c * (square @ square)) @ x
    return x.T if matrix.shape[0] > matrix.shape[1] else x


class Muon:
    """Muon's step on several matrices, in place.

    Args:
        matrices: (in, out) each; they may be views into a larger vector.
        momentum: decay of the running mean of gradients.

    >>> w = np.zeros((2, 2))
    >>> Muon([w]).step([np.array([[5.0, 0.0], [0.0, 5.0]])], rate=0.1)
    >>> bool(0.06 < -w[0, 0] < 0.12 and w[0, 1] == 0)
    True
    """

    def __init__(self, matrices: list[Array], momentum: float = 0.95) -> None:
        self.matrices, self.momentum = matrices, momentum
        self.m = [np.zeros_like(matrix) for matrix in matrices]

    def step(self, gradients: list[Array], rate: float) -> None:
        """Update every matrix with Nesterov momentum, by `rate` × √max(1, out / in)."""
        for matrix, mean, gradient in zip(self.matrices, self.m, gradients, strict=True):
            mean *= self.momentum
            mean += (1 - self.momentum) * gradient
            ahead = self.momentum * mean + (1 - self.momentum) * gradient
            matrix -= rate * math.sqrt(max(1.0, matrix.shape[1] / matrix.shape[0])) * orthogonal(ahead)
