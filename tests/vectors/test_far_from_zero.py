"""Tables that lie far from zero: neighbours, clusters and map quality against plain float64 on the stored numbers."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from explorer.memory.quantization_error import DIGITS, QuantizationRequest, quantise
from explorer.vectors.kmeans import kmeans, nearest_centre, silhouettes
from explorer.vectors.map_quality import distortion
from explorer.vectors.neighbours import named_by_both
from explorer.vectors.pca import mean_row, pca, prepare
from explorer.vectors.preprocessing import PreparedTable, Preprocessing
from explorer.vectors.similarity_measures import COSINE, EUCLID, closeness, near_rows
from explorer.words.analogies import complete
from explorer.words.clusters import divide
from explorer.words.word_axes import pair_ruler

OFFSETS = (0.0, 100.0, 2000.0, 1e5, 1e6)


def table(offset: float, spread: float = 1.0, *, rows: int = 200, width: int = 3, seed: int = 0) -> NDArray[np.float32]:
    numbers = offset + spread * np.random.default_rng(seed).normal(size=(rows, width))
    return numbers.astype(np.float32)


def distances(stored: NDArray[Any], row: int) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.linalg.norm(stored.astype(np.float64) - stored[row].astype(np.float64), axis=1)
    return found


def check_lists(stored: NDArray[Any], row: int, k: int = 10) -> None:
    found, true = near_rows(stored, row, k, EUCLID), distances(stored, row)
    assert row not in found.ids
    best = np.sort(np.delete(true, row))[:k]
    np.testing.assert_allclose(true[found.ids], best, rtol=2e-7)
    np.testing.assert_allclose(found.values, best, rtol=2e-7)
    assert (np.diff(found.values) >= 0).all()


@settings(deadline=None, max_examples=60)
@given(
    offset=st.sampled_from(OFFSETS),
    share=st.floats(1e-6, 1.0),
    rows=st.integers(12, 90),
    width=st.integers(1, 40),
    seed=st.integers(0, 1000),
)
def test_nearest_by_straight_line(offset: float, share: float, rows: int, width: int, seed: int) -> None:
    # From what float32 still keeps apart at this offset to as wide as the offset.
    stored = table(offset, share * max(offset, 1.0), rows=rows, width=width, seed=seed)
    check_lists(stored, seed % rows)
    found = closeness(stored, stored, EUCLID)
    true = np.stack([distances(stored, row) for row in range(rows)], axis=1)
    np.testing.assert_allclose(-found, true, rtol=3e-7)


@pytest.mark.parametrize("huge", [1e3, 1e9, 1e15])
def test_one_huge_number_changes_no_other_list(huge: float) -> None:
    stored = table(1000)
    stored[7, 1] = huge
    for row in (0, 7, 100):
        check_lists(stored, row)


def test_two_groups_far_from_each_other() -> None:
    stored = np.concatenate([table(-1e6), table(1e6, seed=1)])
    for row in (0, 399):
        check_lists(stored, row)
    found = closeness(stored, stored[:9], EUCLID)
    np.testing.assert_allclose(-found[:, 3], distances(stored, 3), rtol=3e-7)


def test_float16_numbers() -> None:
    stored = table(1000, 20).astype(np.float16)
    for row in (0, 50, 199):
        check_lists(stored, row)


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("measure", [EUCLID, COSINE])
def test_equal_rows_come_first(offset: float, measure: str) -> None:
    stored = table(offset, width=24)
    stored[[150, 20, 199]] = stored[60]
    found = near_rows(stored, 60, 5, measure)
    assert found.ids[:3].tolist() == [20, 150, 199]
    assert found.values[:3].tolist() == [float(measure == COSINE)] * 3


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("seed", range(4))
def test_three_groups_are_three_clusters(offset: float, seed: int) -> None:
    true = np.repeat([0, 1, 2], 60)
    middles = np.array([[0.0, 0.0], [30.0, 0.0], [0.0, 30.0]])
    numbers = offset + middles[true] + np.random.default_rng(seed).normal(size=(180, 2))
    stored = numbers.astype(np.float32)
    found = kmeans(stored, 3, seed)
    assert found.settled
    assert len(found.centres) == len(np.unique(found.labels)) == 3
    exact = np.linalg.norm(stored[:, None] - found.centres, axis=2).argmin(axis=1)
    assert found.labels.tolist() == exact.tolist()
    for label in range(3):
        np.testing.assert_allclose(
            found.centres[label], stored[found.labels == label].mean(axis=0, dtype=np.float64), rtol=1e-9, atol=1e-5
        )
    near = silhouettes(PreparedTable(stored), true, EUCLID).values
    np.testing.assert_allclose(near, squared_silhouettes(stored, true), atol=1e-6)


def squared_silhouettes(stored: NDArray[Any], labels: NDArray[np.int64]) -> NDArray[np.float64]:
    metrics = pytest.importorskip("sklearn.metrics")
    squares = np.stack([distances(stored, row) for row in range(len(stored))]) ** 2
    values: NDArray[np.float64] = metrics.silhouette_samples(squares, labels, metric="precomputed")
    return values


@settings(deadline=None, max_examples=40)
@given(offset=st.sampled_from(OFFSETS), k=st.integers(1, 9), width=st.integers(1, 20), seed=st.integers(0, 1000))
def test_nearest_centre_is_that_of_float64(offset: float, k: int, width: int, seed: int) -> None:
    stored, centres = table(offset, width=width, seed=seed), table(offset, rows=k, width=width, seed=seed + 1)
    gaps = np.linalg.norm(stored[:, None].astype(np.float64) - centres, axis=2)
    chosen = gaps[np.arange(len(stored)), nearest_centre(stored, centres)]
    np.testing.assert_allclose(chosen, gaps.min(axis=1), rtol=1e-12)


@pytest.mark.parametrize("offset", OFFSETS)
def test_map_quality_is_that_of_scikit_learn(offset: float) -> None:
    manifold = pytest.importorskip("sklearn.manifold")
    stored = table(offset, width=6)
    points = pca(stored).project(stored)
    exact = stored.astype(np.float64)
    exact -= exact.mean(axis=0)
    found = distortion(stored, points, k=10, sample=None, measure=EUCLID)
    # At 1,000,000 float32 keeps steps of 1/16, so some distances are equal, and their order is not scikit-learn's.
    near = 5e-4 if offset == 1e6 else 1e-6
    assert found.trustworthiness == pytest.approx(manifold.trustworthiness(exact, points, n_neighbors=10), abs=near)
    assert found.continuity == pytest.approx(manifold.trustworthiness(points, exact, n_neighbors=10), abs=near)


@pytest.mark.parametrize("offset", OFFSETS)
def test_coordinates_of_a_map_and_of_an_axis(offset: float) -> None:
    stored = table(offset, width=6)
    exact = stored.astype(np.float64)
    found = pca(stored)
    true = (exact - mean_row(stored)) @ found.components[:2].T
    np.testing.assert_allclose(found.project(stored), true, atol=2e-6)
    step = exact[5] - exact[2]
    along = (exact - (exact[5] + exact[2]) / 2) @ step / np.linalg.norm(step)
    np.testing.assert_allclose(pair_ruler(stored, [(2, 5)]).coordinates, along, atol=2e-6)


@settings(deadline=None, max_examples=25)
@given(
    offset=st.sampled_from(OFFSETS),
    share=st.floats(1e-6, 1.0),
    rows=st.integers(16, 60),
    width=st.integers(2, 30),
    seed=st.integers(0, 1000),
)
def test_neighbours_kept_by_fewer_bits_and_analogies(
    offset: float, share: float, rows: int, width: int, seed: int
) -> None:
    # Up to 60,000, since a larger number has no FP16 form.
    stored = table(min(offset, 5e4), share * max(min(offset, 5e4), 1.0), rows=rows, width=width, seed=seed)
    stored = np.clip(stored, -6e4, 6e4)
    exact = stored.astype(np.float64)
    mean = exact.mean(axis=0)

    def nearest(some: NDArray[np.float64]) -> NDArray[np.int64]:
        unit = some / np.where((lengths := np.linalg.norm(some, axis=1, keepdims=True)) > 0, lengths, np.inf)
        cosines = np.round(unit @ unit.T, DIGITS)
        np.fill_diagonal(cosines, -np.inf)
        return np.argsort(-cosines, axis=1, kind="stable")[:, :5]

    first = next(quantise(QuantizationRequest(neighbours=5), stored))
    restored = stored.astype(np.float16).astype(np.float64)
    expected = named_by_both(nearest(exact - mean), nearest(restored - mean)).mean() / 5
    assert first.kept == pytest.approx(expected, abs=0.011)  # a pair of cosines at a border of rounding

    unit = exact / np.linalg.norm(exact, axis=1, keepdims=True)
    total = unit[1] - unit[0] + unit[2]
    cosines = unit @ total / np.linalg.norm(total)
    cosines[:3] = -np.inf
    found = complete(stored, 0, 1, 2, 5)
    np.testing.assert_allclose(cosines[found.ids], np.sort(cosines)[::-1][:5], atol=3e-16 if offset >= 1e5 else 1e-12)


@pytest.mark.parametrize("directions", [1, 3])
@pytest.mark.parametrize("width", [2, 7, 384])
def test_rows_of_one_direction_are_one_point_to_the_cosine(directions: int, width: int) -> None:
    rng = np.random.default_rng(width)
    rays = rng.integers(1, 9, (directions, width)).astype(np.float64)
    stored = (np.repeat(rays, 40, axis=0) * np.tile(np.arange(1, 41), directions)[:, None]).astype(np.float32)
    found = divide(PreparedTable(stored), 8)
    assert found.sizes.tolist() == [40] * directions
    assert found.separate == pytest.approx(float(directions > 1), abs=1e-6)


@pytest.mark.parametrize("small", [10**6, 0])
@pytest.mark.parametrize("of", [np.float32, np.float16])
@pytest.mark.parametrize("noise", [1e-5, 1e-3])
@pytest.mark.parametrize("kind", ["one direction", "both ways", "beside a huge number"])
def test_cosines_that_float32_cannot_tell_apart(
    kind: str, noise: float, of: type[np.floating[Any]], small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As large tables are computed, and as small ones are.
    monkeypatch.setattr("explorer.vectors.preprocessing.SMALL", small)
    rng = np.random.default_rng(3)
    lengths = rng.uniform(0.1, 10, 120) * (rng.choice([-1, 1], 120) if kind == "both ways" else 1)
    stored = np.outer(lengths, rng.normal(size=6)) + noise * rng.normal(size=(120, 6))
    if kind == "beside a huge number":
        stored = noise * rng.normal(size=(120, 6))
        stored[7, 2] = 6e4
    stored = stored.astype(of)
    for center in (False, True):
        rows = stored.astype(np.float64)
        rows -= rows.mean(axis=0) * center
        unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        view, true = prepare(stored, Preprocessing(center)), unit @ unit.T
        found = closeness(view, view.rows(slice(None)))
        np.testing.assert_allclose(found, true, rtol=0, atol=4e-15)
        for row in (0, 60):
            cosines = np.delete(true[row], row)
            near = near_rows(view, row, 10)
            np.testing.assert_allclose(true[row][near.ids], np.sort(cosines)[::-1][:10], rtol=0, atol=1e-14)


def beside_one(huge: float) -> NDArray[np.float32]:
    stored = table(0, width=6)
    stored[7, 2] = huge
    return stored


STEPPED = {
    "far from zero": table(-5000, width=6),
    "as far as float32 goes": table(1e6, 1000, width=6),
    "beside one large number": beside_one(1e6),
    "beside one huge number": beside_one(1e12),
    "columns of other sizes": (table(0, width=6) * 10.0 ** np.arange(6)).astype(np.float32)[:, [3, 0, 5, 1, 4, 2]],
}


@pytest.mark.parametrize("recipe", [Preprocessing(True), Preprocessing(True, True), Preprocessing(True, True, 1)])
@pytest.mark.parametrize(
    ("kind", "small"), [(kind, small) for kind in STEPPED for small in (10**6, 0) if small or "columns" not in kind]
)
def test_rows_after_the_steps_are_those_of_float64(
    kind: str, small: int, recipe: Preprocessing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.vectors.preprocessing.SMALL", small)
    stored = STEPPED[kind]
    rows = stored.astype(np.float64)
    rows -= rows.mean(axis=0)
    if recipe.remove:
        strongest = np.linalg.svd(rows, full_matrices=False)[2][0]
        rows -= np.outer(rows @ strongest, strongest)
    if recipe.unit:
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    some = np.delete(np.arange(len(rows)), 7)  # that row is nothing but the huge number's direction
    found = prepare(stored, recipe)
    np.testing.assert_allclose(found.rows(some), rows[some], rtol=1e-5, atol=1e-5 * np.median(np.abs(rows)))
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    for measure, true in ((EUCLID, -np.linalg.norm(rows - rows[3], axis=1)), (COSINE, unit @ unit[3])):
        near = near_rows(found, 3, 10, measure, allowed=np.arange(len(rows)) != 7)
        true[[3, 7]] = -np.inf
        np.testing.assert_allclose(true[near.ids], np.sort(true)[::-1][:10], rtol=1e-6 if measure == EUCLID else 1e-12)


@pytest.mark.parametrize("huge", [1e7, 1e12])
@pytest.mark.parametrize("of_one_spot", [1, 3])
def test_groups_are_found_beside_a_huge_number(huge: float, of_one_spot: int) -> None:
    rng = np.random.default_rng(0)
    true = np.repeat(np.arange(12), 10)
    stored = (100 * rng.normal(size=(12, 6))[true] + rng.normal(size=(120, 6))).astype(np.float32)
    stored[:of_one_spot] = huge
    found = kmeans(stored, 13, 3)
    assert len(found.centres) == len(np.unique(found.labels)) == 13
    assert len(np.unique(found.labels[:of_one_spot])) == 1 and found.sizes[found.labels[0]] == of_one_spot
    gaps = np.linalg.norm(stored[:, None].astype(np.float64) - found.centres, axis=2)
    assert gaps.argmin(axis=1).tolist() == found.labels.tolist() == nearest_centre(stored, found.centres).tolist()


@pytest.mark.parametrize("measure", [EUCLID, COSINE])
@pytest.mark.parametrize("huge", [1e4, 1e6, 1e12])
def test_each_row_is_nearest_to_its_own_middle_beside_a_huge_number(huge: float, measure: str) -> None:
    view = prepare(beside_one(huge), Preprocessing(center=measure == EUCLID or huge < 1e12))
    found = divide(view, 4, measure=measure)
    rows = view.rows(np.arange(200)).astype(np.float64)
    if measure == COSINE:
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    rows -= np.median(rows, axis=0)
    middles = np.stack([rows[found.labels == label].mean(axis=0) for label in range(len(found.sizes))])
    gaps = np.square(rows[:, None] - middles).sum(axis=2)
    own = gaps[np.arange(200), found.labels]
    np.testing.assert_allclose(own, gaps.min(axis=1), rtol=1e-6, atol=1e-6 * np.median(own))
    true = squared_silhouettes(rows, found.labels.astype(np.int64))
    assert found.separate == pytest.approx(true.mean(), abs=1e-5)
