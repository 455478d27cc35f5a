"""Clusters of words, and those that were found beforehand."""

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest

from explorer.jobs.job_queue import Queue
from explorer.vectors.kmeans import nearest_centre, shared_pairs, silhouettes
from explorer.vectors.preprocessing import PreparedTable, Preprocessing, unit_rows
from explorer.vectors.similarity_measures import COSINE, EUCLID, Near, comparable
from explorer.words import cluster_cache, clusters
from explorer.words.cluster_cache import FEWEST, MADE_OF, MOST, DivisionRequest, precomputed_division
from explorer.words.cluster_names import name_clusters
from explorer.words.clusters import Division, divide
from explorer.words.shipped_tables import SHIPPED, shipped
from tools.precompute_word_results import packed


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


LONG = 60.0


def same(one: Division, other: Division) -> None:
    for field in dataclasses.fields(Division):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if isinstance(mine, tuple):
            assert [rows.tolist() for rows in mine] == [rows.tolist() for rows in theirs]
        else:
            np.testing.assert_array_equal(mine, theirs, field.name)


def before(name: str, k: int) -> Division:
    found = precomputed_division(name, Near(), k, 0)
    assert found is not None
    return found


def test_every_k_of_every_shipped_table_is_there() -> None:
    assert set(MADE_OF) == set(SHIPPED)
    for name in SHIPPED:
        for k in range(FEWEST, MOST + 1):
            found = before(name, k)
            assert len(found.labels) == len(shipped(name).words) and found.settled
            assert len(found.sizes) == k and found.sizes.tolist() == sorted(found.sizes.tolist(), reverse=True)
            assert len(found.typical) == len(found.spoken) == len(found.fits) == len(found.examples) == k


@pytest.mark.slow
@pytest.mark.parametrize(("name", "k"), [("MiniLM", 5), ("GloVe", 40), ("Whisper", 12)])
def test_what_was_found_beforehand_is_a_division_of_this_table_and_judged_by_it(name: str, k: int) -> None:
    found, table = before(name, k), shipped(name)
    view, labels = PreparedTable(table.vectors), found.labels.astype(np.int64)
    drawn = np.sort(np.random.default_rng(0).choice(len(labels), clusters.DRAWN, replace=False))
    rows = comparable(view.rows(drawn), COSINE)
    means = np.stack([rows[labels[drawn] == cluster].mean(axis=0) for cluster in range(k)])
    # A last step moves at most one row in a thousand; from the means of all drawn rows the same again.
    assert (nearest_centre(rows, means) == labels[drawn]).mean() > 0.99
    fit = silhouettes(view, labels)
    assert found.separate == pytest.approx(fit.values.mean(), abs=1e-5)
    assert found.nearer == pytest.approx((fit.values < 0).sum(), abs=3)
    for cluster in range(k):
        assert found.fits[cluster] == pytest.approx(fit.values[labels == cluster].mean(), abs=1e-5)
        row = found.typical[cluster][0]
        np.testing.assert_allclose(found.examples[cluster], [fit.own[row], fit.other[row], fit.values[row]], atol=1e-4)
        assert set(labels[found.typical[cluster]]) == {cluster} == set(labels[found.spoken[cluster]])
        gaps = np.linalg.norm(comparable(view.rows(found.typical[cluster]), COSINE) - means[cluster], axis=1)
        own = np.linalg.norm(comparable(view.rows(np.flatnonzero(labels == cluster)), COSINE) - means[cluster], axis=1)
        assert gaps.max() <= np.sort(own)[: 2 * clusters.TYPICAL][-1]


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "k"), [("MiniLM", 2), ("GloVe", 9), ("Whisper", 3)])
def test_looked_for_again_it_is_the_same(name: str, k: int) -> None:
    found, table = before(name, k), shipped(name)
    anew = divide(PreparedTable(table.vectors), k, words=table.begins)
    # Another processor rounds differently, which can move a few rows on a border.
    assert shared_pairs(found.labels.astype(np.int64), anew.labels.astype(np.int64))[0] > 0.97
    assert found.shuffled == pytest.approx(anew.shuffled, abs=0.003)
    assert found.again == pytest.approx(anew.again, abs=0.03) and found.chance == pytest.approx(anew.chance, abs=0.01)
    assert found.drawn == anew.drawn == clusters.DRAWN


