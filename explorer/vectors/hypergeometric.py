"""Tail of the hypergeometric distribution: the probability of so many marked rows in a random draw.

Implemented here because scipy.stats takes 60 MB of memory to import, and 200 µs for one number.

Source: Feller 1968, "An Introduction to Probability Theory and Its Applications", vol. 1, §II.6.
"""

from math import exp, lgamma

import numpy as np


def at_least(here: int, rows: int, marked: int, drawn: int) -> float:
    """P(at least `here` of `drawn` rows are marked), drawn without replacement from `rows`, of which `marked` are.

    The first term is computed from logarithms of factorials, each further one from its predecessor. Exact to about ten
    digits where `here` is above the expected number, so that the terms decrease.

    >>> round(at_least(2, rows=6, marked=2, drawn=3), 9), at_least(3, rows=6, marked=2, drawn=3)
    (0.2, 0.0)
    """
    least, most = max(0, drawn + marked - rows), min(marked, drawn)
    if here <= least:
        return 1.0
    if here > most:
        return 0.0
    first = _ways(marked, here) + _ways(rows - marked, drawn - here) - _ways(rows, drawn)
    x = np.arange(here, most, dtype=np.float64)
    ratios = (marked - x) * (drawn - x) / ((x + 1) * (rows - marked - drawn + x + 1))
    return min(1.0, exp(first) * (1.0 + float(np.cumprod(ratios).sum())))


def _ways(total: int, some: int) -> float:
    return lgamma(total + 1) - lgamma(some + 1) - lgamma(total - some + 1)
