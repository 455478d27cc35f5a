"""Text search over all texts of a column: those that contain some characters, ignoring case."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

LONGEST = 200
"""Maximum length of a search."""


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
