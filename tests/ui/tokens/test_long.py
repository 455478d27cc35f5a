"""The table of a long text has its first tokens, and knows how many there are."""

from __future__ import annotations

import pytest

from explorer.ui.tokens import overview
from explorer.ui.tokens.typed import Typed


def test_the_table_of_a_longer_text_has_the_first_tokens_and_knows_how_many_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    typed = Typed("a cat\n\nsat 猫", "gpt2", 0, allow_special=False, one_sequence=False)
    monkeypatch.setattr(overview, "MOST_ROWS", 4)
    table = overview.table(typed)
    assert (table.rows, table.of) == (4, len(typed.tokens()))
    assert table.csv().split("\n")[1:5] == [
        "0,1,0,a,64,61",
        "1,1,1,␣cat,3797,20 63 61 74",
        "2,2,0,sat,49720,73 61 74",
        "3,2,1,⟨20 E7⟩,13328,20 E7",
    ]
