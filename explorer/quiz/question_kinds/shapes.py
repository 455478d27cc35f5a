"""Shapes: what goes in and what comes out."""

from __future__ import annotations

import numpy as np

from explorer.core import Embedding
from explorer.questions import Mistake, Question, Show
from explorer.quiz.question import kind, mixed, pick

TOPIC = "Shapes"


def shape(*sizes: int) -> str:
    """A shape in Python's notation.

    >>> shape(8, 128, 768), shape(6)
    ('(8, 128, 768)', '(6,)')
    """
    return str(tuple(sizes))


def _complaint(run: object) -> str:
    """The core's error message for a call; "" without one."""
    try:
        run()  # type: ignore[operator]
    except ValueError as problem:
        return str(problem)
    return ""


@kind(TOPIC, "embedded")
def embedded(rng: np.random.Generator) -> Question:
    """Ids (B, T) → (B, T, D)."""
    v, d = pick(rng, 100, 500, 1000), pick(rng, 16, 32, 64)
    b, t = pick(rng, 2, 4, 8), pick(rng, 5, 10, 12)
    found = shape(*Embedding(v, d, rng=0)(np.zeros((b, t), np.int64)).shape)
    onehot, flat, swapped = shape(b, t, v), shape(b * t, d), shape(b, d, t)
    return Question(
        f"Token ids of shape {shape(b, t)} are looked up in a table of shape {shape(v, d)}. What shape comes out?",
        answer=found,
        why=f"Each id is replaced by its row of {d} numbers, so one axis of {d} joins the shape of the ids: {found}.",
        show=Show(
            "tokens",
            "Pipeline",
            {"text": "the cat sat\non the mat", "t_all": "true"},
            "The last array of the chain, (B, T, D).",
        ),
        given={"B": b, "T": t, "V": v, "D": d},
        choices=mixed(rng, found, onehot, flat, swapped),
        mistakes=(
            Mistake(onehot, "One-hot vectors", f"A one-hot vector has {v} numbers; the lookup gives a row of {d}."),
            Mistake(flat, "The batch run together", "A lookup keeps the shape of the ids."),
            Mistake(swapped, "Axes swapped", "The width of the row comes last."),
        ),
    )


@kind(TOPIC, "table-shape")
def table_shape(rng: np.random.Generator) -> Question:
    """(V, D), not (D, V)."""
    v, d = pick(rng, 1000, 5000, 10_000), pick(rng, 32, 64, 128)
    found = shape(*Embedding(v, d, rng=0).weight.shape)
    swapped, square, longer = shape(d, v), shape(d, d), shape(v + 1, d)
    return Question(
        f"What shape is the weight of Embedding(vocab_size={v}, embed_dim={d})?",
        answer=found,
        why=f"One row for each of the {v:,} tokens, {d} numbers in each row: {found}.",
        show=Show("tokens", "Rows", {}, "A row of the picture is a token’s; across are the numbers of the row."),
        given={"V": v, "D": d},
        choices=mixed(rng, found, swapped, square, longer),
        mistakes=(
            Mistake(swapped, "V and D swapped", "Rows come first: there is one for each token."),
            Mistake(longer, "One row too many", f"Ids run from 0 to {v - 1:,}, so {v:,} rows are enough."),
        ),
    )


@kind(TOPIC, "largest-id", "Rows")
def largest_id(rng: np.random.Generator) -> Question:
    """V − 1."""
    v = pick(rng, 1000, 5000, 10_000) + int(rng.integers(-50, 50))
    table = Embedding(v, 8, rng=0)
    largest = next(token for token in (v, v - 1) if not _complaint(lambda token=token: table([token])))
    return Question(
        f"A table has {v:,} rows. What is the largest token id that can be looked up?",
        answer=largest,
        why=f"The first id is 0, so {v:,} rows have the ids 0 to {largest:,}. For {v:,} there "
        "is no row, and the program refuses.",
        show=Show("gradients", "Blackboard", {"g_ids": "5 12"}, "A table of 12 words is asked for the id 12."),
        given={"V": v},
        tolerance=0,
        mistakes=(
            Mistake(v, "Counted from 1", "Ids begin at 0, so the last is one less than the number of rows."),
            Mistake(v - 2, "One too few", "The first id is 0: take one off the number of rows, not two."),
        ),
    )
