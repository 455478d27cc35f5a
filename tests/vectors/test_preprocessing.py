"""Rows of a table: preprocessing, cycles, chance, rows of zeros, k-means, a line's shadow."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.metrics import silhouette_samples

from explorer.data import load_whisper
from explorer.embedding_pipeline.onehot_product import one_hot_product
from explorer.memory.quantization_error import neighbours
from explorer.positional_encodings.position_similarity import Waves, unfinished
from explorer.vectors.kmeans import kmeans, shared_pairs, silhouettes
from explorer.vectors.line_projection import best_angle, closest_shadows, shadow
from explorer.vectors.map_quality import distortion
from explorer.vectors.neighbours import cosines
from explorer.vectors.pca import mean_row, pca
from explorer.vectors.preprocessing import PreparedTable, copied, row_blocks
from explorer.vectors.similarity_measures import COSINE, EUCLID, MEASURES, near_rows
from explorer.vectors.wave_cycle_count import turns
from explorer.views.projection import _line_projection as figures
from explorer.words.toy_words import WORDS, points
from tests.support import examples, resident

TENTH = 5_000
"""Rows of Whisper's table, a tenth of it: passes over the whole would take seconds."""


@settings(max_examples=examples(60))
@given(rows=st.integers(0, 40), size=st.integers(1, 50))
def test_a_pass_meets_each_row_once_and_in_order(rows: int, size: int) -> None:
    table = np.arange(rows * 2.0).reshape(rows, 2)
    blocks = list(row_blocks(table, size))
    assert [first for first, _ in blocks] == list(range(0, rows, size))
    assert np.array_equal(np.concatenate([np.empty((0, 2)), *(block for _, block in blocks)]), table)


PASSES: dict[str, Callable[[NDArray[Any]], object]] = {
    "cosines": lambda table: cosines(PreparedTable(table), table[:1].astype(np.float32)),
    "mean": mean_row,
    "one-hot": lambda table: one_hot_product(np.array([3]), table),
    "fewer bits": lambda table: neighbours(table, np.array([3]), 2),
}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="which pages a process holds is read from Linux")
@pytest.mark.parametrize("name", PASSES)
def test_after_a_pass_the_pages_of_a_mapped_table_are_no_longer_held(name: str) -> None:
    table = load_whisper().tokens[:TENTH]
    float(table.sum(dtype=np.float32))
    assert resident(table) > 0.9 * table.nbytes / 1024
    PASSES[name](table)
    # Rows read after the last block (the queries) map a few neighbouring pages again.
    assert resident(table) < 0.2 * table.nbytes / 1024


@pytest.mark.parametrize("ids", [[0, 2], np.array([0, 2]), slice(0, 3, 2)])
def test_rows_after_the_steps_leave_the_table_as_it_is(ids: Any) -> None:
    table = np.arange(1.0, 13.0, dtype=np.float32).reshape(3, 4)
    before = table.copy()
    found = PreparedTable(table, mean=np.ones(4), unit=True).rows(ids)
    np.testing.assert_array_equal(table, before)
    expected = before[ids] - 1
    np.testing.assert_allclose(found, expected / np.linalg.norm(expected, axis=1, keepdims=True), rtol=1e-6)
    assert not np.shares_memory(found, table)


