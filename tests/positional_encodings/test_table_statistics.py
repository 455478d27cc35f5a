"""Statistics of trained and computed position tables, norms of vectors, and rotary scores."""

import math

import numpy as np
import pytest

from explorer.core.functional import sinusoidal
from explorer.data import load_minilm, load_whisper
from explorer.nn.attention_bias import alibi_slopes
from explorer.positional_encodings.rope_alibi_scores import RotaryRequest, alibi_rule, query_and_key, rotary_scores
from explorer.positional_encodings.table_statistics import largest_rise, table_facts
from explorer.positional_encodings.vector_lengths import start_bounds


def test_facts_by_brute_force():
    table = np.random.default_rng(0).normal(size=(12, 5)).astype(np.float32).astype(np.float64)
    facts = table_facts(table)
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    for k in range(12):
        cosines = [unit[p] @ unit[p + k] for p in range(12 - k)]
        assert facts.curve[k] == pytest.approx(np.mean(cosines))
    values = np.linalg.eigvalsh(np.cov(table.T))[::-1]
    np.testing.assert_allclose(facts.variance, values / values.sum())
    assert facts.components_for(1.0) == 5
    assert facts.components_for(facts.variance[0] / 2) == 1
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


@pytest.mark.slow
def test_row_0_stands_out_in_both_learned_tables():
    for table in (load_whisper().positions, load_minilm().positions):
        lengths = np.linalg.norm(table.astype(np.float64), axis=1)
        assert abs(lengths - np.median(lengths)).argmax() == 0
    assert table_facts(load_whisper().positions).zero_stands_out == pytest.approx(1.95, abs=0.01)
    assert table_facts(load_minilm().positions).zero_stands_out == pytest.approx(4.94, abs=0.01)
    assert table_facts(load_whisper().sinusoids).zero_stands_out == pytest.approx(1, abs=1e-3)


def test_learned_neighbours_are_alike_and_the_curve_rises_far_more_than_the_waves_do():
    for table in (load_whisper().positions, load_minilm().positions):
        facts, waves = table_facts(table), table_facts(sinusoidal(*table.shape))
        assert facts.curve[1] > 0.8 > facts.curve[16]
        mine, theirs = (largest_rise(found.curve[: len(table) // 2]).by for found in (facts, waves))
        assert mine > 0.4
        assert round(theirs, 2) == 0.05
        assert facts.components_for(0.9) < waves.components_for(0.9)


def test_the_largest_rise_is_that_of_brute_force():
    curve = np.random.default_rng(3).normal(size=60)
    best = max(((curve[k] - curve[j], j, k) for k in range(60) for j in range(k)), default=(0, 0, 0))
    found = largest_rise(curve)
    assert (found.by, found.start, found.end) == pytest.approx(best)


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
