"""Text → token ids → bytes, with a guard before every input that tiktoken can't take.

* Lone surrogates (halves of a pair that makes one character) can't be written as UTF-8: they become U+FFFD, and
  `clean` counts them.
* A run of some hundred thousand spaces overflows the stack of tiktoken's regular expressions (0.14 panics near a
  million). Long runs are cut out first and given to the merges directly, which yields the same ids.
* A text that looks like a special token is ordinary text unless `allow_special` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

import numpy as np
import regex
from numpy.typing import NDArray

from explorer.data.cache import cached
from explorer.tokenizers.ranks import encode_piece, split_pattern
from explorer.tokenizers.vocabularies import get

LONG_RUN = 100_000
_FEW = 20_000
"""Ids whose lengths are counted one by one; for more of them those of the whole vocabulary are, once."""
_long_white_run = regex.compile(rf"\s{{{LONG_RUN},}}")
_surrogate = regex.compile("[\ud800-\udfff]")


def clean(text: str) -> tuple[str, int]:
    r"""The text as UTF-8 can hold it, and how many lone surrogates were replaced by U+FFFD.

    Two halves that belong together are joined.

    >>> clean("a\ud83db"), clean("\ud83d\ude00")
    (('a�b', 1), ('😀', 0))
    """
    if not _surrogate.search(text):
        return text, 0
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return joined, joined.count("\ufffd") - text.count("\ufffd")


def encode(text: str, encoding: str, allow_special: bool = False) -> NDArray[np.int64]:
    """Token ids of a text, int64 (T,).

    Args:
        text: any string; lone surrogates are read as U+FFFD.
        encoding: one of `ENCODINGS`.
        allow_special: read "<|endoftext|>" and its kind as one special token each.

    >>> encode("Hello, world!", "gpt2").tolist()
    [15496, 11, 995, 0]
    >>> encode("<|endoftext|>", "gpt2", allow_special=True).tolist()
    [50256]
    """
    tokenizer = get(encoding)
    text, _ = clean(text)
    parts = []
    for part, long_run in _without_long_runs(text, encoding):
        if long_run:
            ids = np.array(encode_piece(tokenizer, part))
        else:
            # An array, not a list: a million Chinese characters have 2.7 million ids, which take 100 MB as objects.
            ids = tokenizer.encode_to_numpy(
                part, allowed_special="all" if allow_special else set(), disallowed_special=()
            )
        parts.append(ids.astype(np.int64))
    return np.concatenate(parts) if len(parts) > 1 else parts[0]


def _without_long_runs(text: str, encoding: str) -> Iterator[tuple[str, bool]]:
    """Cut a text at its very long runs of white space, exactly where the tokenizer's pattern does: (part, is long).

    What follows such a run begins with a letter or another character, or with the one space before it, so both sides
    are cut the same way alone as together.
    """
    if len(text) < LONG_RUN or not _long_white_run.search(text):
        yield text, False
        return
    start = 0
    for piece in word_pattern(encoding).finditer(text):
        if piece.end() - piece.start() >= LONG_RUN // 2 and piece.group().isspace():
            if piece.start() > start:
                yield text[start : piece.start()], False
            yield piece.group(), True
            start = piece.end()
    if start < len(text):
        yield text[start:], False


@lru_cache(maxsize=8)
def word_pattern(encoding: str) -> regex.Pattern[str]:
    """Matches the words that a text is cut into before any merge."""
    return regex.compile(split_pattern(get(encoding)))


def decode_bytes(ids: NDArray[np.int64] | list[int], encoding: str) -> bytes:
    """The bytes of a sequence of ids; a text's ids give back its UTF-8.

    Raises:
        ValueError: an id has no token in this encoding.

    >>> decode_bytes([15496, 11, 995, 0], "gpt2")
    b'Hello, world!'
    """
    return b"".join(token_bytes(ids, encoding))


def token_bytes(ids: NDArray[np.int64] | list[int], encoding: str) -> list[bytes]:
    r"""The bytes of each id.

    >>> token_bytes(encode("日", "gpt2"), "gpt2")
    [b'\xe6\x97', b'\xa5']
    """
    tokenizer = get(encoding)
    try:
        return [tokenizer.decode_single_token_bytes(int(i)) for i in ids]
    except KeyError as error:
        raise ValueError(f"Token id {error.args[0]} has no token in {encoding}") from error


def token_lengths(ids: NDArray[np.int64], encoding: str) -> NDArray[np.uint16]:
    r"""How many bytes each id has, uint16 (T,), without making the bytes of all of them.

    >>> token_lengths(encode("日 cat", "gpt2"), "gpt2").tolist()
    [2, 1, 4]
    """
    if len(ids) < _FEW:
        return np.array([len(piece) for piece in token_bytes(ids, encoding)], np.uint16)
    return _lengths(encoding)[ids]


@cached(max_entries=8)  # 100 to 400 KB each
def _lengths(encoding: str) -> NDArray[np.uint16]:
    """Bytes of every id, uint16 (V,); 0 for one that has no token."""
    tokenizer, found = get(encoding), np.zeros(vocab_size(encoding), np.uint16)
    for number in range(len(found)):
        with suppress(KeyError):
            found[number] = len(tokenizer.decode_single_token_bytes(number))
    return found


def vocab_size(encoding: str) -> int:
    """How many rows a table needs: the largest id plus one (some encodings leave ids unused).

    >>> [vocab_size(name) for name in ("gpt2", "cl100k_base")]
    [50257, 100277]
    """
    return get(encoding).n_vocab


def ids_in_use(encoding: str) -> int:
    """How many of the ids below `vocab_size` have a token.

    >>> [ids_in_use(name) for name in ("gpt2", "cl100k_base", "o200k_base")]
    [50257, 100261, 200000]
    """
    return int(np.count_nonzero(_lengths(encoding)))


def special_tokens(encoding: str) -> tuple[str, ...]:
    """The special tokens' texts, in order of their ids.

    >>> special_tokens("gpt2")
    ('<|endoftext|>',)
    """
    tokenizer = get(encoding)
    return tuple(sorted(tokenizer.special_tokens_set, key=tokenizer.encode_single_token))
