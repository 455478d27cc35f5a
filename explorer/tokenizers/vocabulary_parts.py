"""Parts of a vocabulary: the pre-tokenization pattern, and the rank of each token.

tiktoken describes each vocabulary by a function in `tiktoken_ext` (its documented extension point) and builds an
`Encoding` from the result. The same functions are called here to get at the parts.
"""

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tiktoken
from tiktoken_ext.openai_public import ENCODING_CONSTRUCTORS

_patterns: dict[str, str] = {}
"""Pre-tokenization patterns of the vocabularies that were built here, by name."""


def build(name: str) -> tiktoken.Encoding:
    """Build a vocabulary without tiktoken's registry, which would never release it."""
    parts = ENCODING_CONSTRUCTORS[name]()
    _patterns[name] = parts["pat_str"]
    return _compile(**parts)


def _compile(*, mergeable_ranks: dict[bytes, int], **others: Any) -> tiktoken.Encoding:
    """Build an `Encoding`, then empty our dict of ranks, which it keeps beside the compiled copy that it reads.

    The four public vocabularies take 51 MB less so. Such an object can't be pickled.
    """
    found = tiktoken.Encoding(mergeable_ranks=mergeable_ranks, **others)
    mergeable_ranks.clear()
    return found


def split_pattern(tokenizer: tiktoken.Encoding) -> str:
    """Regular expression that splits a text into words before any merge.

    It is needed to cut out runs of spaces that overflow the stack of tiktoken's matcher, and to show a word's merges.
    """
    return _patterns[tokenizer.name]


class Ranks(Mapping[bytes, int]):
    """Mapping from an ordinary token's bytes to its rank (its id), looked up in the compiled vocabulary."""

    def __init__(self, tokenizer: tiktoken.Encoding) -> None:
        self._tokenizer = tokenizer
        self._special = {tokenizer.encode_single_token(token) for token in tokenizer.special_tokens_set}

    def __getitem__(self, token: bytes) -> int:
        """Rank of a token; KeyError for other bytes and for special tokens."""
        rank = self._tokenizer.encode_single_token(token)
        if rank in self._special:
            raise KeyError(token)
        return int(rank)

    def __iter__(self) -> Iterator[bytes]:
        """All ordinary tokens."""
        return iter(self._tokenizer.token_byte_values())

    def __len__(self) -> int:
        """Number of ordinary tokens."""
        return len(self._tokenizer.token_byte_values())


def encode_piece(tokenizer: tiktoken.Encoding, piece: str) -> list[int]:
    """Ids of one word by the merges alone, without the regular expression.

    Needed for a run of some hundred thousand spaces, on which `encode_ordinary` panics. (Uses a private name of
    tiktoken's, present in 0.13 to 0.14.)
    """
    return tokenizer._encode_single_piece(piece)


def first_ranks(name: str, whole: tiktoken.Encoding, size: int) -> tiktoken.Encoding:
    """Truncate a vocabulary to the tokens with ids below `size`, which keep their ids.

    The result is what byte-pair training gives if it stops earlier: a merge joins two tokens of lower rank, so no token
    lacks its parts, and the 256 bytes come first, so every text can be encoded.
    """
    _patterns[name] = split_pattern(whole)
    ranks = {token: rank for token, rank in Ranks(whole).items() if rank < size}
    return _compile(name=name, pat_str=_patterns[name], mergeable_ranks=ranks, special_tokens={})


@contextlib.contextmanager
def reading_from(folder: Path) -> Iterator[None]:
    """Make tiktoken read its vocabularies from `folder`, where each file is named by the SHA-1 of its URL.

    tiktoken reads the variable TIKTOKEN_CACHE_DIR each time that it loads an encoding. If a file is missing or differs,
    it deletes it and downloads it: the caller must have put the right file there.
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
