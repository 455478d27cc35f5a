"""Pictures of the Tokens page: from a text to the rows of a table."""

from explorer.views.tokens._bags import bags
from explorer.views.tokens._encodings import encodings
from explorer.views.tokens._merges import merges
from explorer.views.tokens._neighbours import neighbours
from explorer.views.tokens._order import order
from explorer.views.tokens._pipeline import pipeline
from explorer.views.tokens._rows import rows, starts
from explorer.views.tokens._strip import strip

__all__ = ["bags", "encodings", "merges", "neighbours", "order", "pipeline", "rows", "starts", "strip"]
