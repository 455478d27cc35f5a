"""Views of the Failures page: common mistakes with embeddings, and what differs from library to library."""

from explorer.views.failures._library_apis import library_apis
from explorer.views.failures._mistake import mistake
from explorer.views.view import views_of

__all__ = [*views_of("failures")]


def __dir__() -> list[str]:
    """Only the views: a notebook's completion lists what `dir` returns."""
    return __all__
