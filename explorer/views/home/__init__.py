"""The pictures of the Home page: what comes next after a text, and the text's way through a small language model."""

from explorer.views.home._next_token import next_token
from explorer.views.home._pipeline import chain

__all__ = ["chain", "next_token"]
__dir__ = __all__.copy  # a notebook's completion lists these alone
