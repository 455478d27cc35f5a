"""Settings shared by the views of the Tokens page: a text, its tokenizer, the selected token, the table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer import tokenizers
from explorer.embedding_pipeline import INITS, Table, Tokens, table_for, tokenize
from explorer.figures.theme import token_color
from explorer.views.view import choice, whole_number

TEXT = "The cat sat on the mat"
SEEDS = 9_999
"""The largest seed."""


def read(text: str, encoding: str, token: int, allow_special: bool, one_sequence: bool) -> Tokens:
    """Tokenize a text and check the selected token.

    Raises:
        ValueError: an unknown encoding, a text without tokens, or a token that it doesn't have.
    """
    choice("encoding", encoding, tokenizers.CHOICES)
    tokens = tokenize(text, encoding, allow_special=allow_special, one_sequence=one_sequence)
    if not len(tokens):
        raise ValueError(f"Expected a text with at least one token, got {text!r}")
    whole_number("token", token, 0, len(tokens) - 1)
    return tokens


def table_of(encoding: str, init: str, seed: int) -> Table:
    """The token table of an encoding.

    Raises:
        ValueError: an unknown encoding or initializer, or a seed out of range.
    """
    choice("encoding", encoding, tokenizers.CHOICES)
    choice("init", init, INITS)
    whole_number("seed", seed, 0, SEEDS)
    return table_for(encoding, init, seed)


def colors(ids: NDArray[np.int64] | list[int], encoding: str) -> list[str | None]:
    """Each token's own colour."""
    return [token_color(piece) for piece in tokenizers.token_bytes(ids, encoding)]
