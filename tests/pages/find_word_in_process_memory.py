"""Search of this process' memory for a word, as in a memory dump."""

import gc
import time
from types import FrameType

import numpy as np


def holders(word: str) -> list[str]:
    """The types of all objects that hold a text, bytes or an array with the word in it."""
    gc.collect()
    every = gc.get_objects()
    # This function's own objects hold the word too.
    found = [each for each in every if not isinstance(each, FrameType) and each is not every and _holds(each, word)]
    return [f"{type(each).__module__}.{type(each).__qualname__}" for each in found]


def left(word: str) -> list[str]:
    """Objects that still hold the word after threads have had a minute to end."""
    until = time.monotonic() + 300
    while (found := holders(word)) and time.monotonic() < until:
        time.sleep(0.5)
    return found


def _holds(each: object, word: str) -> bool:
    return any(part is not word and _has(part, word) for part in gc.get_referents(each))


def _has(part: object, word: str) -> bool:
    if isinstance(part, str):
        return word in part.lower()
    if isinstance(part, bytes):
        return word.encode() in part.lower()
    if isinstance(part, np.ndarray) and part.dtype.kind == "U":
        return any(word in text.lower() for text in part.ravel().tolist())
    # Python's collector no longer tracks tuples of strings, so they aren't listed here.
    return isinstance(part, tuple) and not gc.is_tracked(part) and any(_has(inner, word) for inner in part)
