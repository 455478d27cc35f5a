"""The visitor's own text, encoding and selected token, the same on every page (URL: `text`, `encoding`, `token`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import streamlit as st

from explorer.tokenizers import ENCODINGS

DEFAULT_TEXT = "The cat sat on the mat"
DEFAULT_ENCODING = "gpt2"
_DIGITS = re.compile("[0-9]{1,9}")
URL_LIMIT = 1_500
"""Characters of text that go into the link; browsers and proxies cut very long addresses."""


@dataclass(frozen=True)
class Sentence:
    """The text, the tokenizer's name, and the number of the selected token (from 0; may lie past the end)."""

    text: str
    encoding: str
    token: int


def current() -> Sentence:
    """The visitor's sentence on any page, whether or not its widgets are on this page."""
    encoding, token = held("encoding", DEFAULT_ENCODING), held("token", 0)
    return Sentence(
        text=str(held("text", DEFAULT_TEXT)),
        encoding=encoding if encoding in ENCODINGS else DEFAULT_ENCODING,
        token=int(token) if _DIGITS.fullmatch(str(token)) else 0,
    )


def held(key: str, start: Any) -> Any:
    """What a control holds that several pages share; before it was ever drawn, what the link says, else `start`."""
    state = st.session_state
    return state[key] if key in state else st.query_params.get(key, start)


def text_box(label: str = "Your text", height: int | None = 100) -> str:
    """The text area. Several lines make a batch. Long texts stay in the session and out of the link, and it says so."""
    state = st.session_state
    if len(state.get("text", "")) > URL_LIMIT:
        state["text_left_out"] = True
        text = st.text_area(label, height=height or 100, key="text", persist_state="session")
        st.caption(
            f"The text has {len(text):,} characters. A link holds {URL_LIMIT:,}, so this page's link leaves it out."
        )
        return text
    if state.pop("text_left_out", False):
        # Written by the program, the value goes back into the address that it had left.
        state["text"] = state["text"]
    return st.text_area(label, DEFAULT_TEXT, height=height or 100, key="text", bind="query-params")


def encoding_box(label: str = "Tokenizer") -> str:
    """The choice of the encoding."""
    return st.selectbox(label, ENCODINGS, key="encoding", bind="query-params")


def token_box(count: int, label: str = "Selected token") -> int:
    """The number of the selected token as a typed entry (keyboard), clamped to `count` tokens."""
    number = st.number_input(label, min_value=0, value=0, step=1, key="token", bind="query-params")
    return min(int(number), max(count - 1, 0))
