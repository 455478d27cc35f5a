"""Pictures of Positions: their numbers against an independent computation, and what they say of themselves."""

import math
import re

import numpy as np
import pytest

from explorer.core import functional
from explorer.core.functional import sinusoidal
from explorer.core.functional.frequencies import Layout
from explorer.positional_encodings.downsample import Window, downsample, faded
from explorer.positional_encodings.position_similarity import Waves, alike
from explorer.positional_encodings.rope_alibi_scores import query_and_key
from explorer.positional_encodings.vector_addition import POSITIONS, WORDS
from explorer.ui.positions.near_positions import ALIKE, FAR, answer
from explorer.views import positions
from explorer.views import positions as views
from explorer.views.animation_frames import frames_of
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


NUMBER = r"−?[\d,]+(?:\.\d+)?"


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


@pytest.mark.parametrize(("layout", "dim"), [("interleaved", 16), ("concatenated", 16), ("interleaved", 4)])
@pytest.mark.parametrize("k", [1, 64])
def test_the_matrix_turns_each_row_into_the_one_k_on(layout: Layout, dim: int, k: int) -> None:
    rows = sinusoidal(100 + k, dim, layout=layout, dtype=np.float64)
    table = positions.shift_matrix(dim=dim, layout=layout, k=k).table
    matrix = np.stack([table[f"column {c}"] for c in range(dim)], axis=1)
    np.testing.assert_allclose(rows[:100] @ matrix.T, rows[k:], atol=1e-12)


def _score(dim: int, base: float, offset: int) -> float:
    """Score of the random query `offset` positions after the random key, with pairs as complex numbers."""
    query, key = (each[::2] + 1j * each[1::2] for each in query_and_key(dim, 0))
    turn = np.exp(1j * offset * base ** (-np.arange(0, dim, 2) / dim))
    return float((query * turn * key.conj()).real.sum())


