"""What a click on a next token writes into the visitor's text."""

from __future__ import annotations

import pytest
import streamlit as st

from explorer import chain
from explorer.tokenizers import SMALL
from explorer.ui.home.chain import writer


@pytest.mark.parametrize(
    ("text", "hide", "written"),
    [
        ("The cat sat", False, "The cat sat down"),
        ("The cat sat", True, "The cat down"),  # the last token was hidden, so the picked one takes its place
        ("The", True, "The down"),  # a single token is not hidden
    ],
)
def test_a_picked_token_goes_where_the_reading_ended(
    text: str, hide: bool, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state: dict[str, object] = {}
    monkeypatch.setattr(st, "session_state", state)
    write = writer(text, chain.tokenize(text, SMALL), hide)
    assert write is not None
    write(" down")
    assert state == {"text": written, "h_hide": False}


def test_half_a_character_is_no_place_to_write_after() -> None:
    assert writer("👍", chain.tokenize("👍", SMALL), True) is None
