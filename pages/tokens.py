"""What does the model see when I type?"""

from explorer import ui
from explorer.ui.tokens import (
    bag_of_words,
    encodings,
    lookup,
    merges,
    neighbours,
    overview,
    pipeline,
    tokenized_text,
    word_order,
)

ui.page(
    "tokens",
    [overview, merges, lookup, bag_of_words, pipeline],
    deeper=[word_order, neighbours, encodings],
    before=tokenized_text.show,
)
