"""Word embedding association tests (WEAT): are the words of one list nearer to an attribute than those of another?

A word's association is its mean cosine with one list of attribute words minus that with a second list. Two lists of
target words are compared by the difference of their means in standard deviations over all target words (d), and by a
permutation test: the share of all splits into two lists of these sizes with a difference at least as large (p).

Source: Caliskan, Bryson and Narayanan 2017, "Semantics derived automatically from language corpora contain human-like
biases", Science 356, with its word lists (supplementary material, tests 1, 6, 7 and 8).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.preprocessing import PreparedTable, as_prepared, unit_rows

MOST = 20_000
"""Maximum number of permutations tested exactly; beyond it, this many are drawn at random."""


@dataclass(frozen=True)
class Test:
    """Two lists of target words and two of attribute words, each with a name."""

    name: str
    targets: tuple[tuple[str, tuple[str, ...]], tuple[str, tuple[str, ...]]]
    attributes: tuple[tuple[str, tuple[str, ...]], tuple[str, tuple[str, ...]]]


def _list(name: str, words: str) -> tuple[str, tuple[str, ...]]:
    return name, tuple(words.split())


_ARTS = "poetry art dance literature novel symphony drama sculpture"
TESTS = (
    Test(
        "career and family, by first names",
        (
            _list("men's first names", "john paul mike kevin steve greg jeff bill"),
            _list("women's first names", "amy joan lisa sarah diana kate ann donna"),
        ),
        (
            _list("career", "executive management professional corporation salary office business career"),
            _list("family", "home parents children family cousins marriage wedding relatives"),
        ),
    ),
    Test(
        "mathematics and arts, by words for men and women",
        (
            _list("mathematics", "math algebra geometry calculus equations computation numbers addition"),
            _list("arts", _ARTS),
        ),
        (
            _list("male words", "male man boy brother he him his son"),
            _list("female words", "female woman girl sister she her hers daughter"),
        ),
    ),
    Test(
        "science and arts, by words for men and women",
        (
            _list("science", "science technology physics chemistry einstein nasa experiment astronomy"),
            _list("arts", "poetry art shakespeare dance literature novel symphony drama"),
        ),
        (
            _list("male words", "brother father uncle grandfather son he his him"),
            _list("female words", "sister mother aunt grandmother daughter she hers her"),
        ),
    ),
    Test(
        "flowers and insects, by pleasant and unpleasant words",
        (
            _list(
                "flowers",
                "aster clover hyacinth marigold poppy azalea crocus iris orchid rose bluebell daffodil lilac pansy "
                "tulip buttercup daisy lily peony violet carnation gladiola magnolia petunia zinnia",
            ),
            _list(
                "insects",
                "ant caterpillar flea locust spider bedbug centipede fly maggot tarantula bee cockroach gnat mosquito "
                "termite beetle cricket hornet moth wasp blackfly dragonfly horsefly roach weevil",
            ),
        ),
        (
            _list(
                "pleasant",
                "caress freedom health love peace cheer friend heaven loyal pleasure diamond gentle honest lucky "
                "rainbow diploma gift honor miracle sunrise family happy laughter paradise vacation",
            ),
            _list(
                "unpleasant",
                "abuse crash filth murder sickness accident death grief poison stink assault disaster hatred pollute "
                "tragedy divorce jail poverty ugly cancer kill rotten vomit agony prison",
            ),
        ),
    ),
)


@dataclass(frozen=True, eq=False)
class Outcome:
    """Result of a test.

    Attributes:
        first, second: association of each target word of the two lists.
        effect: d, difference of the two means over the standard deviation of all of them together (n − 1).
        p: share of splits with a difference at least as large, including the real one.
        dealt: number of splits.
        exact: whether these are all splits.
    """

    first: NDArray[np.float64]
    second: NDArray[np.float64]
    effect: float
    p: float
    dealt: int
    exact: bool


def mean_cosines(
    table: NDArray[np.float32] | PreparedTable,
    words: NDArray[np.int64],
    one: NDArray[np.int64],
    other: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Mean cosine of each of the rows `words` with the rows `one`, and with the rows `other`, (2, n).

    A word's association is the first minus the second.

    >>> mean_cosines(np.eye(3, dtype=np.float32), np.array([0]), np.array([0, 1]), np.array([2])).tolist()
    [[0.5], [0.0]]
    """
    view = as_prepared(table)
    first, *lists = (unit_rows(view.rows(rows)).astype(np.float64) for rows in (words, one, other))
    return np.stack([(first @ each.T).mean(axis=1) for each in lists])


def compare(first: NDArray[np.float64], second: NDArray[np.float64], *, seed: int = 0) -> Outcome:
    """Effect and probability of a difference between two lists of associations.

    Raises:
        ValueError: fewer than two words in a list, or all associations equal.

    >>> found = compare(np.array([3.0, 4.0]), np.array([1.0, 2.0]))
    >>> round(found.effect, 3), found.dealt, round(found.p, 4)
    (1.549, 6, 0.1667)
    """
    if len(first) < 2 or len(second) < 2:
        raise ValueError(f"Each list needs at least two words, got {len(first)} and {len(second)}")
    every = np.concatenate([first, second])
    spread = float(every.std(ddof=1))
    if spread == 0:
        raise ValueError("All words have the same association")
    total = math.comb(len(every), len(first))
    exact = total <= MOST
    if exact:
        ways = np.array(list(combinations(range(len(every)), len(first))))
    else:
        rng = np.random.default_rng(seed)
        ways = rng.permuted(np.tile(np.arange(len(every)), (MOST, 1)), axis=1)[:, : len(first)]
    # With fixed sizes the difference of means grows with the first list's sum alone; rounding must not lose a tie.
    sums = every[ways].sum(axis=1)
    as_large = int((sums >= first.sum() - 1e-12 * np.abs(every).sum()).sum())
    p = as_large / total if exact else (as_large + 1) / (MOST + 1)
    effect = float(first.mean() - second.mean()) / spread
    return Outcome(first, second, effect, p, total if exact else MOST, exact)
