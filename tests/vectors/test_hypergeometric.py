"""The hypergeometric tail against exact counting and SciPy."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom

from explorer.vectors.hypergeometric import at_least


@given(st.integers(1, 60), st.integers(0, 60), st.integers(0, 60), st.integers(-2, 62))
def test_small_sizes_are_counted_out(rows: int, marked: int, drawn: int, here: int) -> None:
    marked, drawn = min(marked, rows), min(drawn, rows)
    ways = sum(comb(marked, k) * comb(rows - marked, drawn - k) for k in range(max(here, 0), min(marked, drawn) + 1))
    assert at_least(here, rows, marked, drawn) == pytest.approx(ways / comb(rows, drawn), rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("here", [40, 60, 200, 900])
def test_large_tables_agree_with_scipy(here: int) -> None:
    ours, theirs = at_least(here, 400_000, 9_000, 1_500), float(hypergeom.sf(here - 1, 400_000, 9_000, 1_500))
    assert ours == pytest.approx(theirs, rel=1e-7)
