"""What does the model see when I type?"""

from explorer import ui
from explorer.ui.tokens import (
    bag_of_words,
    lookup,
    merges,
    neighbours,
    overview,
    pipeline,
    tokenized_text,
    tokenizer_comparison,
    word_order,
)

ui.page(
    "tokens",
    [overview, merges, lookup, bag_of_words, pipeline],
    deeper=[word_order, neighbours, tokenizer_comparison],
    before=tokenized_text.show,
)
