"""Clusters, and silhouettes against scikit-learn's."""

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.metrics import silhouette_samples

from explorer.vectors.kmeans import kmeans, shared_pairs, silhouettes
from explorer.vectors.preprocessing import PreparedTable
from explorer.vectors.similarity_measures import COSINE, EUCLID


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


def test_pairs_that_meet_again_by_going_through_all_pairs() -> None:
    rng = np.random.default_rng(1)
    one, other = rng.integers(3, size=40), rng.integers(4, size=40)
    pairs = [(a, b) for a in range(40) for b in range(a)]
    together = [(a, b) for a, b in pairs if one[a] == one[b]]
    met, chance = shared_pairs(one, other)
    assert met == pytest.approx(sum(other[a] == other[b] for a, b in together) / len(together))
    assert chance == pytest.approx(sum(other[a] == other[b] for a, b in pairs) / len(pairs))


@pytest.mark.parametrize(("rows", "k"), [(np.zeros((0, 3), np.float32), 2), (np.zeros((3, 3), np.float32), 0)])
def test_nothing_to_divide_is_said(rows: NDArray[np.float32], k: int) -> None:
    with pytest.raises(ValueError, match="at least one cluster and one row"):
        kmeans(rows, k, 0)
