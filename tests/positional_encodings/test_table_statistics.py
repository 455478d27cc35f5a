"""Statistics of tables of positions, the shift as a matrix, and large tables drawn small."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.functional import shift_matrix, sinusoidal
from explorer.data import load_minilm, load_whisper
from explorer.nn.attention_bias import alibi_slopes
from explorer.positional_encodings.downsample import CELLS, MOST_COLUMNS, Window, consecutive_sinusoids, downsample
from explorer.positional_encodings.position_similarity import Waves, pair_of_column
from explorer.positional_encodings.rope_alibi_scores import RotaryRequest, alibi_rule, query_and_key, rotary_scores
from explorer.positional_encodings.table_statistics import table_facts
from explorer.positional_encodings.vector_lengths import start_bounds
from tests.support import examples


def test_facts_by_brute_force():
    table = np.random.default_rng(0).normal(size=(12, 5)).astype(np.float32).astype(np.float64)
    facts = table_facts(table)
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    for k in range(12):
        cosines = [unit[p] @ unit[p + k] for p in range(12 - k)]
        assert facts.curve[k] == pytest.approx(np.mean(cosines))
    assert facts.offset_share < 0.9
    assert facts.weakest_step == 1 + np.argmin([unit[p] @ unit[p + 1] for p in range(1, 11)])
    np.testing.assert_allclose(facts.cosines, unit @ unit.T, atol=1e-6)
    coarse = table_facts(table, every=5)
    np.testing.assert_allclose(coarse.cosines, unit[[0, 5, 10]] @ unit[[0, 5, 10]].T, atol=1e-6)
    assert coarse.weakest_step == facts.weakest_step and coarse.offset_share == facts.offset_share


def test_sinusoids_depend_on_the_offset_alone_and_learned_tables_do_not():
    assert table_facts(sinusoidal(448, 384)).offset_share > 0.999999
    assert 0.7 < table_facts(load_whisper().positions).offset_share < 0.85
    assert 0.4 < table_facts(load_minilm().positions).offset_share < 0.6


def test_learned_neighbours_are_alike_and_the_curve_rises_far_more_than_the_waves_do():
    for table in (load_whisper().positions, load_minilm().positions):
        facts, waves = table_facts(table), table_facts(sinusoidal(*table.shape))
        assert facts.curve[1] > 0.8 > facts.curve[16]
        half = [each.curve[: len(table) // 2] for each in (facts, waves)]
        mine, theirs = (float((curve - np.minimum.accumulate(curve)).max()) for curve in half)
        assert mine > 0.4
        assert round(theirs, 2) == 0.05


def test_a_score_knows_which_comes_first():
    request = RotaryRequest(300, 128)
    scores = rotary_scores(request)
    assert scores.ahead[0] == scores.curve[0]
    step = int(scores.positions[1])
    assert scores.matrix[0, 3] == pytest.approx(scores.ahead[3 * step])
    assert scores.matrix[3, 0] == pytest.approx(scores.curve[3 * step])
    assert abs(scores.ahead[5] - scores.curve[5]) > 1


@pytest.mark.parametrize("heads", range(1, 33))
def test_slopes_of_any_number_of_heads_follow_the_rule(heads):
    first, rest = alibi_rule(heads)
    slopes = alibi_slopes(heads)
    np.testing.assert_allclose(slopes[:first], alibi_slopes(first))
    np.testing.assert_allclose(slopes[first:], alibi_slopes(2 * first)[::2][:rest])
    if rest:
        assert slopes.argmax() == first  # the first of the rest is steeper than all before it


def test_start_bounds_of_the_course():
    bounds = start_bounds(50_000, 512)
    assert bounds.token == pytest.approx(0.0109, abs=5e-5)
    assert bounds.position == pytest.approx(0.0625)
    assert bounds.ratio == pytest.approx(math.sqrt(50_512 / 1_536))
    assert round(bounds.ratio, 1) == 5.7


def test_rotary_scores_by_hand():
    # Width 2 is one clock: the score of q turned by m and k turned by n is |q||k| cos(angle between + m − n).
    request = RotaryRequest(6, 2, seed=4)
    query, key = query_and_key(2, 4)
    between = np.arctan2(query[1], query[0]) - np.arctan2(key[1], key[0])
    scores = rotary_scores(request)
    expected = np.linalg.norm(query) * np.linalg.norm(key) * np.cos(between + np.arange(6))
    np.testing.assert_allclose(scores.curve, expected, atol=1e-12)
    assert scores.matrix[5, 2] == pytest.approx(expected[3])
    assert scores.deviation < 1e-12


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: table_facts(np.ones((1, 4))), r"at least two rows .* got shape \(1, 4\)"),
        (lambda: start_bounds(0, 4), "at least 1, got 0 and 4"),
        (lambda: rotary_scores(RotaryRequest(0, 4)), "At least one position is needed, got 0"),
        (lambda: rotary_scores(RotaryRequest(4, 5)), "must be even"),
    ],
)
def test_what_goes_wrong_is_said(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def by_hand(waves: Waves, window: Window, per_row: int, per_column: int) -> np.ndarray:
    table = waves.rows(np.arange(window.first, window.last + 1))[:, window.left : window.right + 1]
    cosine = pair_of_column(waves.dim, waves.layout)[1][window.left : window.right + 1]
    columns = {}
    for kind in (False, True):
        of_kind = np.flatnonzero(cosine == kind)
        for start in range(0, len(of_kind), per_column):
            columns[of_kind[start]] = table[:, of_kind[start : start + per_column]].mean(axis=1)
    joined = np.stack([columns[at] for at in sorted(columns)], axis=1)
    return np.stack([joined[at : at + per_row].mean(axis=0) for at in range(0, len(joined), per_row)])


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
@pytest.mark.parametrize(("length", "dim"), [(1, 2), (7, 6), (512, 128), (3_000, 64), (1_030, 300), (900, 1_022)])
def test_every_cell_is_the_mean_of_what_it_stands_for(length, dim, layout):
    waves = Waves(length, dim, 3_000.0, layout)
    view = downsample(waves)
    expected = by_hand(waves, Window(0, length - 1, 0, dim - 1), view.per_row, view.per_column)
    assert view.cells.shape == expected.shape
    np.testing.assert_allclose(view.cells, expected, atol=1e-6)


@given(st.data())
@settings(max_examples=examples(60))
def test_any_window_of_any_table(data):
    waves = Waves(
        data.draw(st.integers(1, 8_192)),
        2 * data.draw(st.integers(1, 512)),
        1e4,
        data.draw(st.sampled_from(["interleaved", "concatenated"])),
    )
    first = data.draw(st.integers(0, waves.length - 1))
    left = data.draw(st.integers(0, waves.dim - 1))
    window = Window(
        first,
        data.draw(st.integers(first, min(waves.length - 1, first + 3_000))),
        left,
        data.draw(st.integers(left, waves.dim - 1)),
    )
    view = downsample(waves, window)
    assert view.cells.size <= CELLS
    assert view.cells.shape[1] <= MOST_COLUMNS + 2
    assert len(view.columns) == len(view.pair) == len(view.is_cosine) == view.cells.shape[1]
    if view.per_column == 1:
        assert (view.pair == pair_of_column(waves.dim, waves.layout)[0][window.left : window.right + 1]).all()
    if window.last - window.first < 300:
        np.testing.assert_allclose(view.cells, by_hand(waves, window, view.per_row, view.per_column), atol=1e-6)


def test_the_largest_table_is_drawn_within_the_limit_and_a_zoom_shows_single_values():
    waves = Waves(8_192, 1_024)
    whole = downsample(waves)
    assert whole.cells.nbytes <= 300_000
    assert (whole.per_row, whole.per_column) == (64, 4)
    assert whole.positions[0] == 31.5
    assert whole.columns[:2].tolist() == [1.5, 5.5]
    part = downsample(waves, Window(8_000, 8_191, 100, 199))
    assert (part.per_row, part.per_column) == (1, 1)
    np.testing.assert_allclose(part.cells, waves.rows(np.arange(8_000, 8_192))[:, 100:200], atol=1e-6)
    assert part.positions[0] == 8_000
    assert part.columns[0] == 100


def test_a_window_outside_the_table_is_refused():
    with pytest.raises(ValueError, match="does not lie within a table of 4 × 4"):
        downsample(Waves(4, 4), Window(0, 4, 0, 3))


def test_rotary_scores_of_one_position_are_the_plain_product():
    scores = rotary_scores(RotaryRequest(1, 16))
    query, key = query_and_key(16, 0)
    assert scores.matrix.shape == (1, 1)
    np.testing.assert_allclose([scores.matrix[0, 0], scores.curve[0]], query @ key)


def test_rotary_scores_of_a_long_sequence_draw_some_positions_and_know_all_offsets():
    scores = rotary_scores(RotaryRequest(3_000, 16))
    assert len(scores.positions) <= 256
    assert len(scores.curve) == 3_000
    assert scores.deviation < 1e-10


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
@pytest.mark.parametrize(("length", "dim", "start"), [(0, 4, 0), (300, 8, 0), (300, 6, 127), (1, 64, 131_071)])
def test_the_fast_table_is_the_core_s(length, dim, start, layout):
    fast = consecutive_sinusoids(length, dim, base=3_000.0, layout=layout, start_pos=start)
    slow = sinusoidal(length, dim, base=3_000.0, layout=layout, start_pos=start)
    assert fast.shape == slow.shape and np.allclose(fast, slow, atol=1e-6)


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_the_rotation_holds_at_every_position_of_the_largest_table(layout):
    matrix = shift_matrix(64, 256, layout=layout)
    rows = Waves(8_192 + 64, 256, layout=layout).rows(np.arange(8_192 + 64))
    np.testing.assert_allclose(rows[:-64] @ matrix.T, rows[64:], atol=2e-12)
