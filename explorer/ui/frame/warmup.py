"""Warm-up: load Home's model, table and encoder at start, so that the first visitor doesn't wait for them."""

from __future__ import annotations

from explorer import embedding_pipeline
from explorer.lm.predict_next_token import Request, read
from explorer.tokenizers import SMALL
from explorer.ui.frame import shared_inputs


def load() -> None:
    """Compute Home's first picture once, with the default sentence."""
    text = shared_inputs.DEFAULT_TEXT
    embedding_pipeline.tokenize(text, SMALL, one_sequence=True)
    embedding_pipeline.tokenize(text, shared_inputs.DEFAULT_ENCODING)
    read(Request(text))
