"""Encode text to token ids and decode ids to bytes, guarding against inputs that tiktoken cannot take.

* Lone surrogates (halves of a surrogate pair) have no UTF-8 form: they become U+FFFD, and `clean` counts them.
* A run of some hundred thousand spaces overflows the stack of tiktoken's regular expressions (0.14 panics near a
  million). Long runs are cut out first and passed to the merges directly, with the same ids.
* Special tokens in a text are ordinary text unless `allow_special` is set.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache

import numpy as np
import regex
from numpy.typing import NDArray

from explorer.data.cache import cached
from explorer.tokenizers.graphemes import token_label
from explorer.tokenizers.vocabularies import get
from explorer.tokenizers.vocabulary_parts import encode_piece, split_pattern

LONG_RUN = 100_000
_FEW = 20_000
"""Number of ids from which on the lengths of the whole vocabulary are computed and cached."""
_long_white_run = regex.compile(rf"\s{{{LONG_RUN},}}")
_surrogate = regex.compile("[\ud800-\udfff]")


def clean(text: str) -> tuple[str, int]:
    r"""Text that UTF-8 can encode, and the number of lone surrogates that were replaced by U+FFFD.

    Surrogate pairs are joined.

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
        encoding: one of `CHOICES`.
        allow_special: read special tokens such as "<|endoftext|>" as one token each.

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
            # An array, not a list: the 2.7 million ids of a million Chinese characters take 100 MB as objects.
            ids = tokenizer.encode_to_numpy(
                part, allowed_special="all" if allow_special else set(), disallowed_special=()
            )
        parts.append(ids.astype(np.int64))
    return np.concatenate(parts) if len(parts) > 1 else parts[0]


def _without_long_runs(text: str, encoding: str) -> Iterator[tuple[str, bool]]:
    """Split a text at its very long runs of white space, where the tokenizer's pattern does: (part, is long).

    What follows such a run begins with another character, or with the run's last space, so both sides are split the
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
    """Pattern of pre-tokenization: matches the words that a text is split into before any merge."""
    return regex.compile(split_pattern(get(encoding)))


def decode_bytes(ids: NDArray[np.int64] | list[int], encoding: str) -> bytes:
    """Bytes of a sequence of ids; the ids of a text give its UTF-8.

    Raises:
        ValueError: an id has no token in this encoding.

    >>> decode_bytes([15496, 11, 995, 0], "gpt2")
    b'Hello, world!'
    """
    return b"".join(token_bytes(ids, encoding))


def token_bytes(ids: NDArray[np.int64] | Iterable[int], encoding: str) -> list[bytes]:
    r"""Bytes of each id.

    >>> token_bytes(encode("日", "gpt2"), "gpt2")
    [b'\xe6\x97', b'\xa5']
    """
    tokenizer = get(encoding)
    try:
        return [tokenizer.decode_single_token_bytes(int(i)) for i in ids]
    except KeyError as error:
        raise ValueError(f"Token id {error.args[0]} has no token in {encoding}") from error


def token_labels(ids: NDArray[np.int64] | Iterable[int], encoding: str) -> list[str]:
    r"""Display form of each id, as `token_label`.

    >>> token_labels(encode("a 日", "gpt2"), "gpt2")
    ['a', '⟨20 E6⟩', '⟨97⟩', '⟨A5⟩']
    """
    return [token_label(piece) for piece in token_bytes(ids, encoding)]


def token_lengths(ids: NDArray[np.int64], encoding: str) -> NDArray[np.uint16]:
    r"""Number of bytes of each id, uint16 (T,), without decoding all of them.

    >>> token_lengths(encode("日 cat", "gpt2"), "gpt2").tolist()
    [2, 1, 4]
    """
    if len(ids) < _FEW:
        return np.array([len(piece) for piece in token_bytes(ids, encoding)], np.uint16)
    return _lengths(encoding)[ids]


@cached(max_entries=8)  # 100 to 400 KB each
def _lengths(encoding: str) -> NDArray[np.uint16]:
    tokenizer, found = get(encoding), np.zeros(vocab_size(encoding), np.uint16)
    for number in range(len(found)):
        with suppress(KeyError):
            found[number] = len(tokenizer.decode_single_token_bytes(number))
    return found


def is_special(token: int, encoding: str) -> bool:
    """Whether an id is a special token's, which no bytes of a text are merged into.

    >>> is_special(50256, "gpt2"), is_special(464, "gpt2")
    (True, False)
    """
    return get(encoding).is_special_token(token)


def vocab_size(encoding: str) -> int:
    """Rows that a table needs: the largest id plus one (some encodings leave ids unused).

    >>> [vocab_size(name) for name in ("gpt2", "cl100k_base")]
    [50257, 100277]
    """
    return get(encoding).n_vocab


def ids_in_use(encoding: str) -> int:
    """Number of ids below `vocab_size` that have a token.

    >>> [ids_in_use(name) for name in ("gpt2", "cl100k_base", "o200k_base")]
    [50257, 100261, 200000]
    """
    tokenizer = get(encoding)
    return len(tokenizer.token_byte_values()) + len(tokenizer.special_tokens_set)


def special_tokens(encoding: str) -> tuple[str, ...]:
    """Texts of the special tokens, in order of their ids.

    >>> special_tokens("gpt2")
    ('<|endoftext|>',)
    """
    tokenizer = get(encoding)
    return tuple(sorted(tokenizer.special_tokens_set, key=tokenizer.encode_single_token))
