"""Validation of a room's questions."""

from __future__ import annotations

import pytest

from explorer.rooms.question_schema import MOST_WORDS, choice_question


def test_words_may_be_as_long_as_is_said_and_no_longer() -> None:
    assert choice_question("?" * MOST_WORDS, ("a", "b"), (0,))["words"] == "?" * MOST_WORDS
    with pytest.raises(ValueError, match=f"at most {MOST_WORDS} characters, got {MOST_WORDS + 1}"):
        choice_question("?", ("a", "b" * (MOST_WORDS + 1)), (0,))
