"""Ranks and their correlation, against SciPy's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from explorer.vectors.ranks import ranks, spearman


@pytest.mark.parametrize("kinds", [3, 10, 10_000])
def test_ranks_and_correlation_are_scipys_with_ties_too(kinds: int) -> None:
    rng = np.random.default_rng(0)
    one, two = rng.integers(0, kinds, 200), rng.integers(0, kinds, 200)
    assert np.array_equal(ranks(one), stats.rankdata(one))
    assert spearman(one, two) == pytest.approx(stats.spearmanr(one, two).statistic, abs=1e-12)


def test_equal_values_have_no_correlation() -> None:
    assert math.isnan(spearman([1, 1, 1], [1, 2, 3]))
