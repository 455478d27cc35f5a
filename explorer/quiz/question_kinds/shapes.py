"""Shapes: what goes in and what comes out."""

from __future__ import annotations

import numpy as np

from explorer.core import Embedding, EmbeddingLayer, PositionalEncoding
from explorer.quiz.question import Mistake, Question, Show, kind, mixed, pick
from explorer.wording import count

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
        found,
        f"Each id is replaced by its row of {d} numbers, so one axis of {d} joins the shape of the ids: {found}.",
        Show(
            "tokens",
            "Pipeline",
            {"text": "the cat sat\non the mat", "t_all": "true"},
            "The last array of the chain, (B, T, D).",
        ),
        {"B": b, "T": t, "V": v, "D": d},
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
        found,
        f"One row for each of the {v:,} tokens, {d} numbers in each row: {found}.",
        Show("tokens", "Rows", {}, "A row of the picture is a token’s; across are the numbers of the row."),
        {"V": v, "D": d},
        choices=mixed(rng, found, swapped, square, longer),
        mistakes=(
            Mistake(swapped, "V and D swapped", "Rows come first: there is one for each token."),
            Mistake(longer, "One row too many", f"Ids run from 0 to {v - 1:,}, so {v:,} rows are enough."),
        ),
    )


@kind(TOPIC, "positions-shape")
def positions_shape(rng: np.random.Generator) -> Question:
    """(L, D): positions belong to the sequence, not to tokens or texts."""
    v, d, max_len, b = pick(rng, 1000, 5000), pick(rng, 16, 32, 64), pick(rng, 128, 256, 512), pick(rng, 4, 8)
    layer = EmbeddingLayer(v, d, max_len, rng=0)
    assert isinstance(layer.pos_encoding, PositionalEncoding)
    found = shape(*layer.pos_encoding.position_embeddings.shape)
    per_token, per_text, one = shape(v, d), shape(b, max_len, d), shape(max_len, 1)
    return Question(
        f"A layer has {v} tokens, width {d}, and learned positions for texts of up to {max_len} tokens; batches have "
        f"{b} texts. What shape is the table of positions?",
        found,
        f"One row for each of the {max_len} positions, as wide as a token’s row since the two are added: {found}. All "
        "texts of a batch share it.",
        Show(
            "positions",
            "Heatmap",
            {"p_len": str(max_len), "p_dim": str(d)},
            f"Down the picture are {max_len} positions, across {d} columns. These rows are waves; a learned table of "
            "that size has the same shape.",
        ),
        {"V": v, "D": d, "L": max_len, "B": b},
        choices=mixed(rng, found, per_token, per_text, one),
        mistakes=(
            Mistake(per_token, "A row for each token", "A position has its row, whatever token stands there."),
            Mistake(per_text, "A table for each text", "All texts of a batch share the same positions."),
            Mistake(one, "One number for each position", "What is added to a row must be as wide as the row."),
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
        largest,
        f"The first id is 0, so {v:,} rows have the ids 0 to {largest:,}. For {v:,} there "
        "is no row, and the program refuses.",
        Show("gradients", "Blackboard", {"g_ids": "5 12"}, "A table of 12 words is asked for the id 12."),
        {"V": v},
        tolerance=0,
        mistakes=(
            Mistake(v, "Counted from 1", "Ids begin at 0, so the last is one less than the number of rows."),
            Mistake(v - 2, "One too few", "The first id is 0: take one off the number of rows, not two."),
        ),
    )


@kind(TOPIC, "widths")
def widths(rng: np.random.Generator) -> Question:
    """Token rows and position rows must be of one width."""
    tokens, max_len = pick(rng, 16, 32, 64), pick(rng, 16, 32, 48, 64)
    rows = Embedding(10, tokens, rng=0)(np.zeros((2, 5), np.int64))
    positions = PositionalEncoding(8, max_len, rng=0)
    complaint = _complaint(lambda: positions(rows))
    error, cut, padded, added = (
        "An error: the widths differ",
        f"{min(tokens, max_len)} numbers per token: the longer is cut",
        f"{max(tokens, max_len)} numbers per token: the shorter is filled with zeros",
        f"{tokens} numbers per token: they are added one by one",
    )
    other = f"{tokens + max_len} numbers per token: they are put side by side"
    right = error if complaint else added
    cutting = (Mistake(cut, "Cut without a word", "Our core does not cut: it says which two widths don’t match."),)
    options = (error, cut, padded, other) if complaint else (added, error, other)
    return Question(
        f"A token table has rows of {tokens} numbers, the table of positions rows of {max_len}. Both are given to the "
        "same layer, which adds them. What happens?",
        right,
        f"Our core refuses: “{complaint}”. Numbers can only be added one by one."
        if complaint
        else f"Both rows have {tokens} numbers, so they are added one by one and the width stays {tokens}.",
        Show("positions", "Two arrows", {}, "Two rows of the same width are added: an arrow at the end of an arrow."),
        {"token width": tokens, "position width": max_len},
        choices=mixed(rng, *options),
        mistakes=(
            *(cutting if complaint else ()),
            Mistake(other, "Side by side instead of added", "That would be concatenation; positions are added."),
        ),
    )


@kind(TOPIC, "batch-forgotten")
def batch_forgotten(rng: np.random.Generator) -> Question:
    """2D where 3D is expected."""
    t, d = pick(rng, 8, 16, 32), pick(rng, 16, 32, 64)
    positions = PositionalEncoding(64, d, rng=0)
    wrong, ok = np.zeros((t, d), np.float32), np.zeros((1, t, d), np.float32)
    complaint = _complaint(lambda: positions(wrong))
    assert complaint and not _complaint(lambda: positions(ok))
    right, turned, long = shape(1, t, d), shape(t, 1, d), shape(t, d, 1)
    return Question(
        f"The positions’ module says: “{complaint}”. One text of {t} tokens is meant. Which shape does it want?",
        right,
        f"Batch, tokens, width: a batch of one text is {right}. The axis in front says how many texts there are.",
        Show(
            "tokens",
            "Pipeline",
            {"text": "one line only", "t_all": "true"},
            "The shapes along the chain: one text gives B = 1.",
        ),
        {"T": t, "D": d},
        choices=mixed(rng, right, turned, long, shape(t * d)),
        mistakes=(
            Mistake(
                turned, "A batch of words", f"That is {t} texts of one token each: every token would get position 0."
            ),
            Mistake(long, "The axis at the wrong end", "The width comes last."),
        ),
    )


@kind(TOPIC, "numbers-out")
def numbers_out(rng: np.random.Generator) -> Question:
    """How many floats come out of the layer."""
    b, t, d = pick(rng, 2, 3, 4), pick(rng, 5, 8, 10), pick(rng, 16, 32, 64)
    v = 100
    out = EmbeddingLayer(v, d, 16, rng=0)(np.zeros((b, t), np.int64))
    return Question(
        f"{count(b, 'text')} of {t} tokens go into an embedding layer with {v} tokens, width {d} and positions added. "
        "How many numbers come out?",
        out.data.size,
        f"(B, T, D) = {shape(*out.shape)}: {b} × {t} × {d} = {out.data.size:,} numbers. Adding positions changes no "
        f"shape.",
        Show(
            "tokens",
            "Pipeline",
            {"text": "the cat sat\non the mat", "t_all": "true"},
            "The shape at the end of the chain.",
        ),
        {"B": b, "T": t, "D": d, "V": v},
        tolerance=0,
        mistakes=(
            Mistake(b * t, "The ids counted", f"Each id becomes a row of {d} numbers."),
            Mistake(2 * out.data.size, "Positions put beside the rows", "They are added to the rows: the width stays."),
            Mistake(b * t * v, "One-hot vectors counted", f"A row has {d} numbers, a one-hot vector {v}."),
            Mistake(t * d, "One text only", f"The batch has {b} texts."),
        ),
    )
