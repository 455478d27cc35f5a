"""Tables that lie far from zero: neighbours, clusters and map quality against plain float64 on the stored numbers."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from explorer.memory.quantization_error import DIGITS, QuantizationRequest, quantise
from explorer.vectors.kmeans import kmeans, nearest_centre
from explorer.vectors.map_quality import distortion
from explorer.vectors.neighbours import named_by_both
from explorer.vectors.pca import pca, prepare
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import COSINE, EUCLID, closeness, near_rows
from explorer.words.analogies import complete
from explorer.words.clusters import divide

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


def test_float16_numbers() -> None:
    stored = table(1000, 20).astype(np.float16)
    for row in (0, 50, 199):
        check_lists(stored, row)


def squared_silhouettes(stored: NDArray[Any], labels: NDArray[np.int64]) -> NDArray[np.float64]:
    metrics = pytest.importorskip("sklearn.metrics")
    squares = np.stack([distances(stored, row) for row in range(len(stored))]) ** 2
    values: NDArray[np.float64] = metrics.silhouette_samples(squares, labels, metric="precomputed")
    return values


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


def beside_one(huge: float) -> NDArray[np.float32]:
    stored = table(0, width=6)
    stored[7, 2] = huge
    return stored


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
