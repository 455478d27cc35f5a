"""Similarity of positions against brute force, and the page's facts about waves."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.functional import sinusoidal
from explorer.positional_encodings.position_similarity import (
    Waves,
    closeness,
    completed_turns,
    offset_dots,
    pair_of_column,
    unfinished,
)
from explorer.ui.positions.heatmap import fastest
from tests.support import examples

SMALL = st.builds(
    Waves, st.integers(2, 60), st.integers(1, 10).map(lambda pairs: 2 * pairs), st.sampled_from([10.0, 300.0, 1e4, 1e6])
)


@given(SMALL)
@settings(max_examples=examples(40))
def test_offset_dots_are_the_dot_products_with_row_0(waves):
    rows = waves.rows(np.arange(waves.length))
    np.testing.assert_allclose(offset_dots(waves), rows @ rows[0], atol=1e-11)


@pytest.mark.parametrize("cosine", [True, False])
@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_closeness_depends_on_the_offset_alone(cosine, layout):
    result = closeness(Waves(300, 64, 500.0, layout), cosine=cosine)
    assert result.deviation < 1e-12
    assert result.matrix.shape == (150, 150)
    assert result.step == 2
    assert result.curve[0] == pytest.approx(1 if cosine else 32)


@pytest.mark.parametrize("dim", [2, 6, 16, 514])
def test_one_layout_is_a_permutation_of_the_other(dim):
    places = [np.lexsort(pair_of_column(dim, layout)) for layout in ("interleaved", "concatenated")]
    alternating, halves = (sinusoidal(50, dim, layout=layout) for layout in ("interleaved", "concatenated"))
    assert (alternating[:, places[0]] == halves[:, places[1]]).all()


def test_doubling_the_base_leaves_the_fastest_wave_and_stretches_the_slowest_most():
    ratio = Waves(9, 128, 20_000.0).wavelengths / Waves(9, 128, 10_000.0).wavelengths
    assert ratio[0] == 1
    assert ratio[-1] == pytest.approx(2 ** (126 / 128))
    assert (np.diff(ratio) > 0).all()


def test_rows_0_and_6283_are_alike_where_all_hands_are_back():
    base, near, far, *narrow, wide = (10000, 0, 6283, 2, 4, 8, 128)
    for dim, alike in (*((dim, True) for dim in narrow), (wide, False)):
        waves = Waves(2, dim)
        assert (waves.base, near) == (base, 0)
        rows = waves.rows([near, far])
        assert (rows[0] @ rows[1] / (dim / 2) > 0.98) == alike
        assert completed_turns(waves, far).all() == alike
    assert len(narrow) == 3
    assert Waves(2, wide).rows([near, far]).prod(axis=0).sum() / 64 < 0.5


def test_a_hand_is_back_when_its_tip_is():
    waves = Waves(1, 64, 500.0)
    tips = waves.rows([700]).reshape(-1, 2)
    # A tenth of a turn is 36° to either side of the top.
    assert (completed_turns(waves, 700) == (tips[:, 1] > np.cos(0.2 * np.pi))).all()


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
@pytest.mark.parametrize("dim", [8, 16])
def test_the_columns_that_turn_fastest_are_where_the_page_says(dim, layout):
    # Which columns change sign most often, counted in the table itself.
    changes = np.count_nonzero(np.diff(np.sign(Waves(500, dim, 10_000.0, layout).rows(np.arange(500))), axis=0), axis=0)
    fastest_columns = np.flatnonzero(changes > 0.8 * changes.max()).tolist()
    assert fastest_columns == {"the first": [0, 1], "the first of each half": [0, dim // 2]}[fastest(layout)]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Waves(0, 4), "at least one row, .* got 0 × 4"),
        (lambda: Waves(4, 0), "got 4 × 0"),
        (lambda: Waves(4, 5), "a cosine beside each sine, got 4 × 5"),
    ],
)
def test_what_goes_wrong_is_said(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_unfinished_pairs_by_hand():
    # base 10 000, width 8: wavelengths 2π · 1, 10, 100, 1000 = 6.3, 63, 628, 6283.
    assert [unfinished(Waves(length, 8)) for length in (7, 8, 64, 630, 6_284, 6_285)] == [4, 3, 2, 1, 1, 0]