def test_another_start_another_meaning_and_another_k_were_not_found_beforehand() -> None:
    assert precomputed_division("GloVe", Near(), 12, 1) is None
    assert precomputed_division("GloVe", Near(EUCLID), 12, 0) is None
    assert precomputed_division("GloVe", Near(COSINE, Preprocessing(center=True)), 12, 0) is None
    assert precomputed_division("GloVe", Near(), MOST + 1, 0) is None
    assert precomputed_division("Your file", Near(), 12, 0) is None


def test_divisions_of_other_bytes_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    precomputed_division.cache_clear()
    cluster_cache._shipped.cache_clear()
    monkeypatch.setitem(cluster_cache.shipped_files.SUMS, MADE_OF["GloVe"][0], "0" * 64)
    try:
        assert precomputed_division("GloVe", Near(), 12, 0) is None
        assert precomputed_division("MiniLM", Near(), 12, 0) is not None
    finally:
        precomputed_division.cache_clear()
        cluster_cache._shipped.cache_clear()


def test_what_is_packed_comes_back() -> None:
    rng = np.random.default_rng(0)
    # Six different rows make at most six clusters, however many are requested.
    view = PreparedTable(np.repeat(rng.normal(size=(6, 4)), 30, axis=0).astype(np.float32))
    words = np.arange(180) % 7 > 0
    found = [divide(view, k, words=words) for k in range(FEWEST, MOST + 1)]
    arrays = packed("GloVe", found)
    for each, k in zip(found, range(FEWEST, MOST + 1), strict=True):
        same(cluster_cache.unpacked("GloVe", k, arrays), each)


@pytest.mark.slow
def test_a_run_finds_what_would_be_found_here(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    rows, words = rng.normal(size=(300, 5)).astype(np.float32), np.arange(300) % 2 > 0
    near = Near(EUCLID, Preprocessing(center=True))
    asked = DivisionRequest("mine", near, 4, 3, lent=(rows, words))
    jobs = Queue()
    job = jobs.submit(cluster_cache.run, asked)
    assert job.wait(LONG) == "done", job.error
    same(
        job.records[-1],
        divide(PreparedTable(rows, mean=rows.mean(axis=0, dtype=np.float64)), 4, 3, EUCLID, words=words),
    )
    assert asked.private and job._work == b""
    jobs.forget(job)
    assert jobs.find(cluster_cache.run, asked) is None and len(job.records) == 1
    glove = shipped("GloVe")
    (named,) = cluster_cache.run(DivisionRequest("GloVe", Near(), 3, 1, name="GloVe"))
    same(named, divide(PreparedTable(glove.vectors), 3, 1, words=glove.begins))
    path = tmp_path / "rows.npy"
    np.save(path, rows)
    (mapped,) = cluster_cache.run(DivisionRequest("disk", Near(), 3, 0, path=str(path)))
    np.testing.assert_array_equal(mapped.labels, divide(PreparedTable(rows), 3).labels)


def test_columns_with_clusters_of_their_own_are_as_separate_when_they_are_shuffled() -> None:
    rng = np.random.default_rng(0)
    table = (10 * rng.integers(0, 2, (400, 2)) + rng.normal(0, 0.02, (400, 2))).astype(np.float32)
    found = divide(PreparedTable(table), 4, 0, EUCLID)
    assert found.separate > 0.999 and found.shuffled > 0.999


def test_a_weight_worked_out_by_hand() -> None:
    # Two clusters, seven values: 3.5 a cluster. "red" twice in the first and once in the second, three in all.
    codes, labels = np.array([1, 2, 1, 1, 3, 4, 3, 0]), np.array([0, 0, 0, 1, 1, 1, 1, 1])
    first, second = name_clusters(("", "red", "hat", "cup", "blue"), codes, labels, 2)
    assert [(item.term, item.here, item.everywhere) for item in first] == [("red", 2, 3)]
    assert first[0].weight == pytest.approx(2 * math.log(1 + 3.5 / 3))
    assert [(item.term, item.here, item.everywhere) for item in second] == [("cup", 2, 2)]
    assert second[0].weight == pytest.approx(2 * math.log(1 + 3.5 / 2))


def test_a_value_that_is_no_more_frequent_here_than_anywhere_names_no_cluster() -> None:
    codes, labels = np.array([1, 1, 2, 2, 1, 1, 3, 3, 1, 1]), np.array([0] * 4 + [1] * 4 + [2] * 2)
    found = name_clusters(("", "the", "cat", "dog"), codes, labels, 3)
    assert [[item.term for item in items] for items in found] == [["cat"], ["dog"], ["the"]]
    assert name_clusters(("",), np.zeros(2, int), np.array([0, 1]), 2) == [[], []]
