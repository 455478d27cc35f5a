"""Ranks and rank correlation, against SciPy's."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from explorer.vectors.rank_correlation import quantile, ranks, spearman


@pytest.mark.parametrize("kinds", [3, 10, 10_000])
def test_ranks_and_correlation_are_scipys_with_ties_too(kinds: int) -> None:
    rng = np.random.default_rng(0)
    one, two = rng.integers(0, kinds, 200), rng.integers(0, kinds, 200)
    assert np.array_equal(ranks(one), stats.rankdata(one))
    assert spearman(one, two) == pytest.approx(stats.spearmanr(one, two).statistic, abs=1e-12)


def test_equal_values_have_no_correlation() -> None:
    assert math.isnan(spearman([1, 1, 1], [1, 2, 3]))


@given(
    arrays(np.float32, st.integers(1, 40), elements=st.floats(-1e6, 1e6, width=32)),
    st.sampled_from([0.0, 0.25, 0.5, 0.99, 0.995, 1.0]),
)
def test_a_quantile_is_numpys(values: np.ndarray, share: float) -> None:
    expected = float(np.quantile(values.astype(float), share))
    assert quantile(values, share) == pytest.approx(expected, rel=1e-12, abs=1e-9)


def test_a_quantile_of_float32_is_worked_out_in_float64() -> None:
    assert quantile(np.array([0, -20, -20, -20], np.float32), 0.99) == pytest.approx(-0.6, abs=1e-12)


def test_a_quantile_lies_between_two_numbers_and_leaves_them_where_they_are() -> None:
    values = np.array([[30.0, 0.0], [10.0, 20.0]])
    assert (quantile(values, 0), quantile(values, 0.4), quantile(values, 1)) == (0, pytest.approx(12), 30)
    assert values.tolist() == [[30, 0], [10, 20]]


@pytest.mark.parametrize(("values", "share"), [([], 0.5), ([1.0], 1.5), ([1.0], -0.1)])
def test_a_quantile_of_nothing_is_refused(values: list[float], share: float) -> None:
    with pytest.raises(ValueError, match="at least one number and a share from 0 to 1"):
        quantile(np.array(values), share)
