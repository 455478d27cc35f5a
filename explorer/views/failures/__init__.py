"""Pictures of the Failures page: what goes wrong with an embedding, and which library reports it."""

from explorer.views.failures._dialects import dialects
from explorer.views.failures._libraries import libraries
from explorer.views.failures._mistake import mistake

__all__ = ["dialects", "libraries", "mistake"]
