"""Warm-up of Home's model, table and encoder, for which the first visitor would otherwise wait."""

from __future__ import annotations

from explorer import chain
from explorer.lm.predict import Request, read
from explorer.tokenizers import SMALL
from explorer.ui.frame import user_text


def load() -> None:
    """Compute Home's first picture once, with the sentence that everybody begins with."""
    text = user_text.DEFAULT_TEXT
    chain.tokenize(text, SMALL, one_sequence=True)
    chain.tokenize(text, user_text.DEFAULT_ENCODING)
    read(Request(text))
