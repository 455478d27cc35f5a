"""Pictures of Positions: their numbers against an independent computation, and what they say of themselves."""

import math

import numpy as np
import pytest

from explorer.core import functional
from explorer.core.functional import sinusoidal
from explorer.core.functional.frequencies import Layout
from explorer.positional_encodings.downsample import Window, downsample, faded
from explorer.positional_encodings.position_similarity import Waves, alike
from explorer.positional_encodings.rope_alibi_scores import query_and_key
from explorer.ui.positions.near_positions import ALIKE, FAR, answer
from explorer.views import positions
from explorer.views import positions as views
from explorer.views.animation_frames import frames_of
from explorer.views.positions.counting import KINDS
from explorer.views.positions.learned_tables import TABLES
from tests.support import decimals_in, numbers_in


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
    view = positions.shift_error(length=100, dim=dim, layout=layout, k=k)
    assert view.table["position"].tolist() == list(range(100)) and view.table["largest error"].max() < 1e-12


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
