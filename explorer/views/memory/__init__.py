"""Views of the Memory page: the cost of an embedding table in bytes and in time."""

from explorer.views.memory._devices import cards
from explorer.views.memory._transfer_time import times
from explorer.views.memory.embedding_share import shares
from explorer.views.memory.memory_bill import bill
from explorer.views.memory.reduced_precision import precision

__all__ = ["bill", "cards", "precision", "shares", "times"]
__dir__ = __all__.copy  # a notebook's completion lists these alone
