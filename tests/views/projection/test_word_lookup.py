"""Typed words: repeated ones, and look-alikes of a table's word."""

import numpy as np
import pytest

from explorer.data.word_table import WordTable
from explorer.views.projection.word_lookup import missing, twice

TABLE = WordTable("mine", ("</s>", "plum", "plum", "Plum", "cafe\u0301", "café", "ﬁg", "Straße"), np.eye(8))


def test_every_row_can_be_found_by_what_it_is_called() -> None:
    assert [TABLE.find(TABLE.name_of(row)) for row in range(8)] == list(range(8))
    assert TABLE.find("row 2") == 2 and TABLE.find("row 8") is None and TABLE.find("row x") is None


def test_a_word_in_two_rows_is_said_with_what_finds_the_other() -> None:
    assert "“row 2”" in twice(TABLE, [1]) and "“row 1”" in twice(TABLE, [2])
    assert twice(TABLE, [0, 3, 4]) == ""


@pytest.mark.parametrize(("typed", "row"), [("pl\u00adum", 1), ("ｐｌｕｍ", 1)])
def test_a_word_that_looks_alike_is_named(typed: str, row: int) -> None:
    assert TABLE.find(typed) is None
    assert TABLE.look_alike(typed) == row
    assert f"“row {row}”" in missing(TABLE, typed)


def test_composed_and_decomposed_letters_look_alike() -> None:
    decomposed = WordTable("mine", ("tea", "cafe\u0301"), np.eye(2))
    assert decomposed.find("caf\u00e9") is None and decomposed.look_alike("Caf\u00e9") == 1
    assert decomposed.look_alike("cafe") is None


def test_words_with_vowel_signs_are_words_of_letters() -> None:
    words = ("नमस्ते", "สวัสดี", "می\u200cخواهم", "e\u0301tude", "чай", "a1", "👩\u200d👩", "\u0301")
    table = WordTable("mine", words, np.eye(8, dtype=np.float32))
    assert table.whole.tolist() == [True] * 5 + [False] * 3
