import numpy as np

from explorer.data.word_table import WordTable
from explorer.views.projection import colouring
from explorer.views.projection.table_source import Source
from tests.support import numbers_in

COLUMN = np.array(["pear", "", "apple", "pear", "fig", "Pine"])
TABLE = WordTable("mine", tuple("abcdef"), np.eye(6), {"fruit": COLUMN})
WHERE = Source("test-colouring", TABLE)


def fruit_column() -> colouring.CategoryColumn:
    column = colouring.column_of(TABLE, "fruit")
    assert column is not None
    return column


def test_values_come_most_frequent_first_and_nothing_is_number_0() -> None:
    column = fruit_column()
    assert column.values == ("", "pear", "Pine", "apple", "fig")
    assert column.codes.tolist() == [1, 0, 3, 1, 4, 2]
    assert column.counts.tolist() == [1, 2, 1, 1, 1]
    without = colouring.column_of(WordTable("m", ("a", "b"), np.eye(2), {"c": np.array(["x", "x"])}), "c")
    assert without is not None
    assert (without.values, without.codes.tolist(), without.counts.tolist()) == (("", "x"), [1, 1], [0, 2])


def test_values_that_contain_characters_are_highlighted_and_listed() -> None:
    assert colouring.highlighted(WHERE, "fruit", "P") == (1, 2, 3)
    assert colouring.highlighted(WHERE, "fruit", "  ") == colouring.highlighted(WHERE, "fruit", "zzz") == ()
    groups = colouring.marked_groups(fruit_column(), (1, 2))
    assert {name: rows.tolist() for name, rows in groups.items()} == {"pear": [0, 3], "Pine": [5]}
    assert colouring.looks_of((1, 2)) == [0, 1]
    assert colouring.looks_of((50, 3)) == [0, 2]
    assert numbers_in(colouring.colour_sentences(fruit_column(), (1, 2), "p")) == {4, 1, 2, 3}


def test_what_is_highlighted_past_the_looks_is_drawn_together() -> None:
    values = np.array([f"v{number:03d}" for number in range(60)])
    column = colouring.column_of(WordTable("m", tuple(values), np.zeros((60, 2)), {"c": values}), "c")
    assert column is not None
    groups = colouring.marked_groups(column, tuple(range(1, 61)))
    assert list(groups)[-1] == "12 more"
    assert colouring.looks_of(tuple(range(1, 61))) == list(range(49))
    assert sorted(np.concatenate(list(groups.values())).tolist()) == list(range(60))
    assert {60, 49} <= numbers_in(colouring.colour_sentences(column, (), ""))


def test_a_value_in_quotation_marks_is_that_value_alone() -> None:
    values = np.array(["pear", "pear tree", "pear", "“pear”"])
    where = Source("test-exactly", WordTable("m", tuple("abcd"), np.eye(4), {"c": values}))
    column = colouring.column_of(where.table, "c")
    assert column is not None
    of = {value: number for number, value in enumerate(column.values)}
    assert set(colouring.highlighted(where, "c", "pear")) == {of["pear"], of["pear tree"], of["“pear”"]}
    assert colouring.highlighted(where, "c", colouring.exactly("pear")) == (of["pear"],)
    assert colouring.highlighted(where, "c", colouring.exactly("“pear”")) == (of["“pear”"],)
    assert colouring.highlighted(where, "c", "“plum”") == ()


def test_a_column_of_70_000_values_keeps_them_apart() -> None:
    values = np.array([f"v{number}" for number in range(70_000)])
    column = colouring.column_of(WordTable("m", tuple(values), np.zeros((70_000, 2)), {"c": values}), "c")
    assert column is not None
    assert len(np.unique(column.codes)) == 70_000
    assert len(colouring.kinds_of(column, flat=True).looks) == colouring.LOOKS


def test_each_value_has_a_look_of_its_own_until_all_are_taken() -> None:
    kinds = colouring.kinds_of(fruit_column(), flat=True)
    assert len(set(kinds.looks)) == len(kinds.looks) == 4
    assert kinds.names[0] == ""
