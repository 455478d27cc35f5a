"""Warm-up: load Home's model, table and encoder at start, so that the first visitor doesn't wait for them."""

from __future__ import annotations

from explorer import chain
from explorer.lm.predict import Request, read
from explorer.tokenizers import SMALL
from explorer.ui.frame import user_text


def load() -> None:
    """Compute Home's first picture once, with the default sentence."""
    text = user_text.DEFAULT_TEXT
    chain.tokenize(text, SMALL, one_sequence=True)
    chain.tokenize(text, user_text.DEFAULT_ENCODING)
    read(Request(text))
