"""Settings shared by the views of the Tokens page: a text, its tokenizer, the selected token, the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from explorer import tokenizers
from explorer.core.initializers import Init
from explorer.embedding_pipeline import Position, Tokens, tokenize
from explorer.figures.theme import token_color
from explorer.views.setting import Choice, Int, Others, Switch, Text, Whole
from explorer.views.text_settings import ENCODING, TEXT, Encoding

POSITIONS: dict[Position, str] = {"learned": "Learned", "sinusoidal": "Sinusoidal", "none": "None"}
LONGEST = 200
STARTS = {
    "xavier_uniform": "Xavier uniform",
    "normal": "Normal 0.02",
    "standard_normal": "Normal 1",
    "truncated_normal": "Truncated normal",
}
SPECIAL: Any = Switch(
    "Special tokens",
    False,
    key="t_special",
    help="Read a text such as <|endoftext|> as one special token. Off, it is ordinary text.",
    about="whether a text such as <|endoftext|> is read as one special token",
)
SEQUENCE: Any = Switch(
    "One sequence",
    False,
    key="t_whole",
    help="Read line ends as tokens, instead of starting a new sequence at each line.",
    about="whether line ends are tokens, instead of starting a new sequence",
)


def tokens_of(given: Mapping[str, Any]) -> Tokens:
    """The tokens of a view's text."""
    flags = {name: given[name] for name in ("allow_special", "one_sequence")}
    return tokenize(given["text"], given["encoding"], **flags)


def _last(others: Others) -> int:
    return max(len(tokens_of(others)) - 1, 0)


TOKEN: Any = Whole("Selected token", 0, 0, _last, about="the selected one, counted from 0 over all lines")
INIT: Any = Choice(
    "Start of the fresh table",
    "xavier_uniform",
    STARTS,
    key="t_init",
    about="initializer of an untrained table, a name of `explorer.core.initializers`; no effect on a trained one",
)
SEED: Any = Whole("Seed", 0, 0, 9_999, key="t_seed", typed=True, about="of an untrained table")
POSITION: Any = Choice("Position", "learned", POSITIONS, key="t_position", about="the position vectors that are added")
FIRST: Any = Text(
    "First sentence",
    "dog bites man",
    LONGEST,
    key="t_bag_first",
    about="a sentence; it is read with a space in front, so its first word is the same token as within a sentence",
)
SECOND: Any = Text("Second sentence", "man bites dog", LONGEST, key="t_bag_second", about="the other")


class SelectedToken(TypedDict, total=False):
    """A text, how it is cut, and one of its tokens."""

    text: Annotated[str, TEXT]
    encoding: Annotated[Encoding, ENCODING]
    allow_special: Annotated[bool, SPECIAL]
    one_sequence: Annotated[bool, SEQUENCE]
    token: Annotated[Int, TOKEN]


class SelectedRow(SelectedToken, total=False):
    """The same, and the start of an untrained table."""

    init: Annotated[Init, INIT]
    seed: Annotated[Int, SEED]


def read(given: Mapping[str, Any]) -> Tokens:
    """The tokens of a view's text.

    Raises:
        ValueError: a text without tokens.
    """
    tokens = tokens_of(given)
    if not len(tokens):
        raise ValueError(f"Expected a text with at least one token, got {given['text']!r}")
    return tokens


def colors(ids: NDArray[np.int64] | list[int], encoding: str) -> list[str | None]:
    """Each token's own colour."""
    return [token_color(piece) for piece in tokenizers.token_bytes(ids, encoding)]
