"""Views of the Tokens page: from a text to the rows of a table."""

from explorer.views.tokens._bag_of_words import bags
from explorer.views.tokens._hand_filled import hand_filled
from explorer.views.tokens._lookup import rows, starts
from explorer.views.tokens._lookup_animation import adding, picking
from explorer.views.tokens._merges import merges
from explorer.views.tokens._neighbours import neighbours
from explorer.views.tokens._one_hot import one_hot
from explorer.views.tokens._token_strip import strip
from explorer.views.tokens._tokenizer_comparison import encodings
from explorer.views.tokens.embedding_layer import pipeline

__all__ = [
    "adding", "bags", "encodings", "hand_filled", "merges", "neighbours", "one_hot", "picking", "pipeline",
    "rows", "starts", "strip",
]  # fmt: skip
__dir__ = __all__.copy  # a notebook's completion lists these alone
