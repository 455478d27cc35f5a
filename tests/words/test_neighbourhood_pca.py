import numpy as np
import pytest

from explorer.vectors.pca import pca, prepare
from explorer.vectors.preprocessing import PreparedTable, Preprocessing
from explorer.vectors.similarity_measures import DOT, EUCLID, MEASURES, near_rows
from explorer.words.neighbourhood_pca import isolate
from explorer.words.shipped_tables import shipped


def test_by_hand_words_that_differ_off_the_maps_directions_come_apart_alone() -> None:
    # Twenty rows far out along numbers 0 and 1 decide the map; six rows differ along number 2 alone.
    far = np.zeros((20, 3))
    far[:, 0], far[:, 1] = np.repeat([-50, 50], 10), np.tile([-40.0, 40.0], 10)
    few = np.array([[0, 0, at] for at in (0.0, 1.0, 2.2, 3.6, 5.2, 7.0)])
    table = np.concatenate([few, far]).astype(np.float32)
    points = pca(table).project(table)
    found = isolate(PreparedTable(table), points, 0, 5, EUCLID)
    assert found.rows.tolist() == [0, 1, 2, 3, 4, 5]
    # In the whole map all six coincide; alone they lie along one line, in their order.
    assert np.ptp(found.before, axis=0).max() < 1e-4
    np.testing.assert_allclose(np.abs(np.diff(found.after[:, 0])), [1, 1.2, 1.4, 1.6, 1.8], rtol=1e-5)
    assert found.kept_after.share == 1
    assert found.pca.explained((0, 1)) == pytest.approx(1)


@pytest.mark.parametrize("measure", MEASURES)
def test_the_words_are_the_nearest_and_the_components_those_of_these_rows(measure: str) -> None:
    table = shipped("GloVe")
    view = prepare(table.vectors, Preprocessing(center=True))
    points = pca(view).project(view)
    row = table.find("king") or 0
    found = isolate(view, points, row, 30, measure)
    assert found.rows.tolist() == [row, *near_rows(view, row, 30, measure).ids.tolist()]
    np.testing.assert_array_equal(found.before, points[found.rows])
    known = isolate(view, points, row, 30, measure, nearest=near_rows(view, row, 200, measure).ids)
    assert known.rows.tolist() == found.rows.tolist()
    some = view.rows(found.rows).astype(np.float64)
    if measure not in (EUCLID, DOT):
        some /= np.linalg.norm(some, axis=1, keepdims=True)
    some -= some.mean(axis=0)
    slow = np.linalg.svd(some, full_matrices=False)[2][:2]
    np.testing.assert_allclose(np.abs(found.after), np.abs(some @ slow.T), atol=1e-4)


def test_alone_these_words_keep_more_of_their_neighbours_than_in_the_whole_map() -> None:
    around, many = map(int, (50, 6))
    table, words = shipped("MiniLM"), ("king", "dog", "green", "river", "paris", "bread")
    points = pca(table.vectors).project(table.vectors)
    assert len(words) == many
    for word in words:
        found = isolate(PreparedTable(table.vectors), points, table.find(word) or 0, around)
        assert found.kept_after.share > found.kept_before.share, word


def test_too_few_words_are_refused() -> None:
    with pytest.raises(ValueError, match="at least five words, got 4"):
        isolate(PreparedTable(np.eye(4, dtype=np.float32)), np.zeros((4, 2), np.float32), 0, 9)
