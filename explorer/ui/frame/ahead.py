"""What the first visitor would otherwise wait for: Home's model, its table and encoder; and the usual sidebar."""

from __future__ import annotations

from explorer import chain
from explorer.lm.predict import Request, read
from explorer.tokenizers import SMALL
from explorer.ui.frame import sentence
from explorer.ui.undocumented import folder


def load() -> None:
    """Compute Home's first picture once, with the sentence that everybody begins with; app.py is run from the start."""
    folder.pass_over()
    text = sentence.DEFAULT_TEXT
    chain.tokenize(text, SMALL, one_sequence=True)
    chain.tokenize(text, sentence.DEFAULT_ENCODING)
    read(Request(text))
