"""Clicks on a next token: the new text, and the selected token."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from explorer import embedding_pipeline
from explorer.lm.predict_next_token import Reading
from explorer.tokenizers import SMALL
from explorer.ui.home.write_sentence_with_model import selection, writer


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
    write = writer(text, embedding_pipeline.tokenize(text, SMALL), hide)
    assert write is not None
    write(" down")
    assert state == {"text": written, "h_hide": False}


def test_nothing_is_written_after_half_a_character() -> None:
    assert writer("👍", embedding_pipeline.tokenize("👍", SMALL), True) is None


@pytest.mark.parametrize(
    ("read", "total", "hidden", "token", "selected"),
    [
        (3, 3, None, 1, 1),
        (2, 2, 9, 2, 1),  # the last token is hidden: the one before it is drawn in its place
        (2, 3, None, 2, 1),  # only the last two were read
        (2, 3, None, 0, 0),  # the first is not among them
        (6, 6, None, 2, 2),  # read twice: the visitor's own tokens come first
    ],
)
def test_the_selected_token_is_one_of_those_read(
    read: int, total: int, hidden: int | None, token: int, selected: int
) -> None:
    own = embedding_pipeline.tokenize("The cat sat", SMALL)
    assert len(own) == 3
    reading = SimpleNamespace(ids=np.zeros(read, np.int64), total=total, hidden=hidden)
    assert selection(own, own, token, cast("Reading", reading))[0] == selected


def test_a_link_to_the_hidden_token_says_which_one_is_marked(open_page: Callable[..., AppTest]) -> None:
    home = open_page(text="The cat sat on the mat", token="5", h_hide="true")
    assert notes(home, 5)
    home.toggle(key="h_hide").set_value(False).run()
    assert not notes(home, 5)
    home.toggle(key="h_hide").set_value(True).run()
    home.number_input(key="token").set_value(4).run()
    assert not home.exception and not notes(home, 5)


def notes(home: AppTest, token: int) -> list[str]:
    """Captions that name a token by its number and say that it is hidden."""
    return [each.value for each in home.caption if f"oken {token}" in each.value and "hidden" in each.value]
