import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from explorer.vectors.map_quality import distortion
from explorer.vectors.neighbours import cosine_neighbours
from explorer.vectors.pca import prepare
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import (
    COSINE,
    DOT,
    EUCLID,
    MEASURES,
    Near,
    closeness,
    near_rows,
)
from explorer.words.shipped_tables import shipped
from tests.support import examples

RNG = np.random.default_rng(5)
TABLE = (RNG.normal(size=(120, 9)) * RNG.uniform(0.3, 4, (120, 1)) + RNG.normal(size=9)).astype(np.float32)


def slow(rows: np.ndarray, query: np.ndarray, measure: str) -> np.ndarray:
    """Closeness of each row with one query, pair by pair."""
    if measure == EUCLID:
        return -cdist(rows, query[None])[:, 0]
    dots = rows @ query
    return dots if measure == DOT else dots / np.linalg.norm(rows, axis=1) / np.linalg.norm(query)


def test_by_hand_the_three_measures_name_three_different_words() -> None:
    # From (2, 0): (9, 1) is longest, (4, 0) points the same way, and (2, 1) is only one step away.
    table = np.array([[2.0, 0.0], [9.0, 1.0], [4.0, 0.0], [2.0, 1.0]])
    found = {measure: near_rows(table, 0, 1, measure) for measure in MEASURES}
    assert {measure: int(near.ids[0]) for measure, near in found.items()} == {COSINE: 2, EUCLID: 3, DOT: 1}
    assert [float(near.values[0]) for near in found.values()] == [1.0, 1.0, 18.0]


@pytest.mark.parametrize("measure", MEASURES)
@given(
    center=st.booleans(), unit=st.booleans(), remove=st.integers(0, 3), rows=st.lists(st.integers(0, 119), min_size=1)
)
@settings(max_examples=examples(25))
def test_it_is_the_plain_way_behind_every_recipe(
    measure: str, center: bool, unit: bool, remove: int, rows: list[int]
) -> None:
    view = prepare(TABLE, Preprocessing(center, unit, remove))
    every = view.rows(slice(None)).astype(np.float64)
    found = closeness(view, view.rows(rows), measure)
    expected = np.stack([slow(every, every[row], measure) for row in rows], axis=1)
    # Near 0 a distance is the square root of a rounding error.
    np.testing.assert_allclose(found, expected, atol=2e-2 if measure == EUCLID else 2e-3, rtol=1e-4)


def test_cosine_is_what_it_was_and_a_centred_table_keeps_its_distances() -> None:
    assert near_rows(TABLE, 4, 7).ids.tolist() == cosine_neighbours(TABLE, 4, 7).ids.tolist()
    centred = prepare(TABLE, Preprocessing(center=True))
    near, off = near_rows(TABLE, 4, 20, EUCLID), near_rows(centred, 4, 20, EUCLID)
    assert near.ids.tolist() == off.ids.tolist()
    np.testing.assert_allclose(near.values, off.values, rtol=1e-4)
    assert near_rows(TABLE, 4, 20).ids.tolist() != near_rows(centred, 4, 20).ids.tolist()


def test_rows_of_equal_length_have_one_order_by_all_three() -> None:
    view = prepare(TABLE, Preprocessing(unit=True))
    orders = [near_rows(view, 11, 30, measure).ids.tolist() for measure in MEASURES]
    assert orders[0] == orders[1] == orders[2]


def test_the_measures_name_other_words_in_a_shipped_table() -> None:
    table = shipped("GloVe")
    lists = [near_rows(table.vectors, table.find("king") or 0, 10, measure).ids.tolist() for measure in MEASURES]
    assert lists[0] != lists[1] and lists[1] != lists[2] and lists[0] != lists[2]


def test_what_a_picture_keeps_is_counted_by_the_measure() -> None:
    flat = np.concatenate([TABLE, np.zeros((120, 0))], axis=1)
    # A picture with all the numbers keeps every neighbour by the straight line, and not by the other two.
    shares = [distortion(TABLE, flat, k=5, sample=None, measure=measure).share for measure in MEASURES]
    assert shares[1] == 1 and shares[0] < 1 and shares[2] < 1


def test_an_unknown_measure_is_refused() -> None:
    with pytest.raises(ValueError, match="Unknown measure 'Manhattan': expected one of cosine, Euclid, dot product"):
        Near("Manhattan")
    with pytest.raises(ValueError, match="Unknown measure"):
        closeness(TABLE, TABLE[:1], "Manhattan")
