"""Shapes: what goes in and what comes out."""

import numpy as np

from explorer.core import Embedding
from explorer.questions import Question
from explorer.quiz.question import fill, kind, mixed, pick

TOPIC = "Shapes"


def shape(*sizes: int) -> str:
    """A shape in Python's notation.

    >>> shape(8, 128, 768), shape(6)
    ('(8, 128, 768)', '(6,)')
    """
    return str(tuple(sizes))


@kind(TOPIC, "embedded")
def embedded(rng: np.random.Generator) -> Question:
    """Ids (B, T) → (B, T, D)."""
    v, d = pick(rng, 100, 500, 1000), pick(rng, 16, 32, 64)
    b, t = pick(rng, 2, 4, 8), pick(rng, 5, 10, 12)
    found = shape(*Embedding(v, d, seed=0)(np.zeros((b, t), np.int64)).shape)
    wrong = {"onehot": shape(b, t, v), "flat": shape(b * t, d), "swapped": shape(b, d, t)}
    words = {"ids": shape(b, t), "table": shape(v, d)}
    choices = mixed(rng, found, *wrong.values())
    return fill("embedded", found, {"B": b, "T": t, "V": v, "D": d}, wrong, words=words, choices=choices)


@kind(TOPIC, "table-shape")
def table_shape(rng: np.random.Generator) -> Question:
    """(V, D), not (D, V)."""
    v, d = pick(rng, 1000, 5000, 10_000), pick(rng, 32, 64, 128)
    found = shape(*Embedding(v, d, seed=0).weight.shape)
    wrong = {"swapped": shape(d, v), "longer": shape(v + 1, d)}
    choices = mixed(rng, found, wrong["swapped"], shape(d, d), wrong["longer"])
    return fill("table-shape", found, {"V": v, "D": d}, wrong, words={"last": v - 1}, choices=choices)


@kind(TOPIC, "largest-id", "Rows")
def largest_id(rng: np.random.Generator) -> Question:
    """V − 1."""
    v = pick(rng, 1000, 5000, 10_000) + int(rng.integers(-50, 50))
    table = Embedding(v, 8, seed=0)
    largest = next(token for token in (v, v - 1) if _is_found(table, token))
    return fill("largest-id", largest, {"V": v}, {"from_one": v, "too_few": v - 2})


def _is_found(table: Embedding, token: int) -> bool:
    try:
        table([token])
    except ValueError:
        return False
    return True
