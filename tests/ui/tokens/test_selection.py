"""A selected token stays selected when the text around it changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.embedding_pipeline import tokenize
from explorer.ui.tokens.tokenized_text import follow, map_offset


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


@given(
    before=st.binary(max_size=20), after=st.binary(max_size=20), kept=st.binary(min_size=1, max_size=20), data=st.data()
)
def test_a_byte_behind_what_was_added_in_front(before: bytes, after: bytes, kept: bytes, data: st.DataObject) -> None:
    """Added text in front and nothing behind: the byte moves by what was added, up to equal neighbours."""
    byte = data.draw(st.integers(0, len(kept) - 1))
    new = before + kept
    assert new[map_offset(kept, byte, new)] == kept[byte]
    assert 0 <= map_offset(kept, byte, kept + after) <= len(kept + after)


@given(old=st.binary(max_size=30), new=st.binary(max_size=30), data=st.data())
def test_any_edit_stays_within_the_new_text(old: bytes, new: bytes, data: st.DataObject) -> None:
    byte = data.draw(st.integers(0, max(len(old) - 1, 0)))
    assert 0 <= map_offset(old, byte, new) <= max(len(new), len(old))
