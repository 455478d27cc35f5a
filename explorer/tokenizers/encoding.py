"""Text → token ids → bytes, with a guard before every input that tiktoken can't take.

* Lone surrogates (halves of a pair that makes one character) can't be written as UTF-8: they become U+FFFD, and
  `clean` counts them.
* A run of some hundred thousand spaces overflows the stack of tiktoken's regular expressions (0.14 panics near a
  million). Long runs are cut out first and given to the merges directly, which yields the same ids.
* A text that looks like a special token is ordinary text unless `allow_special` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import regex
from numpy.typing import NDArray

from explorer.tokenizers.undocumented import encode_piece, split_pattern
from explorer.tokenizers.vocabularies import get

LONG_RUN = 100_000
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
            ids = encode_piece(tokenizer, part)
        elif allow_special:
            ids = tokenizer.encode(part, allowed_special="all")
        else:
            ids = tokenizer.encode_ordinary(part)
        parts.append(np.array(ids, np.int64))
    return np.concatenate(parts) if parts else np.empty(0, np.int64)


def _without_long_runs(text: str, encoding: str) -> Iterator[tuple[str, bool]]:
    """Cut a text at its very long runs of white space, exactly where the tokenizer's pattern does: (part, is long).

    What follows such a run begins with a letter or sign, or with the one space before it, so both sides are cut the
    same way alone as together.
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


def vocab_size(encoding: str) -> int:
    """How many rows a table needs: the largest id plus one (some encodings leave ids unused).

    >>> [vocab_size(name) for name in ("gpt2", "cl100k_base")]
    [50257, 100277]
    """
    return get(encoding).n_vocab


def special_tokens(encoding: str) -> tuple[str, ...]:
    """The special tokens' texts, in order of their ids.

    >>> special_tokens("gpt2")
    ('<|endoftext|>',)
    """
    tokenizer = get(encoding)
    return tuple(sorted(tokenizer.special_tokens_set, key=tokenizer.encode_single_token))
