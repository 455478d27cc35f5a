"""Views of the Failures page: common mistakes with embeddings, and what differs from library to library."""

from explorer.views.failures._library_apis import library_apis
from explorer.views.failures._mistake import mistake

__all__ = ["library_apis", "mistake"]


def __dir__() -> list[str]:
    """Only the views: a notebook's completion lists what `dir` returns."""
    return __all__
