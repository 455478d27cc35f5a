"""Settings of views of a visitor's own text, which the pages share; `explorer.ui.frame.shared_inputs` draws them."""

from __future__ import annotations

from typing import Any, Literal

from explorer.tokenizers import CHOICES
from explorer.views.setting import Choice, Text

DEFAULT_TEXT = "The cat sat on the mat"
TEXT: Any = Text("Your text", DEFAULT_TEXT, 1_000_000, about="whose tokens are read; several lines make a batch")
Public = Literal["gpt2", "r50k_base", "p50k_base", "cl100k_base", "o200k_base"]
Encoding = Literal["gpt2", "r50k_base", "p50k_base", "cl100k_base", "o200k_base", "gpt2_4096"]
ENCODING: Any = Choice("Tokenizer", "gpt2", CHOICES, about="the tokenizer, one of `explorer.tokenizers.CHOICES`")
