"""Exact principal component analysis: no sampling, no random projection.

The mean and the matrix of second moments are summed in float64 over blocks of rows (two passes over the table), and
LAPACK finds all eigenvectors of that D × D matrix. A table with fewer rows than numbers goes through the singular value
decomposition instead. Signs: the largest entry of each direction is positive, as in scikit-learn's `svd_flip` with
`u_based_decision=False`, so the same table gives the same picture everywhere.

Source: Pearson 1901; the eigenvalue form in Bishop 2006, "Pattern Recognition and Machine Learning", §12.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.preprocessing import ROUNDING, SMALL, PreparedTable, Preprocessing, as_prepared

MOMENT_BLOCK = 2048
UNEQUAL = 1e-10
"""Share of the first component's variance below which another one's direction is lost among the sums of squares."""


@dataclass(frozen=True, eq=False)
class Pca:
    """Principal components of a view, and the one definition of "share of the variance" that every page uses.

    The variance is the spread about the mean row. Where the mean was not subtracted, the components are those of the
    sum of squares, and part of that sum is the mean itself: `squares` and `mean_parts` say how much, `shares` is still
    the share of the variance that a direction shows.

    Attributes:
        mean: (D,) float64, what was subtracted (zeros when not centred).
        middle: (D,) float64, the mean of all rows, subtracted or not.
        count: V, number of rows.
        components: (k, D) float64, orthonormal, strongest first; k = min(V, D).
        moments: (k,) float64, Σ (row − mean)² along each / (V − 1): the variance along it where centred; 0 where it
            is no more than rounding.
        total: the same of all D numbers together.

    >>> found = pca(np.array([[9.0, 1.0], [9.0, -1.0]]), center=False)
    >>> found.squares.round(3).tolist(), found.mean_parts.round(3).tolist(), found.shares.round(3).tolist()
    ([0.988, 0.012], [0.988, 0.0], [0.0, 1.0])
    """

    mean: NDArray[np.float64]
    middle: NDArray[np.float64]
    count: int
    components: NDArray[np.float64]
    moments: NDArray[np.float64]
    total: float

    @cached_property
    def squares(self) -> NDArray[np.float64]:
        """Share of the sum of squares along each component; they sum to 1 (all zeros for a table of nothing)."""
        return self.moments / self.total if self.total > 0 else np.zeros_like(self.moments)

    @cached_property
    def mean_parts(self) -> NDArray[np.float64]:
        """Share of the sum of squares that is the mean row's, along each component: all zeros when centred."""
        left = self.components @ (self.middle - self.mean)
        return left**2 * self.count / (self.count - 1) / self.total if self.total > 0 else np.zeros_like(left)

    @property
    def mean_share(self) -> float:
        """Share of the sum of squares that is the mean row's, in all D numbers: 0 when centred."""
        left = self.middle - self.mean
        return float(left @ left) * self.count / (self.count - 1) / self.total if self.total > 0 else 0.0

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """Share of the variance, the spread about the mean row, along each component.

        They sum to 1; all are zero where the rows differ by no more than rounding. Strongest first when centred;
        otherwise the first may show less than the second.
        """
        spread = self.squares - self.mean_parts
        spread[spread <= ROUNDING] = 0
        return spread / (spread.sum() or 1) if self.mean_share else spread

    def explained(self, which: Sequence[int]) -> float:
        """Share of the variance that a picture along these components shows; one named twice counts once."""
        return float(self.shares[list(dict.fromkeys(which))].sum())

    def project(self, table: NDArray[Any] | PreparedTable, which: tuple[int, ...] = (0, 1)) -> NDArray[np.float32]:
        """Coordinates (V, len(which)) of a table's rows on chosen components, counted from 0.

        Raises:
            ValueError: a component that does not exist.
        """
        if not all(0 <= number < len(self.components) for number in which):
            shown = ", ".join(str(number + 1) for number in which)
            raise ValueError(f"This table has {len(self.components)} components; asked for {shown}")
        axes = self.components[list(which)]
        view = as_prepared(table)
        if not view.exact:
            return view.project(axes) - (axes @ self.mean).astype(np.float32)
        out = np.empty((view.shape[0], len(axes)), np.float32)
        for start, rows in view.blocks():
            out[start : start + len(rows)] = (rows - self.mean) @ axes.T
        return out


def mean_row(table: NDArray[Any] | PreparedTable) -> NDArray[np.float64]:
    """The mean of all rows, (D,) float64.

    >>> mean_row(np.array([[1.0, 2.0], [3.0, 6.0]])).tolist()
    [2.0, 4.0]
    """
    view = as_prepared(table)
    total = np.zeros(view.shape[1])
    for _, rows in view.blocks():
        total += rows.sum(axis=0, dtype=np.float64)
    return total / max(view.shape[0], 1)


def moments(table: NDArray[Any] | PreparedTable, mean: NDArray[np.float64]) -> NDArray[np.float64]:
    """Σ (row − mean)(row − mean)ᵀ over all rows, (D, D) float64.

    The mean is subtracted before squaring: the textbook shortcut Σxxᵀ − V·mean·meanᵀ loses every digit when
    the mean is large against the spread.
    """
    view = as_prepared(table)
    width = view.shape[1]
    total = np.zeros((width, width))
    buffer = np.empty((MOMENT_BLOCK, width))
    for _, rows in view.blocks(MOMENT_BLOCK):
        part = np.subtract(rows, mean, out=buffer[: len(rows)])
        total += part.T @ part
    return total


