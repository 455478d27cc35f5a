"""The table of a long text has its first tokens and their total number."""

import pytest

from explorer.embedding_pipeline import tokenize
from explorer.views import tokens
from explorer.views.tokens import _token_strip


def test_the_table_of_a_longer_text_has_the_first_tokens_and_knows_how_many_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "a cat\n\nsat 猫"
    monkeypatch.setattr(_token_strip, "MOST_ROWS", 4)
    table = tokens.strip(text=text).table
    assert (table.rows, table.of) == (4, len(tokenize(text, "gpt2")))
    assert table.csv().split("\n")[1:5] == [
        "0,1,0,a,64,61",
        "1,1,1,␣cat,3797,20 63 61 74",
        "2,2,0,sat,49720,73 61 74",
        "3,2,1,⟨20 E7⟩,13328,20 E7",
    ]


def test_a_long_text_is_read_from_a_file_in_the_displayed_call() -> None:
    view = tokens.strip(text="x" * 3_000)
    assert len(view.call.code()) < 300
    assert 'open("text.txt"' in view.call.code()
