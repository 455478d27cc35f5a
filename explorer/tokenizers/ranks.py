"""A vocabulary as its parts: the expression that cuts words, and the rank of each token.

tiktoken describes each of its vocabularies by a function of `tiktoken_ext` (the way in which anybody may add one), and
builds an `Encoding` from what it returns. Here the same functions are asked, so that the parts are at hand.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import tiktoken
from tiktoken_ext.openai_public import ENCODING_CONSTRUCTORS

_patterns: dict[str, str] = {}
"""Name of a vocabulary that was built here → the expression that cuts its words."""


def build(name: str) -> tiktoken.Encoding:
    """The vocabulary of that name, which the caller keeps: tiktoken's own registry keeps what it has for ever."""
    parts = ENCODING_CONSTRUCTORS[name]()
    _patterns[name] = parts["pat_str"]
    return tiktoken.Encoding(**parts)


def split_pattern(tokenizer: tiktoken.Encoding) -> str:
    """The regular expression that cuts a text into words before any merge.

    Needed to cut out runs of spaces that overflow the stack of tiktoken's own matcher, and to show a word's merges.
    """
    return _patterns[tokenizer.name]


class Ranks(Mapping[bytes, int]):
    """Bytes of each ordinary token → its rank, which is its id; asked of the compiled vocabulary one at a time."""

    def __init__(self, tokenizer: tiktoken.Encoding) -> None:
        self._tokenizer = tokenizer
        self._special = {tokenizer.encode_single_token(token) for token in tokenizer.special_tokens_set}

    def __getitem__(self, token: bytes) -> int:
        """The rank of a token; KeyError for bytes that aren't one, or for a special one."""
        rank = self._tokenizer.encode_single_token(token)
        if rank in self._special:
            raise KeyError(token)
        return int(rank)

    def __iter__(self) -> Iterator[bytes]:
        """Every ordinary token."""
        return iter(self._tokenizer.token_byte_values())

    def __len__(self) -> int:
        """How many there are."""
        return len(self._tokenizer.token_byte_values())


def encode_piece(tokenizer: tiktoken.Encoding, piece: str) -> list[int]:
    """The ids of one word, without the regular expression: the merges alone.

    Needed for a run of some hundred thousand spaces, at which `encode_ordinary` panics. (A private name of tiktoken's,
    seen in 0.13 to 0.14.)
    """
    return tokenizer._encode_single_piece(piece)


def first_ranks(name: str, whole: tiktoken.Encoding, size: int) -> tiktoken.Encoding:
    """The vocabulary of the tokens with ids below `size`, which keep their ids.

    It is one that byte-pair training would have made, had it stopped earlier: a merge joins two tokens of lower rank,
    so none is left without its parts, and the 256 bytes come first, so every text can still be written.
    """
    _patterns[name] = split_pattern(whole)
    ranks = {token: rank for token, rank in Ranks(whole).items() if rank < size}
    return tiktoken.Encoding(name, pat_str=_patterns[name], mergeable_ranks=ranks, special_tokens={})


@contextlib.contextmanager
def reading_from(folder: Path) -> Iterator[None]:
    """Tiktoken reads its vocabularies from `folder`, under the SHA-1 of their addresses, and fetches nothing.

    It looks at the variable TIKTOKEN_CACHE_DIR each time that it loads an encoding. If a file there is missing or has
    other bytes, it deletes it and goes online: so whoever calls this has put the right bytes there.
    """
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["TIKTOKEN_CACHE_DIR"]
        else:
            os.environ["TIKTOKEN_CACHE_DIR"] = before
