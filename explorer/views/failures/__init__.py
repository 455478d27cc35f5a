"""Views of the Failures page: common mistakes with embeddings, and which library reports them."""

from explorer.views.failures._library_apis import library_apis
from explorer.views.failures._mistake import mistake
from explorer.views.failures._mistakes_in_libraries import mistakes_in_libraries

__all__ = ["library_apis", "mistake", "mistakes_in_libraries"]
