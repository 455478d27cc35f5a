"""The toy cloud has GloVe's numbers."""

import numpy as np

from explorer.data import load_glove
from explorer.words.shipped_tables import shipped
from explorer.words.toy_words import COLUMNS, WORDS, points


def test_each_point_is_two_numbers_of_its_words_row() -> None:
    table = shipped("GloVe")
    assert load_glove().token_q.shape[1] > max(COLUMNS)
    for word, point in zip(WORDS, points(), strict=True):
        row = table.find(word)
        assert row is not None
        np.testing.assert_array_equal(point, table.vectors[row][list(COLUMNS)])
