"""A text of a million characters has up to three million tokens: none of them may become an object of its own."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable

import pytest

from explorer import chain
from explorer.ui.tokens import merges, overview
from explorer.ui.tokens.typed import Typed

LETTERS = 100_000
TEXT = "".join(random.Random(4).choices([chr(0x4E00 + n) for n in range(20_000)], k=LETTERS))
TYPED = Typed(TEXT, "gpt2", 0, allow_special=False, one_sequence=False)


def whole_table(typed: Typed) -> None:
    """All that the page takes of it; the CSV is made when somebody asks for it."""
    for column in overview.table(typed).values():
        list(column[:1_000])


@pytest.mark.parametrize(
    ("looked_at", "most"),
    [
        (lambda typed: chain.tokenize.__wrapped__(typed.text, typed.encoding), 20),
        (lambda typed: chain.draw.__wrapped__(typed.tokens()), 2),
        (lambda typed: typed.tokens().span(len(typed.tokens()) - 1), 10),
        (lambda typed: typed.tokens().at(len(typed.tokens().data) - 1), 25),
        (overview.summary, 10),
        (merges.selected_word, 20),
        (whole_table, 40),
    ],
    ids=["tokens", "strip", "span", "at", "summary", "word", "table"],
)
def test_a_long_text_costs_few_bytes_per_token(looked_at: Callable[[Typed], object], most: int) -> None:
    tokens = TYPED.tokens()
    assert len(tokens) > 2 * LETTERS
    tokens.span(len(tokens) - 1)  # the vocabulary's lengths are counted once
    tracemalloc.start()
    looked_at(TYPED)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < most * len(tokens), peak / len(tokens)


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
