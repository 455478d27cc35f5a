"""Text search over all texts of a column: by characters, or by a pattern with `*` and `?`.

No visitor's text is ever read as a regular expression: a short one could need gigabytes to compile, or years to match.
A pattern with `*` and `?` becomes one without backtracking (`fnmatch.translate`), and its search has a time limit.
"""

import time
from collections.abc import Sequence
from fnmatch import translate
from functools import cached_property

import numpy as np
import regex
from numpy.typing import NDArray

SECONDS = 2.0
LONGEST = 200
"""Maximum length of a pattern."""


class PatternError(ValueError):
    """A pattern that can't be searched for; the message is for the visitor."""


class Texts:
    """Texts prepared for repeated searches.

    >>> Texts(["King", "go"]).folded
    ('king', 'go')
    """

    def __init__(self, rows: Sequence[str]) -> None:
        """Store the texts; they are case-folded at the first search."""
        self.rows = tuple(rows)

    @cached_property
    def folded(self) -> tuple[str, ...]:
        """The texts without the difference of upper and lower case."""
        return tuple(text.casefold() for text in self.rows)


def containing(texts: Texts, wanted: str) -> NDArray[np.int64]:
    """Numbers of the texts that contain some characters, ignoring case.

    >>> containing(Texts(["a.b", "acb"]), "A.").tolist()
    [0]
    """
    part = wanted.casefold()
    return np.array([number for number, text in enumerate(texts.folded) if part in text], np.int64)


def matching(texts: Sequence[str] | Texts, pattern: str, *, seconds: float = SECONDS) -> NDArray[np.int64]:
    """Numbers of the texts that are like a pattern, ignoring case, or contain it if it has neither `*` nor `?`.

    `*` stands for any characters or none, `?` for one; the whole text has to match then.

    Raises:
        PatternError: too long, or too slow.

    >>> words = ["King", "sing", "ring-a", "go"]
    >>> matching(words, "*ing").tolist(), matching(words, "ing").tolist(), matching(words, "?o").tolist()
    ([0, 1], [0, 1, 2], [3])
    """
    if len(pattern) > LONGEST:
        raise PatternError(f"The pattern has {len(pattern):,} characters; at most {LONGEST} can be searched for")
    texts = texts if isinstance(texts, Texts) else Texts(texts)
    if not {"*", "?"} & {*pattern}:
        return containing(texts, pattern)
    # The library's cache would keep visitors' patterns; a bracket stands for itself.
    compiled = regex.compile(translate(pattern.casefold().replace("[", "[[]")), cache_pattern=False)
    end, found = time.monotonic() + seconds, []
    try:
        for number, text in enumerate(texts.folded):
            if compiled.match(text, concurrent=len(text) > 1000, timeout=max(end - time.monotonic(), 1e-3)):
                found.append(number)
    except TimeoutError:
        raise PatternError(f"The search was given up after {seconds:g} seconds of computing") from None
    return np.array(found, np.int64)
