"""A selected token stays selected when the text around it changes."""

import pytest

from explorer.embedding_pipeline import tokenize
from explorer.ui.tokens.selection import follow, map_offset


@pytest.mark.parametrize(
    ("new", "word"),
    [
        ("Look: The cat sat on the mat, it did", " on"),
        ("The cat on the mat", " on"),
        ("sat on the", " on"),
        ("The dog lay on a rug", " on"),
        ("the Cat SAT on THE mat", " on"),
    ],
)
def test_the_word_stays_selected_through_edits_on_both_sides(new: str, word: str) -> None:
    old, after = tokenize("The cat sat on the mat", "gpt2"), tokenize(new, "o200k_base")
    first, last = after.span(follow(old, 3, after))
    assert after.data[first:last].decode() == word


def test_a_deleted_word_leaves_its_place() -> None:
    old = tokenize("one two three", "gpt2")
    assert follow(old, 1, tokenize("one three", "gpt2")) == 1
    assert follow(old, 2, tokenize("", "gpt2")) == 0
    assert follow(old, 99, old) == 0


def test_a_whole_new_text_of_a_megabyte_takes_no_comparing() -> None:
    assert map_offset(b"a" * 1_000_000, 500_000, b"b" * 1_000_000) == 0
