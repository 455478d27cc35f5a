from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from sklearn.manifold import trustworthiness
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.neighbors import NearestNeighbors

from explorer.vectors import neighbours, preprocessing
from explorer.vectors.map_quality import distortion
from explorer.vectors.neighbours import (
    agreement,
    cosine_neighbours,
    cosines,
    count_shared,
    margin,
    mean_cosine,
    picture_neighbours,
    top,
    top_of_each,
)
from explorer.vectors.pca import pca, prepare
from explorer.vectors.preprocessing import PreparedTable, Preprocessing
from explorer.words.shipped_tables import shipped
from tests.support import examples


class Counted:
    """A function that counts its calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.times = function, 0

    def __call__(self, *args: Any, **named: Any) -> Any:
        self.times += 1
        return self.function(*args, **named)


RNG = np.random.default_rng(0)
TABLE = RNG.normal(size=(200, 12)).astype(np.float32) + 1


@pytest.mark.parametrize("many", [1, 3, neighbours.FEW, neighbours.FEW + 1])
@pytest.mark.parametrize("cached", [0, neighbours.CACHED])
@pytest.mark.parametrize("huge", [0, neighbours.HUGE])
def test_whichever_way_a_table_is_read_the_products_are_the_same(
    many: int, cached: int, huge: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preprocessing, "SMALL", 0)
    monkeypatch.setattr(neighbours, "CACHED", cached)
    monkeypatch.setattr(neighbours, "HUGE", huge)
    by_row = Counted(np.vecdot)
    monkeypatch.setattr(neighbours.np, "vecdot", by_row)
    queries = RNG.normal(size=(many, 12)).astype(np.float32)
    found = neighbours.products(TABLE, queries)
    np.testing.assert_allclose(found, TABLE.astype(np.float64) @ queries.astype(np.float64).T, atol=1e-5)
    halves = 2 if huge == 0 else 1
    assert by_row.times == (many * halves if cached == 0 and many <= neighbours.FEW else 0)


def test_neighbours_are_scikit_learns() -> None:
    expected = NearestNeighbors(n_neighbors=6, metric="cosine").fit(TABLE).kneighbors(TABLE[:3])[1][:, 1:]
    for row in range(3):
        assert cosine_neighbours(TABLE, row, 5).ids.tolist() == expected[row].tolist()
    flat = TABLE[:, :2]
    expected = NearestNeighbors(n_neighbors=6).fit(flat).kneighbors(flat[:3])[1][:, 1:]
    for row in range(3):
        assert picture_neighbours(flat, row, 5).ids.tolist() == expected[row].tolist()


def test_kept_is_one_count(monkeypatch: pytest.MonkeyPatch) -> None:
    by_cosine, by_distance = RNG.random(50), RNG.random(50)
    best = [set(np.argsort(-values)[:7].tolist()) for values in (by_cosine, by_distance)]
    assert count_shared(by_cosine, by_distance, 7) == len(best[0] & best[1])
    picture = TABLE[:, :2]
    shared = distortion(TABLE, picture, k=10, sample=None).shared
    for row in range(5):
        both = set(cosine_neighbours(TABLE, row, 10).ids) & set(picture_neighbours(picture, row, 10).ids)
        assert shared[row] == len(both)

    def three(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.full(len(first), 3 if first.shape == second.shape == (len(first), 10) else 0)

    monkeypatch.setattr("explorer.vectors.map_quality.named_by_both", three)
    monkeypatch.setattr("explorer.vectors.neighbours.named_by_both", three)
    assert distortion(TABLE, TABLE[:, :2], k=10, sample=20).share == pytest.approx(0.3)


def test_the_margin_covers_the_truth_about_95_times_in_100() -> None:
    everyone = RNG.integers(0, 11, 5000)
    draws = [RNG.choice(everyone, 200, replace=False) for _ in range(400)]
    inside = [abs(some.mean() - everyone.mean()) / 10 <= margin(some, 10, 5000) for some in draws]
    assert 0.92 < np.mean(inside) < 0.99


def test_rows_of_zeros_have_cosine_0_and_no_warning() -> None:
    assert cosines(np.zeros((3, 2)), np.zeros((1, 2))).tolist() == [[0.0], [0.0], [0.0]]


@given(st.integers(1, 6), st.integers(1, 40), st.data())
@settings(max_examples=examples(60))
def test_the_largest_of_each_row_are_those_of_the_row_alone(count: int, width: int, data: st.DataObject) -> None:
    values = data.draw(arrays(np.float32, (count, width), elements=st.integers(-3, 3).map(float)))
    k = data.draw(st.integers(1, width))
    assert top_of_each(values, k).tolist() == [top(row, k).tolist() for row in values]


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=400), st.integers(0, 45))
@settings(max_examples=examples(200))
@example([0] * 63 + [3] + [0] * 100, 2)  # the largest is the last of a heat
def test_top_is_a_stable_sort_cut_off(values: list[int], k: int) -> None:
    array = np.array(values, np.float32)
    assert top(array, k).tolist() == np.argsort(-array, kind="stable")[:k].tolist()


def test_trustworthiness_and_continuity_are_the_published_ones() -> None:
    points = pca(TABLE).project(TABLE)
    found = distortion(TABLE, points, k=7, sample=None)
    assert found.trustworthiness == pytest.approx(
        trustworthiness(TABLE, points, n_neighbors=7, metric="cosine"), abs=1e-4
    )
    # Continuity is trustworthiness with the two spaces exchanged; plain distance orders unit rows like the cosine.
    unit = TABLE / np.linalg.norm(TABLE, axis=1, keepdims=True)
    assert found.continuity == pytest.approx(trustworthiness(points, unit, n_neighbors=7), abs=1e-4)


def test_a_sample_says_its_size_and_comes_near_the_whole() -> None:
    points = pca(TABLE).project(TABLE)
    whole, part = distortion(TABLE, points, sample=None), distortion(TABLE, points, sample=100)
    assert len(whole.examined) == 200
    assert whole.margin == 0
    assert len(part.examined) == 100
    assert abs(part.share - whole.share) <= 2 * part.margin


@pytest.mark.slow
def test_the_flat_picture_of_minilm_keeps_few_neighbours() -> None:
    table = shipped("MiniLM").vectors
    found = distortion(table, pca(table).project(table), k=10, sample=100)
    assert found.share < 0.05
    assert found.by_chance < 0.001


@pytest.mark.slow
def test_the_rows_of_whisper_point_one_way_until_their_mean_is_taken_off() -> None:
    table = shipped("Whisper").vectors
    centred = prepare(table, Preprocessing(center=True)).rows(slice(None))
    assert mean_cosine(table) == pytest.approx(0.84, abs=0.01)
    assert mean_cosine(centred) == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize(("offset", "spread"), [(0.0, 1.0), (1e3, 1e-4), (1e6, 1e-2), (0.0, 1e-12), (0.0, 1e15)])
@pytest.mark.parametrize("center", [False, True])
def test_the_mean_cosine_is_that_of_all_pairs_in_float64(offset: float, spread: float, center: bool) -> None:
    rows = np.random.default_rng(0).normal(offset, spread, (300, 8))
    plain = rows - rows.mean(axis=0) if center else rows
    unit = plain / np.linalg.norm(plain, axis=1, keepdims=True)
    cosines = (unit @ unit.T)[np.triu_indices(300, 1)]
    view = PreparedTable(rows, rows.mean(axis=0) if center else None)
    assert mean_cosine(view) == pytest.approx(cosines.mean(), abs=1e-12)


def test_errors_of_distortion() -> None:
    with pytest.raises(ValueError, match="The picture has 3 points, the table 200 rows"):
        distortion(TABLE, np.zeros((3, 2)))
    with pytest.raises(ValueError, match="less than half of the 200 rows, got 100"):
        distortion(TABLE, TABLE[:, :2], k=100)


def test_a_huge_table_is_shared_by_two_threads_and_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.random.default_rng(3).normal(size=(1001, 7)).astype(np.float32)
    queries = table[:3]
    expected = cosines(table, queries)
    monkeypatch.setattr("explorer.vectors.neighbours.HUGE", 1)
    np.testing.assert_allclose(cosines(table, queries), expected, rtol=1e-6)


@pytest.mark.parametrize(
    "recipe",
    [
        Preprocessing(),
        Preprocessing(True),
        Preprocessing(True, True, 2),
        Preprocessing(remove=3),
        Preprocessing(unit=True),
    ],
)
@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_cosines_without_a_second_table_equal_those_of_the_prepared_table(recipe: Preprocessing, dtype: type) -> None:
    view = prepare(TABLE.astype(dtype), recipe)
    prepared = view.rows(slice(None))
    np.testing.assert_allclose(cosines(view, prepared[:5]), cosine_similarity(prepared, prepared[:5]), atol=2e-5)


def test_agreement_is_what_both_lists_name() -> None:
    true, drawn = cosine_neighbours(TABLE, 0, 20), picture_neighbours(TABLE[:, :2], 0, 20)
    assert set(agreement(true, drawn)) == set(true.ids) & set(drawn.ids)