@pytest.mark.parametrize(("dim", "base", "position"), [(128, 10_000.0, 3), (4, 10.0, 8_191), (6, 100.0, 0)])
def test_a_turned_pair_is_the_pair_times_a_complex_number(dim: int, base: float, position: int) -> None:
    view = positions.rope_turn(position=position, dim=dim, base=base)
    angles = position * base ** (-2 * np.array(view.table["pair"]) / dim)
    np.testing.assert_allclose(view.table["angle"], angles)
    before, after = (view.table[f"{when}, first"] + 1j * view.table[f"{when}, second"] for when in ("before", "after"))
    np.testing.assert_allclose(after, before * np.exp(1j * angles), atol=1e-9)
    drawn = len(view.table["pair"])
    assert numbers_in(view.left_out) == ({dim // 2, drawn} if drawn < dim // 2 else set())


@pytest.mark.parametrize(
    ("length", "dim", "base"), [(256, 128, 10_000.0), (4, 4, 100_000.0), (2, 4, 10.0), (3_000, 16, 50.0)]
)
def test_what_the_order_of_query_and_key_makes_is_a_number(length: int, dim: int, base: float) -> None:
    """At width 4 and base 100,000 the scores 3 positions apart are 1.05 and 1.05."""
    far = min(5, length - 1)
    before, after = _score(dim, base, far), _score(dim, base, -far)
    view = positions.rope_over_distance(length=length, dim=dim, base=base)
    np.testing.assert_allclose(
        [view.table[f"key {side} the query"][far] for side in ("before", "after")], [before, after], atol=1e-9
    )
    said = numbers_in(view.sentence.rpartition("difference of")[2])
    assert min(abs(number - abs(before - after)) for number in said) <= 0.06 * abs(before - after)


_PLAIN = str.maketrans({"−": "-", ",": None, "(": None, ")": None})


def test_the_score_stays_where_query_and_key_move_alike() -> None:
    def score(position: int, key: int) -> float:
        return decimals_in(positions.rope_turn(position=position, key=key).says)[-1]

    assert score(3, 0) == score(8, 5) == score(103, 100) != score(8, 0)


def swing(numbers: np.ndarray) -> np.ndarray:
    return np.sqrt((numbers.astype(float) ** 2).mean())


@pytest.mark.slow
@pytest.mark.parametrize("base", [10.0, 10_000.0, 1e6])
@pytest.mark.parametrize(("length", "dim"), [(8_192, 1_024), (8_192, 1_022), (3_000, 128)])
def test_the_pairs_that_are_called_pale_are_those_whose_cells_have_lost_half_of_their_swing(length, dim, base):
    waves, every = Waves(length, dim, base), Window(0, length - 1, 0, dim - 1)
    view = downsample(waves, every)
    table = functional.sinusoidal(length, dim, base=base, layout="interleaved")
    quarter = -(-len(view.cells) // 4)
    lost: dict[str, set[int]] = {"upper": set(), "lower": set()}
    for at, (pair, cosine) in enumerate(zip(view.pair.tolist(), view.is_cosine.tolist(), strict=True)):
        joined = [p for p in range(pair, pair + view.per_column) if 2 * p + cosine < dim]
        values = table[:, [2 * p + cosine for p in joined]]
        for name, cells, rows in (
            ("upper", view.cells[:quarter, at], values[: quarter * view.per_row]),
            ("lower", view.cells[-quarter:, at], values[(len(view.cells) - quarter) * view.per_row :]),
        ):
            if swing(cells) < swing(rows) / 2:
                lost[name].update(joined)
    assert faded(waves, every, view) == (sorted(lost["upper"]), sorted(lost["lower"]))


def test_a_part_is_drawn_as_the_table_has_it_and_said_to_be_one():
    view = views.heatmap(length=512, dim=16, positions=(300, 302), dimensions=(4, 7))
    table = functional.sinusoidal(512, 16, base=10_000.0, layout="interleaved")
    np.testing.assert_allclose(view.spec.data[0]["z"], table[300:303, 4:8], atol=1e-6)
    assert numbers_in(view.left_out) == {300, 302, 512, 4, 7, 16}
    assert views.heatmap(length=512, dim=16).left_out == ""


@pytest.mark.parametrize("wrong", [(5, 4), (-1, 3), (0, 512), (0.0, 3), (1, 2, 3)])
def test_a_part_outside_the_table_is_refused(wrong):
    with pytest.raises(ValueError, match="first and the last of 0 to 511"):
        views.heatmap(length=512, positions=wrong)


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_the_framed_row_moves_with_its_numbers_and_the_table_stands_still(layout):
    frames = frames_of(views.heatmap(length=300, dim=16, layout=layout, cursor=3).call, "cursor", range(300))
    table = functional.sinusoidal(300, 16, base=10_000.0, layout=layout)
    assert frames.traces == () and set(frames.layout[0]) == {"shapes"}
    for row in (0, 7, 299):
        assert {(shape["y0"], shape["y1"]) for shape in frames.layout[row]["shapes"]} == {(row - 0.5, row + 0.5)}
        np.testing.assert_allclose(decimals_in(frames.sentences[row])[:6], table[row, :6], atol=5.1e-4)


def test_position_0_is_the_first_line_and_a_dimension_a_column() -> None:
    spec = views.heatmap(length=6, dim=4).spec
    np.testing.assert_allclose(spec.data[0]["z"], functional.sinusoidal(6, 4), atol=1e-6)
    assert spec.layout["yaxis"]["autorange"] == "reversed"


def test_pairs_out_of_step_are_called_pale_and_where_every_cell_is_a_value_none_is():
    said = views.heatmap(length=8_192, dim=1_024).sentence  # columns 480 to 488 are pairs 240 to 244, a turn in 480
    (last,) = re.findall(r"from 0 to (\d+)", said)
    assert int(last) > 244


@pytest.mark.parametrize(("dim", "base"), [(8, 10), (1_022, 10_000), (4, 1e6)])
def test_the_steps_of_the_worked_number_meet_and_end_at_the_number_in_the_table(dim, base):
    worked = views.heatmap(length=9, dim=dim, base=base).formula.worked
    pair = int(re.search(r"pair (\d+)", worked)[1])
    position, omega, angle = (float(n) for n in re.search(r"\$(\d) \\cdot ([\d.]+) = ([\d.]+)\$", worked).groups())
    assert angle == pytest.approx(position * omega, rel=1e-5)
    sine = float(re.search(r"sine is \$([\d.−]+)\$", worked)[1])
    assert sine == pytest.approx(float(functional.sinusoidal(9, dim, base=base)[3, 2 * pair]), abs=6e-5)


def test_a_part_of_one_position_is_said_in_the_singular() -> None:
    part = views.heatmap(length=300, dim=300, positions=(10, 10), dimensions=(297, 299))
    assert numbers_in(part.left_out) == {10, 297, 299, 300} and "positions" not in part.left_out


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


def test_what_is_not_drawn_or_compared_is_said() -> None:
    assert numbers_in(positions.shift_matrix(dim=128).left_out) == {64, 12}
    assert positions.shift_matrix(dim=24).left_out == ""


def test_positions_that_are_not_drawn_are_said() -> None:
    view = positions.rope_scores(length=3_000, dim=16)
    drawn = view.table["query at"]
    assert numbers_in(view.left_out) == {3_000, int(drawn[1]), len(drawn)}
    assert positions.rope_scores(length=256).left_out == ""


def test_a_head_takes_its_slope_off_for_each_position() -> None:
    slopes = positions.alibi_slopes(heads=12, head=8, length=3)
    assert slopes.table["slope"][8] == pytest.approx(2**-0.5)
    assert slopes.spec.data[8]["y"].tolist() == pytest.approx([0, -(2**0.5)])
    (alone,) = slopes.at_question(False).spec.data
    assert alone["y"].tolist() == slopes.spec.data[8]["y"].tolist(), "the other heads are the answer"


@pytest.mark.parametrize("position", [0, 3, 100, 8_191])
@pytest.mark.parametrize("base", [10.0, 10_000.0])
def test_the_worked_turn_follows_from_the_numbers_that_it_shows(position: int, base: float) -> None:
    worked = positions.rope_turn(position=position, base=base).formula.worked.partition("a' = ")[2]
    line, second = worked.removesuffix(".").split(", and b' is ")
    a, cos, b, sin, first = (float(part.translate(_PLAIN)) for part in re.split(" [·=] | − ", line))
    assert (first, float(second.translate(_PLAIN))) == pytest.approx(
        (a * cos - b * sin, a * sin + b * cos), abs=5.01e-4
    )


def test_a_turn_is_said_with_its_unit() -> None:
    for position, unit in ((0, "0 radians"), (1, "1 radian"), (8_191, "8,191 radians")):
        assert f" {unit}" in positions.rope_turn(position=position).formula.worked
