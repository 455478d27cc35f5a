from __future__ import annotations

import numpy as np

from explorer.data.word_table import WordTable
from explorer.ui.projection.table import table_choice
from explorer.vectors.preprocessing import Preprocessing
from explorer.views.projection import groups as choosing
from explorer.views.projection.cluster_labels import columns_of
from explorer.views.projection.table_source import Source

TABLE = WordTable(
    "mine",
    ("Red", "dog", "x", "y"),
    np.array([[1.0, 0.0], [0.0, 2.0], [3.0, 1.0], [-4.0, 1.0]]),
    {"kind": np.array(["a", "a", "b", ""]), "year": np.array([1999.0, 2001.5, 1999.0, 4.0])},
)


def test_numbers_of_a_column_are_searched_as_they_are_shown() -> None:
    assert choosing.texts_of(TABLE, "year") == ["1999", "2001.5", "1999", "4"]
    assert choosing.texts_of(TABLE, "word") == ["Red", "dog", "x", "y"]


def test_kinds_of_words_and_columns_with_few_values_can_be_shared() -> None:
    found = columns_of(TABLE)
    assert found["kind of word"].tolist() == ["colours", "animals", "", ""]
    assert found["kind"].tolist() == ["a", "a", "b", ""]
    assert set(found) == {"kind of word", "kind", "year"}


def test_each_way_of_choosing_gives_its_rows() -> None:
    where, recipe = Source("test-groups", TABLE), Preprocessing(center=True)
    ask, rows_of = choosing.GroupRequest, choosing.rows_of
    assert rows_of(where, recipe, ask(choosing.PATTERN, "kind", "a")).tolist() == [0, 1]
    assert rows_of(where, recipe, ask(choosing.LIST, words=("x", "red", "no"))).tolist() == [0, 2]
    assert rows_of(where, recipe, ask(choosing.AREA)).tolist() == []
    spots = table_choice.points(where, recipe, (0, 1))
    x, y = (float(value) for value in spots[2])
    corners = ((x - 0.1, y - 0.1), (x + 0.1, y + 0.1))
    assert rows_of(where, recipe, ask(choosing.AREA, corners=corners)).tolist() == [2]
