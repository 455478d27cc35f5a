"""Tokenizers: what happens to the ids, in another table and in a batch."""

from __future__ import annotations

from operator import eq

import numpy as np

from explorer import tokenizers
from explorer.core import Embedding
from explorer.quiz.question import Mistake, Question, Show, kind, mixed, pick
from explorer.quiz.question_kinds.tokens import ENCODING, TEXTS, TOPIC
from explorer.wording import listed, verb


@kind(TOPIC, "other-table")
def other_table(rng: np.random.Generator) -> Question:
    """Ids of one vocabulary in the table of another."""
    text = TEXTS[int(rng.integers(len(TEXTS)))]
    encoding = ("cl100k_base", "o200k_base")[int(rng.integers(2))]
    ids = tokenizers.encode(text, encoding)
    size = tokenizers.vocab_size(ENCODING)
    table = Embedding(size, 1, rng=0)
    try:
        table(ids)
        complaint = ""
    except ValueError as problem:
        complaint = str(problem)
    error, silent, fine = (
        "An error: an id has no row",
        "No error, but not the rows of this text",
        "No error, and the right rows",
    )
    right = error if complaint else silent
    same = 0 if complaint else sum(map(eq, *(tokenizers.token_bytes(ids, each) for each in (encoding, ENCODING))))
    return Question(
        f"“{text}” becomes the ids {ids.tolist()} in {encoding}. They are looked up in a table made for gpt2, with "
        f"{size:,} rows. What happens?",
        right,
        f"The largest id is {int(ids.max()):,}, and the last row of the table is {size - 1:,}: the program refuses."
        if complaint
        else f"All ids are below {size:,}, so nothing complains; but gpt2 would read them as "
        f"“{' '.join(tokenizers.token_labels(ids, ENCODING))}”: {same} of {len(ids)} ids "
        f"{verb(same, 'means', 'mean')} the same in both.",
        Show("tokens", "Tokens", {"text": text, "encoding": encoding}, "The ids; then choose gpt2 and compare."),
        {"ids": tuple(ids.tolist()), "V": size},
        choices=mixed(rng, error, silent, fine),
        mistakes=(
            Mistake(
                fine, "Ids taken to be universal", "Each tokenizer numbers its own list: an id means nothing elsewhere."
            ),
            Mistake(
                silent if complaint else error,
                "The largest id not compared with V",
                f"Compare {int(ids.max()):,} with {size:,}.",
            ),
        ),
    )


@kind(TOPIC, "batch-shape")
def padded(rng: np.random.Generator) -> Question:
    """Padding: how many positions of the batch hold nothing."""
    texts = [TEXTS[int(i)] for i in rng.choice(5, 2, replace=False)] + ["A cat."]
    lengths = [len(tokenizers.encode(text, ENCODING)) for text in texts]
    longest = pick(rng, max(lengths))
    empty = sum(longest - n for n in lengths)
    return Question(
        f"Three texts have {listed(str(n) for n in lengths)} tokens. They become one batch of ids. How many of its "
        "positions are filled with padding?",
        empty,
        f"The batch is 3 × {longest}, as long as its longest text: {listed(str(longest - n) for n in lengths)} "
        f"positions are left, {empty} in all. A mask tells the model to ignore them.",
        Show("tokens", "Pipeline", {"text": "\n".join(texts), "t_all": "true"}, "Where the shorter lines end."),
        {"lengths": tuple(lengths)},
        tolerance=0,
        mistakes=(
            Mistake(0, "No padding", "An array has lines of one length, so shorter texts are filled up."),
            Mistake(longest * 3, "All positions", "That counts the tokens as well."),
            Mistake(
                longest - min(lengths),
                "The shortest text only",
                "Each text that is shorter than the longest is filled up.",
            ),
        ),
    )
