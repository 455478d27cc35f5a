"""Bootstrap over word pairs: confidence intervals of the accuracy of analogies.

A question consists of two pairs, and a section of Google's set combines each of its few pairs with every other. So
thousands of questions contain a few dozen pairs, and questions that share a pair are correlated: treating them as
independent gives intervals that are too narrow. Here pairs are resampled with replacement, and a question counts as
often as both of its pairs were drawn; the interval is the middle 95 % of the shares.

If all questions are right, or none is, all draws are equal: then each pair is one trial, and the interval is Clopper
and Pearson's.

Sources: Efron 1979, "Bootstrap Methods: Another Look at the Jackknife"; drawing the members of pairs, rather than the
pairs of members: Snijders and Borgatti 1999, "Non-Parametric Standard Errors and Tests for Network Statistics"; Clopper
and Pearson 1934, "The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial".
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.words.analogies import Answers

DRAWS = 2000


@dataclass(frozen=True)
class Spread:
    """The word pairs of some questions, and the 95 % interval of the share answered correctly.

    `alike`: all questions are right or none is, so that the interval is Clopper and Pearson's.
    """

    pairs: int
    low: float
    high: float
    alike: bool = False


def spread(found: Answers, section: int | None = None, *, draws: int = DRAWS, seed: int = 0) -> Spread:
    """Interval, over word pairs, of the accuracy of one section or of all questions.

    Returns:
        The number of pairs, and the interval; 0 to 1 where no draw holds a question (fewer than two pairs), or the
        draws say the same although some questions are right and some are not (two pairs).

    >>> table = np.array([[1.0, 0, 0], [1, 0.2, 0], [0, 0, 1], [0, 0.9, 1]])
    >>> from explorer.words.analogies import ask
    >>> spread(ask(table, {"a": 0, "b": 1, "c": 2, "d": 3}.get, {"all": [("a", "b", "c", "d")]}))
    Spread(pairs=2, low=0.158..., high=1.0, alike=True)
    """
    mine = np.ones(len(found.asked), bool) if section is None else found.section == section
    asked, right = found.asked[mine], found.right[mine]
    known, inverse = np.unique(asked.reshape(-1, 2), axis=0, return_inverse=True)
    first, second = inverse.reshape(-1, 2).T
    count = len(known)
    if len(right) and (right.all() or not right.any()):
        return _alike(count, bool(right.all()))
    every, good = np.zeros((count, count), np.float32), np.zeros((count, count), np.float32)
    np.add.at(every, (first, second), 1)
    np.add.at(good, (first[right], second[right]), 1)
    shares = _shares(every, good, np.random.default_rng(seed), draws)
    if not len(shares):
        return Spread(count, 0.0, 1.0)
    low, high = np.percentile(shares, [2.5, 97.5])
    return Spread(count, float(low), float(high)) if low < high else Spread(count, 0.0, 1.0)


def _alike(pairs: int, right: bool) -> Spread:
    """Clopper-Pearson interval for trials with equal outcomes.

    >>> _alike(8, True).low.__round__(3), _alike(8, False).high.__round__(3)
    (0.631, 0.369)
    """
    low = 0.025 ** (1 / pairs)
    return Spread(pairs, low, 1.0, True) if right else Spread(pairs, 0.0, 1 - low, True)


def _shares(
    every: NDArray[np.float32], good: NDArray[np.float32], rng: np.random.Generator, draws: int
) -> NDArray[np.float64]:
    """Share answered correctly in each draw of the pairs; draws without a question are left out."""
    count = len(every)
    if not count:
        return np.empty(0)
    times = rng.multinomial(count, np.full(count, 1 / count), size=draws).astype(np.float32)
    asked, right = (np.einsum("dp,dp->d", times @ matrix, times) for matrix in (every, good))
    some = asked > 0
    shares: NDArray[np.float64] = right[some].astype(np.float64) / asked[some]
    return shares
