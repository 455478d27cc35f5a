"""What does the model see when I type?"""

from explorer import ui
from explorer.ui.tokens import (
    bag_of_words,
    bytes_tokens_and_ids,
    lookup,
    merges,
    neighbours,
    pipeline,
    tokenized_text,
    tokenizer_comparison,
)

ui.page(
    "tokens",
    [bytes_tokens_and_ids, merges, lookup, bag_of_words, pipeline, neighbours, tokenizer_comparison],
    before=tokenized_text.show,
)
