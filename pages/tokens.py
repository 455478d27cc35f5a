"""What does the model see when I type?"""

from explorer import ui
from explorer.ui.tokens import (
    bag_of_words,
    bytes_tokens_and_ids,
    hand_filled,
    letters,
    lookup,
    merges,
    neighbours,
    pipeline,
    tokenized_text,
    tokenizer_comparison,
)

ui.page(
    "tokens",
    [
        ui.Pictures("Tokens", "t_of", {"its tokens": bytes_tokens_and_ids, "its letters": letters}),
        merges,
        ui.Pictures("Rows", "t_row_shows", {"one row": lookup, "rows near it": neighbours, "by hand": hand_filled}),
        bag_of_words,
        pipeline,
        tokenizer_comparison,
    ],
    before=tokenized_text.show,
)
