"""The pictures of the Home page: what comes next after a text, and the text's way through a small language model."""

from explorer.views.home._next_token import next_token
from explorer.views.home._pipeline import chain
from explorer.views.view import views_of

__all__ = [*views_of("home")]


def __dir__() -> list[str]:
    """Only the views: a notebook's completion lists what `dir` returns."""
    return __all__
