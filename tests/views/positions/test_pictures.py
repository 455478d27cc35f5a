"""Pictures of Positions: their numbers against an independent computation, and what they say of themselves."""

import math
import re

import numpy as np
import pytest

from explorer.core import functional
from explorer.core.functional import sinusoidal
from explorer.core.functional.frequencies import Layout
from explorer.positional_encodings.position_similarity import Waves, alike
from explorer.positional_encodings.vector_addition import POSITIONS, WORDS
from explorer.ui.positions.near_positions import ALIKE, FAR, answer
from explorer.views import positions
from explorer.views import positions as views
from explorer.views.positions._sine_cosine import MOST, TURNS
from explorer.views.positions.counting import KINDS
from explorer.views.positions.learned_tables import TABLES
from explorer.wording import number
from tests.support import decimals_in, numbers_in, parse_number


@pytest.mark.parametrize("kind", KINDS)
def test_the_hands_of_the_dials_and_the_steps_between_positions(kind: str) -> None:
    radices, _ = KINDS[kind]
    periods = np.cumprod(radices)

    def tips(position: int) -> np.ndarray:
        return np.concatenate(
            [[np.sin(t), np.cos(t)] for t in 2 * np.pi * (position // (periods // radices) / radices)]
        )

    apart = [np.linalg.norm(tips(position + 1) - tips(position)) for position in range(128)]
    view = positions.neighbours(kind=kind, position=99)
    assert view.table["if they jump"] == pytest.approx(apart)
    assert {round(value, 3) for value in (min(apart), max(apart), apart[99])} <= numbers_in(view.sentence)
    # Positions beyond the drawn ones may lie further apart: the sentence says that they are not drawn.
    assert bool(view.left_out) == (math.prod(radices) > 128)


def test_a_dials_hand_points_where_its_turns_say() -> None:
    view = positions.dials(kind="tens", hands="glide", position=47)
    assert view.table["turns"] == pytest.approx([4.7, 0.47, 0.047])
    hands = [trace for trace in view.spec.data if trace["mode"] == "lines+markers"]
    assert hands[0]["x"][1] - hands[0]["x"][0] == pytest.approx(0.8 * math.sin(2 * math.pi * 0.7), abs=1e-6)


@pytest.mark.parametrize("per_turn", TURNS)
def test_the_worked_sine_is_that_of_the_angle_shown_beside_it(per_turn: int) -> None:
    for position in range(MOST + 1):
        angle, sine, cosine = decimals_in(positions.face(per_turn=per_turn, position=position).formula.worked)
        assert (math.sin(angle), math.cos(angle)) == pytest.approx((sine, cosine), abs=0.006)
        assert math.isclose(angle, 2 * math.pi * (position % per_turn) / per_turn, abs_tol=0.001)


def test_the_hand_s_pen_has_drawn_what_it_passed_within_the_last_turn():
    for position, oldest in ((0, 0), (5, 5), (23, 12)):
        made = positions.face(position=position).figure()
        waves = {trace.name: trace for trace in made.data if trace.name in ("sine", "cosine")}
        angles = 2 * np.pi * np.array([position, position - oldest]) / 12
        assert np.allclose([waves["sine"].x[0], waves["sine"].x[-1]], np.sin(angles), atol=1e-6)
        assert np.allclose([waves["cosine"].y[0], waves["cosine"].y[-1]], np.cos(angles), atol=1e-6)
        assert len(waves["sine"].x) == 73, "as many points at every position, so that Play can glide"


NUMBER = r"−?[\d,]+(?:\.\d+)?"


@pytest.mark.parametrize(("dim", "base", "pair"), [(1_022, 1_000_000.0, 510), (1_024, 1_000_000.0, 300), (8, 10.0, 1)])
def test_a_wavelength_follows_from_the_power_shown(dim, base, pair):
    view = views.wavelengths(dim=dim, base=base, pairs=(pair,))
    factor, power, said = re.search(rf"= ({NUMBER}) · ({NUMBER}) = ({NUMBER}) positions", view.formula.worked).groups()
    assert said == number(parse_number(factor) * parse_number(power), 4)
    assert parse_number(said) == pytest.approx(2 * np.pi / functional.frequencies(dim, base=base)[pair], rel=1e-3)


@pytest.mark.parametrize("length", [2, 5, 8_192])
def test_the_last_position_lies_in_sight(length):
    drawn = views.wavelengths(length=length).spec.to_dict()["layout"]
    low, high = drawn["yaxis"]["range"]
    assert low < np.log10(drawn["shapes"][0]["y0"]) < high


@pytest.mark.parametrize("word", WORDS)
def test_the_two_sums_of_the_arrows_add_up_as_they_are_decimals_in(word: str) -> None:
    for position in range(POSITIONS):
        angle = 2 * math.pi * position / POSITIONS
        first, step, total, first_up, step_up, total_up = decimals_in(
            positions.arrows(word=word, position=position).formula.worked
        )
        assert (first + step, first_up + step_up) == pytest.approx((total, total_up), abs=1e-9)
        assert (step, step_up) == pytest.approx((math.sin(angle), math.cos(angle)), abs=0.005)


def test_one_growing_number_drowns_the_word() -> None:
    for position in range(POSITIONS):
        view = positions.arrows(position=position, encoding="One growing number")
        first, step, total, *_ = decimals_in(view.formula.worked)
        assert (first, step, total) == pytest.approx((2.8, position, 2.8 + position), abs=1e-9)
        dog, man = (np.array(WORDS[word]) + position for word in ("dog", "man"))
        cosine = dog @ man / np.linalg.norm(dog) / np.linalg.norm(man)
        assert {round(abs(float(cosine)), 2), 0.77} <= numbers_in(view.sentence)


@pytest.mark.parametrize(("dim", "base"), [(8, 10_000.0), (4, 100.0), (128, 10.0)])
def test_the_matrix_and_the_curve_are_those_of_the_rows(dim: int, base: float) -> None:
    rows = sinusoidal(20, dim, base=base, dtype=np.float64)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    for measure, expected in (("cosine", unit @ unit.T), ("dot product", rows @ rows.T)):
        settings = {"length": 20, "dim": dim, "base": base, "measure": measure}
        table = positions.similarity_matrix(**settings).table
        np.testing.assert_allclose([table[str(p)] for p in range(20)], expected, atol=1e-12)
        curve = positions.similarity_curve(**settings).table[measure]
        np.testing.assert_allclose(curve, expected[0], atol=1e-12)


@pytest.mark.parametrize(("length", "step", "drawn"), [(256, 1, 256), (1_500, 8, 188)])
def test_what_is_not_drawn_is_said(length: int, step: int, drawn: int) -> None:
    view = positions.similarity_matrix(length=length)
    assert len(view.table["position"]) == drawn
    assert numbers_in(view.left_out) == ({length, step, drawn} - {1} if step > 1 else set())


def test_the_colours_end_at_the_largest_value() -> None:
    for measure, largest in (("cosine", 1), ("dot product", 2)):
        view = positions.similarity_matrix(length=8, dim=4, measure=measure)
        assert view.spec is not None and view.spec.data[0]["zmax"] == largest
        assert np.max([view.table[str(p)] for p in range(8)]) == pytest.approx(largest)


@pytest.mark.parametrize(("dim", "base"), [(128, 10_000.0), (4, 100.0), (6, 10.0)])
def test_rows_100_apart_are_as_alike_as_their_cosine(dim: int, base: float) -> None:
    rows = sinusoidal(FAR + 1, dim, base=base, dtype=np.float64)
    cosine = rows[0] @ rows[FAR] / np.linalg.norm(rows[0]) / np.linalg.norm(rows[FAR])
    assert alike(Waves(1, dim, base), 0, FAR) == pytest.approx(cosine)
    low, high = {ALIKE[0]: (-1, 0.2), ALIKE[1]: (0.2, 0.6), ALIKE[2]: (0.6, 1)}[answer(cosine)]
    assert low <= round(cosine, 2) <= high
    assert abs(round(cosine, 2)) in numbers_in(positions.similarity_matrix(dim=dim, base=base).sentence)


@pytest.mark.slow
@pytest.mark.parametrize(("table", "step", "drawn"), list(zip(TABLES, (2, 2, 6), (224, 256, 250), strict=True)))
def test_cosines_are_those_of_the_rows_that_are_drawn(table: str, step: int, drawn: int) -> None:
    rows = TABLES[table]().astype(np.float64)
    for waves in (False, True):
        view = positions.table_similarity(table=table, sinusoidal=waves)
        each = (sinusoidal(*rows.shape, dtype=np.float64) if waves else rows)[::step]
        unit = each / np.linalg.norm(each, axis=1, keepdims=True)
        np.testing.assert_allclose([view.table[str(p)] for p in range(0, len(rows), step)], unit @ unit.T, atol=1e-5)
        assert numbers_in(view.left_out) == {len(rows), step, drawn}


@pytest.mark.slow
@pytest.mark.parametrize(("table", "tied"), list(zip(TABLES, (False, False, True), strict=True)))
def test_where_all_steps_are_as_weak_none_is_called_the_weakest(table: str, tied: bool) -> None:
    rows = TABLES[table]().astype(np.float64)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    steps = (unit[1:-1] * unit[2:]).sum(axis=1)
    assert (np.ptp(steps) < 1e-4) == tied
    worked = positions.table_similarity(table=table).formula.worked
    step = 1 if tied else int(steps.argmin()) + 1
    assert {step, step + 1} <= numbers_in(worked)


@pytest.mark.slow
@pytest.mark.parametrize(("length", "dim"), [(256, 128), (40, 4), (9, 6)])
def test_pairs_of_rows_that_tie_are_counted(length, dim):
    rows = functional.sinusoidal(length, dim, dtype=np.float64)
    apart = np.linalg.norm(rows[:, None] - rows, axis=2)[np.triu_indices(length, 1)]
    tie = int(np.count_nonzero(np.isclose(apart, apart.min(), rtol=1e-9)))
    assert tie in numbers_in(views.nearest_rows(length=length, dim=dim).says)


def test_the_root_follows_from_the_sum_shown():
    for length, dim, base in ((256, 128, 10_000.0), (4, 4, 10.0), (8_192, 8, 1_000_000.0)):
        worked = views.nearest_rows(length=length, dim=dim, base=base).formula.worked
        total, root = re.findall(r"\d[\d,]*(?:\.\d+)?", worked)[-2:]
        assert number(float(total.replace(",", "")) ** 0.5, 4) == root


@pytest.mark.parametrize(("layout", "dim"), [("interleaved", 16), ("concatenated", 16), ("interleaved", 4)])
@pytest.mark.parametrize("k", [1, 64])
def test_the_matrix_turns_each_row_into_the_one_k_on(layout: Layout, dim: int, k: int) -> None:
    rows = sinusoidal(100 + k, dim, layout=layout, dtype=np.float64)
    table = positions.shift_matrix(dim=dim, layout=layout, k=k).table
    matrix = np.stack([table[f"column {c}"] for c in range(dim)], axis=1)
    np.testing.assert_allclose(rows[:100] @ matrix.T, rows[k:], atol=1e-12)
    view = positions.shift_error(length=100, dim=dim, layout=layout, k=k)
    assert view.table["position"].tolist() == list(range(100)) and view.table["largest error"].max() < 1e-12


def test_what_is_not_drawn_or_compared_is_said() -> None:
    assert numbers_in(positions.shift_matrix(dim=128).left_out) == {64, 12}
    assert positions.shift_matrix(dim=24).left_out == ""
    some = positions.shift_error(length=2_000, dim=1_024)
    assert len(some.table["position"]) == 32 and {32, 2_000} <= numbers_in(some.sentence)
    assert "all 2,000" in positions.shift_error(length=2_000, dim=1_024, every=True).sentence
