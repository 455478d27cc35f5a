"""Views of the Failures page: common mistakes with embeddings, and what differs from library to library."""

from explorer.views.failures._library_apis import library_apis
from explorer.views.failures._mistake import mistake

__all__ = ["library_apis", "mistake"]
__dir__ = __all__.copy  # a notebook's completion lists these alone
