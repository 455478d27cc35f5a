import numpy as np
import pytest

from explorer.vectors.kmeans import nearest_centre
from explorer.vectors.preprocessing import PreparedTable, unit_rows
from explorer.vectors.similarity_measures import COSINE, EUCLID, Near, comparable
from explorer.words import clusters
from explorer.words.cluster_cache import precomputed_division
from explorer.words.clusters import divide
from explorer.words.shipped_tables import shipped


@pytest.mark.slow
def test_minilm_is_more_separate_than_its_shuffled_self_and_not_by_much() -> None:
    found = divide(PreparedTable(shipped("MiniLM").vectors), 12)
    assert round(found.separate, 3) == 0.056
    assert round(found.shuffled, 3) == 0.004
    assert found.sizes.sum() == 30_522 and len(found.sizes) == 12 and found.settled


@pytest.mark.parametrize("measure", [COSINE, EUCLID])
def test_every_row_is_in_the_cluster_of_the_nearest_middle(monkeypatch: pytest.MonkeyPatch, measure: str) -> None:
    monkeypatch.setattr(clusters, "DRAWN", 300)
    rng = np.random.default_rng(0)
    table = (rng.normal(size=(9000, 5)) * rng.uniform(0.2, 3, (9000, 1)) + 1).astype(np.float32)
    found = divide(PreparedTable(table), 6, 2, measure)
    assert found.drawn == 300 and found.sizes.sum() == 9000
    assert found.sizes.tolist() == sorted(found.sizes.tolist(), reverse=True)
    rows = comparable(table, measure)
    means = np.stack([rows[found.labels == cluster].mean(axis=0) for cluster in range(6)])
    # The middles are those of 300 drawn rows, so near a border the mean of all rows may say otherwise.
    assert (nearest_centre(rows, means) == found.labels).mean() > 0.8
    for cluster, near in enumerate(found.typical):
        assert set(found.labels[near]) == {cluster}
        gaps = np.linalg.norm(rows[near] - means[cluster], axis=1)
        assert gaps.max() < np.median(np.linalg.norm(rows[found.labels == cluster] - means[cluster], axis=1))


def test_a_table_of_islands_is_separate_and_a_table_of_noise_is_not() -> None:
    rng = np.random.default_rng(1)
    islands = (20 * np.repeat(np.eye(8)[:4], 50, axis=0) + rng.normal(size=(200, 8))).astype(np.float32)
    found = divide(PreparedTable(islands), 4)
    assert found.separate > 0.9 and found.again == 1.0 and found.shuffled < 0.8 and found.nearer == 0
    noise = divide(PreparedTable(rng.normal(size=(2000, 8)).astype(np.float32)), 4)
    assert abs(noise.separate - noise.shuffled) < 0.02
    assert 0 < noise.chance < noise.again < 0.95


def test_fewer_different_rows_than_clusters() -> None:
    found = divide(PreparedTable(np.repeat(np.eye(3, dtype=np.float32), 4, axis=0)), 8, measure=EUCLID)
    assert found.sizes.tolist() == [4, 4, 4]
    assert found.separate == pytest.approx(1)


def test_pieces_stand_for_a_cluster_only_where_it_has_no_words() -> None:
    rng = np.random.default_rng(0)
    table = (9 * np.repeat(np.eye(4)[:2], 40, axis=0) + rng.normal(size=(80, 4))).astype(np.float32)
    words = np.arange(80) < 37
    found = divide(PreparedTable(table), 2, words=words)
    mixed, pieces = sorted(range(2), key=lambda cluster: found.labels[0] != cluster)
    assert set(found.spoken[mixed]) < set(range(37)) and len(found.spoken[mixed]) == clusters.TYPICAL
    assert found.spoken[pieces].tolist() == found.typical[pieces].tolist()
    # Nearest first, as in the list of all rows.
    both = [row for row in found.typical[mixed].tolist() if row in found.spoken[mixed]]
    assert both == found.spoken[mixed].tolist()[: len(both)]
    assert divide(PreparedTable(table), 2).spoken[mixed].tolist() == found.typical[mixed].tolist()


def test_columns_with_clusters_of_their_own_are_as_separate_when_they_are_shuffled() -> None:
    rng = np.random.default_rng(0)
    table = (10 * rng.integers(0, 2, (400, 2)) + rng.normal(0, 0.02, (400, 2))).astype(np.float32)
    found = divide(PreparedTable(table), 4, 0, EUCLID)
    assert found.separate > 0.999 and found.shuffled > 0.999


def test_rows_nearer_to_another_cluster_are_not_nearer_to_the_smaller_one() -> None:
    table = shipped("GloVe")
    found = precomputed_division("GloVe", Near(), 2, 0)
    assert found is not None
    rows = unit_rows(table.vectors).astype(np.float64)
    apart = [
        ((rows - rows[found.labels == at].mean(axis=0)) ** 2).sum(axis=1) + rows[found.labels == at].var(axis=0).sum()
        for at in (0, 1)
    ]
    nearer = np.argmin(apart, axis=0) != found.labels
    assert found.nearer == pytest.approx(nearer.sum(), rel=0.01)
    assert found.sizes[0] > found.sizes[1] and (found.labels[nearer] == 1).mean() > 0.99
