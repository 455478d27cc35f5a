"""Views of the Failures page: common mistakes with embeddings, and which library reports them."""

from explorer.views.failures._dialects import dialects
from explorer.views.failures._libraries import libraries
from explorer.views.failures._mistake import mistake

__all__ = ["dialects", "libraries", "mistake"]
