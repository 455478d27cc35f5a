"""Settings of views of a visitor's own text, which the pages share; `explorer.ui.frame.shared_inputs` draws them."""

from __future__ import annotations

from typing import Any

from explorer.tokenizers import CHOICES
from explorer.views.setting import Choice, Text

DEFAULT_TEXT = "The cat sat on the mat"
TEXT: Any = Text("Your text", DEFAULT_TEXT, 1_000_000, about="whose tokens are read; several lines make a batch")
ENCODING: Any = Choice("Tokenizer", "gpt2", CHOICES, about="the tokenizer, one of `explorer.tokenizers.CHOICES`")
