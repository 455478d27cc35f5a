"""Selection of a token, kept while the text around it, or the encoding, changes."""

import re
from difflib import SequenceMatcher

import numpy as np

from explorer.embedding_pipeline import Tokens

_COMPARED = 4_000
"""Maximum bytes of an edit that is compared letter by letter; a larger one counts as all new."""
_WORD = re.compile(rb"[\w\x80-\xff]+")
"""A word in UTF-8: outside of ASCII every character counts as a letter."""


def follow(before: Tokens, token: int, after: Tokens) -> int:
    """Index of the selected token after a change of the text or the encoding.

    An edit before the token moves it, an edit behind it doesn't.

    >>> from explorer.embedding_pipeline import tokenize
    >>> old = tokenize("The cat sat", "gpt2")
    >>> follow(old, 1, tokenize("Look! The cat sat down", "gpt2")), follow(old, 1, tokenize("The cat", "cl100k_base"))
    (3, 1)
    """
    if token >= len(before) or not len(after):
        return 0
    first, last = before.span(token)
    piece = before.data[first:last]
    byte = first + len(piece) - len(piece.lstrip()) if piece.strip() else first
    return after.at(min(map_offset(before.data, byte, after.data), len(after.data) - 1))


def map_offset(old: bytes, byte: int, new: bytes) -> int:
    """Offset in `new` of a byte of `old`; of a deleted byte, the offset of the deletion.

    >>> map_offset(b"the cat", 4, b"see the cat"), map_offset(b"the cat", 6, b"the")
    (8, 3)
    """
    a, b = np.frombuffer(old, np.uint8), np.frombuffer(new, np.uint8)
    shorter = min(len(a), len(b))
    prefix = _agreeing(a[:shorter], b[:shorter])
    suffix = _agreeing(a[len(a) - shorter + prefix :][::-1], b[len(b) - shorter + prefix :][::-1])
    if byte < prefix:
        return byte
    if byte >= len(old) - suffix:
        return byte + len(new) - len(old)
    left, right = old[prefix : len(old) - suffix], new[prefix : len(new) - suffix]
    offset = 0
    if max(len(left), len(right)) <= _COMPARED:
        for block in SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks():
            if block.a > byte - prefix:
                break
            offset = block.b + min(byte - prefix - block.a, block.size)
    return prefix + offset


def _agreeing(a: np.ndarray, b: np.ndarray) -> int:
    differ = np.flatnonzero(a != b)
    return int(differ[0]) if differ.size else len(a)