def pca(table: NDArray[Any] | PreparedTable, *, center: bool = True) -> Pca:
    """All principal components of a table.

    Args:
        table: (V, D) array or view.
        center: subtract the mean row first; without it the components are those of the sum of squares, mean included.

    Raises:
        ValueError: fewer than two rows, or no columns.

    >>> result = pca(np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 4.0]]))
    >>> result.components[0].round(3).tolist(), result.shares.round(3).tolist()
    ([0.447, 0.894], [1.0, 0.0])
    """
    view = as_prepared(table)
    count, width = view.shape
    if count < 2 or width < 1:
        raise ValueError(f"PCA needs at least two rows and one column, got shape ({count}, {width})")
    middle = mean_row(view)
    mean = middle if center else np.zeros(width)
    few, squares = count <= width, np.ones(1)
    if not few:
        values, columns = np.linalg.eigh(moments(view, mean))
        squares, vectors = np.maximum(values[::-1], 0.0) / (count - 1), columns.T[::-1]
    if few or (squares[-1] < UNEQUAL * squares[0] and view.table.size <= SMALL):
        rows = np.concatenate([part for _, part in view.blocks()]).astype(np.float64) - mean
        values, vectors = np.linalg.svd(rows, full_matrices=False)[1:]
        squares = values**2 / (count - 1)
    squares[squares <= ROUNDING * squares.sum()] = 0
    return Pca(mean, middle, count, _fix_signs(vectors), squares, float(squares.sum()))


def _fix_signs(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Flip directions (k, D) whose largest entry is negative."""
    largest = np.abs(vectors).argmax(axis=1)
    signs = np.sign(vectors[np.arange(len(vectors)), largest])
    return np.ascontiguousarray(vectors * signs[:, None])


def strongest(rows: NDArray[Any], most: int) -> Pca:
    """The first `most` principal components of a few rows (n, D), centred, at a fifth of the cost of all.

    They come from the (n, n) Gram matrix, whose eigenvalues are squared lengths: rounding hides directions with less
    than 10⁻⁶ of the first one's spread. If such are asked for, all components are computed.

    >>> found = strongest(np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 5.0]]), 1)
    >>> found.components.round(3).tolist(), found.shares.round(3).tolist()
    ([[0.368, 0.93]], [0.998])
    """
    middle = mean_row(rows)
    gaps = np.asarray(rows, np.float64) - middle
    products = gaps @ gaps.T
    count = len(gaps)
    values, vectors = np.linalg.eigh(products)
    values, vectors = values[: -most - 1 : -1], vectors[:, : -most - 1 : -1]
    if values[-1] <= ROUNDING * values[0]:
        return pca(rows)
    axes = vectors.T @ gaps / np.sqrt(values)[:, None]
    return Pca(middle, middle, count, _fix_signs(axes), values / (count - 1), float(np.trace(products)) / (count - 1))


def prepare(table: NDArray[Any], recipe: Preprocessing) -> PreparedTable:
    """Apply a `Preprocessing`: compute the mean and the directions to remove, exactly, and return the view.

    Raises:
        ValueError: all directions, or more, are to be removed.

    >>> view = prepare(np.array([[1.0, 0.0], [3.0, 0.0], [2.0, 1.0], [2.0, -1.0]]), Preprocessing(center=True))
    >>> view.rows([0, 1]).tolist()
    [[-1.0, 0.0], [1.0, 0.0]]
    """
    width = table.shape[1]
    if recipe.remove >= min(table.shape):
        raise ValueError(f"At most {min(table.shape) - 1} directions can be removed here, got {recipe.remove}")
    mean = mean_row(table) if recipe.center else None
    removed = None
    if recipe.remove:
        removed = pca(PreparedTable(table, mean=mean), center=False).components[: recipe.remove]
        assert removed.shape == (recipe.remove, width)
    return PreparedTable(table, mean=mean, removed=removed, unit=recipe.unit)


def random_shares(rows: int, width: int, *, seed: int = 0) -> NDArray[np.float64]:
    """Shares of variance of a random normal matrix of the same shape, the null model of a scree plot.

    The matrix of second moments has a Wishart distribution. Bartlett's decomposition draws it directly (chi on the
    diagonal, normal below), without the V × D numbers, so this is exact for 400,000 rows, too.

    Source: Bartlett 1933; Anderson 2003, "An Introduction to Multivariate Statistical Analysis", §7.2.

    >>> random_shares(1000, 3).round(2).tolist()
    [0.35, 0.33, 0.31]
    """
    rng = np.random.default_rng(seed)
    degrees = max(rows - 1, 1)
    if degrees <= width:
        small = rng.standard_normal((degrees, width))
        values = np.linalg.svd(small, compute_uv=False) ** 2
    else:
        triangle = np.tril(rng.standard_normal((width, width)), -1)
        triangle[np.diag_indices(width)] = np.sqrt(rng.chisquare(degrees - np.arange(width)))
        values = np.linalg.svd(triangle, compute_uv=False) ** 2
    shares = np.zeros(min(rows, width))  # of centred rows that are no more than the columns, the last is 0
    shares[: len(values)] = values / values.sum()
    return shares
