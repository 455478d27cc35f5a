"""Ranks, rank correlation and quantiles.

Implemented here because `scipy.stats` takes 40 MB of memory to load, and NumPy's quantile of a picture's few thousand
numbers takes eight times as long, a thirtieth of a page's run.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def ranks(values: ArrayLike) -> NDArray[np.float64]:
    """Rank of each of `values` (n,) in ascending order, from 1; ties share the mean of their ranks.

    >>> ranks([10.0, 30.0, 10.0]).tolist()
    [1.5, 3.0, 1.5]
    """
    _, which, counts = np.unique(np.asarray(values, np.float64), return_inverse=True, return_counts=True)
    means = np.cumsum(counts) - (counts - 1) / 2
    return np.asarray(means[which])


def spearman(one: ArrayLike, two: ArrayLike) -> float:
    """Spearman's correlation: Pearson's, of the ranks. NaN if all values of one list are equal.

    Source: Spearman 1904, "The Proof and Measurement of Association between Two Things".

    >>> spearman([1, 2, 3], [10, 20, 15])
    0.5
    """
    first, second = (values - values.mean() for values in (ranks(one), ranks(two)))
    size = float(np.sqrt((first @ first) * (second @ second)))
    return round(float(first @ second) / size, 12) if size else float("nan")


def quantile(values: NDArray[np.floating], share: float) -> float:
    """Quantile with linear interpolation, as in `numpy.quantile`.

    Raises:
        ValueError: no numbers, or a share outside its range.

    >>> quantile(np.array([[4.0, 1.0], [3.0, 2.0]]), 0.5)
    2.5
    """
    if not values.size or not 0 <= share <= 1:
        raise ValueError(f"Expected at least one number and a share from 0 to 1, got {values.size} and {share}")
    at = share * (values.size - 1)
    below = int(at)
    above = min(below + 1, values.size - 1)
    found = np.partition(values.ravel(), (below, above))
    low, high = float(found[below]), float(found[above])  # in float32 interpolation from 0 to -20 does not end at -20
    return low + (at - below) * (high - low)
