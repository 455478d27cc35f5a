from __future__ import annotations

import numpy as np
import pytest

from explorer.data.word_table import WordTable
from explorer.vectors.similarity_measures import EUCLID
from explorer.words.shipped_tables import shipped
from explorer.words.table_alignment import compare, neighbourhoods, shared_words

RNG = np.random.default_rng(4)


def turn(width: int) -> np.ndarray:
    return np.linalg.qr(RNG.normal(size=(width, width)))[0]


def test_by_hand_a_square_in_a_line_of_more_numbers() -> None:
    # A square of words, turned by 45° and kept in three numbers: after the turn every word lies on itself.
    square = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
    half = np.sqrt(0.5)
    wide = np.concatenate([square @ [[half, half], [-half, half]], np.zeros((4, 1))], axis=1)
    found = compare(np.tile(square, (3, 1)), np.tile(wide, (3, 1)))
    np.testing.assert_allclose(found.after, np.tile(wide, (3, 1)), atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(found.before - found.target, axis=1), np.sqrt(2 - np.sqrt(2)), atol=1e-6)
    np.testing.assert_allclose(found.cosines, 1, atol=1e-6)


def test_a_turned_table_of_another_width_and_scale_agrees_wholly_and_moved_words_are_found() -> None:
    table = RNG.normal(size=(400, 12))
    other = np.pad(3 * table @ turn(12), ((0, 0), (0, 5))) @ turn(17) + RNG.normal(size=17)
    moved = [3, 77, 200]
    other[moved] = other[[10, 11, 12]]
    found = compare(table, other)
    assert set(np.argsort(found.cosines)[:3].tolist()) == set(moved)
    assert np.delete(found.cosines, moved).min() > 0.97
    assert abs(found.chance.mean()) < 0.1


def test_unrelated_tables_agree_by_no_more_than_chance() -> None:
    one, other = RNG.normal(size=(300, 100)), RNG.normal(size=(300, 100))
    found = compare(one, other)
    assert abs(found.chance.mean()) < 0.03 and abs(found.cosines.mean()) < 0.03


@pytest.mark.slow
def test_minilm_and_glove_agree_by_more_than_chance() -> None:
    one, other = shipped("MiniLM"), shipped("GloVe")
    rows = shared_words(one, other)
    assert [one.words[row] for row in rows[0]] == [other.words[row] for row in rows[1]]
    tables = one.vectors[rows[0]], other.vectors[rows[1]]
    found, near = compare(*tables), neighbourhoods(*tables)
    (times,) = (10,)
    assert found.cosines.mean() > max(times * abs(found.chance.mean()), 0.3)
    assert near.share - near.margin > times * near.by_chance


@pytest.mark.parametrize("measure", ["cosine", EUCLID])
def test_neighbours_are_compared_word_by_word(measure: str) -> None:
    one, other = (RNG.normal(size=(40, width)).astype(np.float32) for width in (6, 9))
    found = neighbourhoods(one, other, measure, k=5, sample=40)
    same = []
    for row in range(40):
        lists = []
        for table in (one, other):
            if measure == EUCLID:
                far = np.linalg.norm(table - table[row], axis=1)
            else:
                unit = table / np.linalg.norm(table, axis=1, keepdims=True)
                far = -unit @ unit[row]
            far[row] = np.inf
            lists.append(set(np.argsort(far)[:5].tolist()))
        same.append(len(lists[0] & lists[1]))
    assert found.same.tolist() == same
    assert found.margin == 0 and found.by_chance == 5 / 39


def test_words_are_shared_once_and_whole_where_there_are_enough() -> None:
    names = [f"{a}{b}" for a in "abcdefgh" for b in "abcdefgh"]
    one = WordTable("one", (*names, "##s", "1", "aa"), RNG.normal(size=(67, 3)))
    other = WordTable("other", ("1", *reversed(names), "##s"), RNG.normal(size=(66, 3)))
    rows = shared_words(one, other)
    assert rows[0].tolist() == list(range(64))
    assert rows[1].tolist() == list(range(64, 0, -1))
    assert [len(part) for part in shared_words(one, other, 10)] == [10, 10]


def test_too_few_words_are_refused() -> None:
    with pytest.raises(ValueError, match="Expected the same four words or more in both tables, got 3 and 3 rows"):
        compare(np.eye(3), np.eye(3))