@pytest.mark.parametrize(
    ("length", "dim", "base"), [(64, 256, 1_000.0), (16, 16, 3.0), (64, 64, 10_000.0), (1, 8, 10.0)]
)
def test_a_wave_is_whole_when_its_hand_has_come_round_by_the_last_position(length: int, dim: int, base: float) -> None:
    whole = 0
    for pair in range(dim // 2):
        angle = 0.0
        for _ in range(length - 1):  # one step from each position to the next
            angle += base ** (-2 * pair / dim)
        whole += angle >= 2 * np.pi
    waves = Waves(length, dim, base)
    assert int((turns(waves.frequencies, length) >= 1).sum()) == whole
    assert dim // 2 - unfinished(waves) == whole


TABLE = np.random.default_rng(0).normal(size=(20, 4)).astype(np.float32)
TABLE[11] = 0


@pytest.mark.parametrize("measure", MEASURES)
def test_what_is_near_a_row_of_zeros(measure: str) -> None:
    found = near_rows(TABLE, 11, 5, measure)
    lengths = np.linalg.norm(TABLE, axis=1)
    shortest = [row for row in np.argsort(lengths) if row != 11][:5]
    assert found.ids.tolist() == (shortest if measure == "Euclid" else [])


def test_a_row_of_zeros_is_in_no_list_of_cosines() -> None:
    others = [row for row in range(20) if row != 11]
    assert all(11 not in near_rows(TABLE, row, 19).ids for row in others)
    assert len(near_rows(TABLE, 0, 19).ids) == 18
    assert 11 in near_rows(TABLE, 0, 19, "Euclid").ids


def test_shares_of_neighbours_are_of_rows_with_a_direction() -> None:
    found = distortion(TABLE, TABLE[:, :2], k=3, sample=None)
    assert 11 not in found.examined and len(found.examined) == 19 and found.margin == 0
    own = [np.isin(near_rows(TABLE, row, 3).ids, _drawn(row)).sum() for row in found.examined]
    assert found.shared.tolist() == own
    assert len(distortion(TABLE, TABLE[:, :2], k=3, sample=None, measure="Euclid").examined) == 20


def _drawn(row: int) -> list[int]:
    gaps = np.linalg.norm(TABLE[:, :2] - TABLE[row, :2], axis=1)
    return [other for other in np.argsort(gaps, kind="stable") if other != row][:3]


def blobs(rows: int = 900, width: int = 6, groups: int = 5, apart: float = 3.0) -> NDArray[np.float32]:
    rng = np.random.default_rng(4)
    middles = rng.normal(size=(groups, width)) * apart
    return (middles[rng.integers(groups, size=rows)] + rng.normal(size=(rows, width))).astype(np.float32)


@pytest.mark.parametrize(("measure", "theirs"), [(EUCLID, "sqeuclidean"), (COSINE, "cosine")])
@pytest.mark.parametrize("center", [False, True])
def test_silhouettes_are_scikit_learns(measure: str, theirs: str, center: bool) -> None:
    rows = blobs(apart=1.5) + 2
    labels = np.arange(len(rows)) % 7
    labels[:50] = kmeans(rows[:50], 7, 0).labels
    labels[50] = 7  # a row alone
    view = PreparedTable(rows, mean=rows.mean(axis=0, dtype=np.float64) if center else None)
    expected = silhouette_samples(view.rows(slice(None)), labels, metric=theirs)
    np.testing.assert_allclose(silhouettes(view, labels, measure).values, expected, atol=2e-5)


def test_one_cluster_and_equal_rows_are_neither_near_nor_far() -> None:
    rows = np.ones((6, 3), np.float32)
    assert silhouettes(PreparedTable(rows), np.zeros(6, np.int64)).values.tolist() == [0.0] * 6
    found = kmeans(rows, 4, 0)
    assert found.labels.tolist() == [0] * 6 and found.centres.tolist() == [[1.0, 1.0, 1.0]]
    assert silhouettes(PreparedTable(rows), np.array([0, 0, 0, 1, 1, 1]), EUCLID).values.tolist() == [0.0] * 6


def test_the_same_start_gives_the_same_clusters_and_the_largest_is_first() -> None:
    rows = blobs(apart=0.5)
    one, same, other = kmeans(rows, 5, 3), kmeans(rows, 5, 3), kmeans(rows, 5, 4)
    assert one.labels.tolist() == same.labels.tolist()
    assert one.sizes.tolist() == sorted(one.sizes.tolist(), reverse=True) and one.sizes.sum() == len(rows)
    assert one.labels.tolist() != other.labels.tolist()


@pytest.mark.parametrize(("rows", "k"), [(np.zeros((0, 3), np.float32), 2), (np.zeros((3, 3), np.float32), 0)])
def test_nothing_to_divide_is_said(rows: NDArray[np.float32], k: int) -> None:
    with pytest.raises(ValueError, match="at least one cluster and one row"):
        kmeans(rows, k, 0)


CLOUD = points()


def test_the_longest_shadow_lies_along_the_first_component() -> None:
    best = best_angle(CLOUD)
    shares = [shadow(CLOUD, angle).share for angle in np.arange(0, 180, 0.5)]
    assert abs(np.argmax(shares) * 0.5 - best) <= 0.5
    assert shadow(CLOUD, best).share == pytest.approx(pca(CLOUD).shares[0], rel=1e-5)
    for angle in (0, 35, 150):
        assert shadow(CLOUD, angle).share + shadow(CLOUD, angle + 90).share == pytest.approx(1)


def test_two_words_far_apart_meet_in_the_first_shadow() -> None:
    one, two, far, near = closest_shadows(CLOUD, 150)
    assert far == pytest.approx(np.linalg.norm(CLOUD[one] - CLOUD[two]))
    apart = shadow(CLOUD, 150).coordinates
    assert near == pytest.approx(abs(apart[one] - apart[two]))
    assert far > 10 * near
    every = [np.linalg.norm(a - b) for at, a in enumerate(CLOUD) for b in CLOUD[:at]]
    assert far >= np.median(every)


@pytest.mark.slow
def test_the_lines_ends_never_change_places_as_it_turns() -> None:
    """Else a picture that moves from one angle to the next draws a stump, with the shadows beyond its ends."""
    lines = [figures.shadows(CLOUD, shadow(CLOUD, angle).feet, WORDS, (0, 1)).data[0] for angle in range(180)]
    steps = np.array([[line["x"][1] - line["x"][0], line["y"][1] - line["y"][0]] for line in lines], float)
    assert ((steps[1:] * steps[:-1]).sum(axis=1) > 0).all()


def test_pairs_that_meet_again_by_going_through_all_pairs() -> None:
    rng = np.random.default_rng(1)
    one, other = rng.integers(3, size=40), rng.integers(4, size=40)
    pairs = [(a, b) for a in range(40) for b in range(a)]
    together = [(a, b) for a, b in pairs if one[a] == one[b]]
    met, chance = shared_pairs(one, other)
    assert met == pytest.approx(sum(other[a] == other[b] for a, b in together) / len(together))
    assert chance == pytest.approx(sum(other[a] == other[b] for a, b in pairs) / len(pairs))


@pytest.mark.parametrize("angle", [60, 150])
def test_words_cover_neither_each_other_nor_a_ring_on_a_phone(angle: int) -> None:
    found, (one, two, _, _) = shadow(CLOUD, angle), closest_shadows(CLOUD, angle)
    spec = figures.shadows(CLOUD, found.feet, WORDS, (one, two))
    low, high = spec.layout["xaxis"]["range"]
    unit = 280 / (high - low)  # pixels, where the picture is 280 wide
    boxes = []
    for (x, y), word, side in zip(CLOUD * (unit, -unit), WORDS, spec.data[2]["textposition"], strict=True):
        wide, tall = 8 * len(word), 16
        across = x + (9 if "right" in side else -9 - wide if "left" in side else -wide / 2)
        down = y + (9 if "bottom" in side else -9 - tall if "top" in side else -tall / 2)
        boxes.append((across, across + wide, down, down + tall))
    # The axis' numbers stand 10 pixels below the picture's lower edge, in which a word may not reach.
    assert max(box[3] for box in boxes) <= -spec.layout["yaxis"]["range"][0] * unit + 8
    for at, (left, right, top, bottom) in enumerate(boxes):
        for left_2, right_2, top_2, bottom_2 in boxes[:at]:
            assert min(right, right_2) <= max(left, left_2) or min(bottom, bottom_2) <= max(top, top_2)


def test_every_finite_float16_is_widened_to_its_own_value() -> None:
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    finite = every[np.isfinite(every)].reshape(2, -1)
    for kind in (np.float32, np.float64):
        assert np.array_equal(copied(finite.T[::3], kind), finite.T[::3].astype(kind))
