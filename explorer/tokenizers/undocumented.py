"""All that this project uses of tiktoken beyond its documentation, with the reason; seen in tiktoken 0.13 to 0.14.

The tests of this module say which of these facts a new version has changed.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import tiktoken


def split_pattern(tokenizer: tiktoken.Encoding) -> str:
    """The regular expression that cuts a text into words before any merge.

    Needed to cut out runs of spaces that overflow the stack of tiktoken's own matcher, and to show a word's merges.
    """
    return tokenizer._pat_str


class Ranks(Mapping[bytes, int]):
    """The ranks, asked of tiktoken's compiled half one at a time, instead of a dict of them all."""

    def __init__(self, tokenizer: tiktoken.Encoding) -> None:
        self._tokenizer = tokenizer
        self._special = set(tokenizer._special_tokens.values())

    def __getitem__(self, token: bytes) -> int:
        """The rank of a token; KeyError for bytes that aren't one, or for a special one."""
        rank = self._tokenizer._core_bpe.encode_single_token(token)
        if rank in self._special:
            raise KeyError(token)
        return int(rank)

    def __iter__(self) -> Iterator[bytes]:
        """Every ordinary token."""
        return iter(self._tokenizer.token_byte_values())

    def __len__(self) -> int:
        """How many there are."""
        return len(self._tokenizer.token_byte_values())


def merge_ranks(tokenizer: tiktoken.Encoding) -> Mapping[bytes, int]:
    """Bytes of each ordinary token → its rank, which is its id. Needed to show how the merges built a word."""
    return Ranks(tokenizer)


def forget_ranks(tokenizer: tiktoken.Encoding) -> None:
    """Drop the dict that the tokenizer was built from.

    Its compiled half has a copy and does all the work; of the five vocabularies the dicts take 65 MB.
    """
    tokenizer._mergeable_ranks = {}


def load(name: str) -> tiktoken.Encoding:
    """A vocabulary by its name. tiktoken itself would keep what it has once loaded for ever; here the caller does."""
    tokenizer = tiktoken.get_encoding(name)
    tiktoken.registry.ENCODINGS.pop(name, None)
    return tokenizer


def by_another_name(name: str, tokenizer: tiktoken.Encoding) -> tiktoken.Encoding:
    """The same vocabulary under a second name, with the same compiled half.

    Copying goes through `__getstate__`, which would load the vocabulary by its name again.
    """
    found = tiktoken.Encoding.__new__(tiktoken.Encoding)
    found.__dict__.update(tokenizer.__dict__)
    found.name = name
    return found


def encode_piece(tokenizer: tiktoken.Encoding, piece: str) -> list[int]:
    """The ids of one word, without the regular expression: the merges alone.

    Needed for a run of some hundred thousand spaces, at which `encode_ordinary` panics.
    """
    return tokenizer._encode_single_piece(piece)


def first_ranks(name: str, whole: tiktoken.Encoding, size: int) -> tiktoken.Encoding:
    """The vocabulary of the tokens with ids below `size`, which keep their ids.

    It is one that byte-pair training would have made, had it stopped earlier: a merge joins two tokens of lower rank,
    so none is left without its parts, and the 256 bytes come first, so every text can still be written.
    """
    ranks = {token: rank for token, rank in merge_ranks(whole).items() if rank < size}
    return tiktoken.Encoding(name, pat_str=split_pattern(whole), mergeable_ranks=ranks, special_tokens={})


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
