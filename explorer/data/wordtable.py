"""A table together with its words: what the pages about words work on, shipped, trained here or uploaded."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer import wording
from explorer.data.cache import shared_property

INSIDE = "##"
"""What a piece that begins inside a word has in front: WordPiece's convention, and ours in Whisper's table."""


def inside(word: str) -> bool:
    """Whether a row's word is a piece that begins inside a word.

    >>> inside("##ing"), inside("ing"), inside("##")
    (True, False, False)
    """
    return word.startswith(INSIDE) and len(word) > len(INSIDE)


@dataclass(frozen=True, eq=False)
class WordTable:
    """Rows and the words they stand for.

    Attributes:
        name: short name for the screen.
        words: (V,) one label per row; not necessarily distinct.
        vectors: (V, D).
        metadata: column name → (V,) numbers or strings.
        note: where it comes from, one sentence.

    Raises:
        ValueError: another number of words, or of values in a metadata column, than of rows.

    >>> table = WordTable("mine", ("Cat", "dog", "##s"), np.eye(3))
    >>> table.find("cat"), table.find("emu"), table.whole.tolist()
    (0, None, [True, True, False])
    """

    name: str
    words: tuple[str, ...]
    vectors: NDArray[Any]
    metadata: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    note: str = ""

    def __post_init__(self) -> None:
        count = self.vectors.shape[0]
        if len(self.words) != count:
            raise ValueError(f"{wording.count(len(self.words), 'label')} for {wording.count(count, 'row')}")
        for name, column in self.metadata.items():
            if len(column) != count:
                raise ValueError(
                    f"Column {name!r} has {wording.count(len(column), 'value')} for {wording.count(count, 'row')}"
                )

    @shared_property
    def _exact(self) -> dict[str, int]:
        # The first of several rows with one word wins: in all three shipped tables it is the more frequent one.
        return {word: row for row, word in reversed(list(enumerate(self.words)))}

    @shared_property
    def _folded(self) -> dict[str, int]:
        return {word.casefold(): row for row, word in reversed(list(enumerate(self.words)))}

    @shared_property
    def whole(self) -> NDArray[np.bool_]:
        """(V,) True where the row stands for a whole word of letters: no piece, number, punctuation or placeholder."""
        return np.fromiter((word.isalpha() for word in self.words), bool, len(self.words))

    @shared_property
    def begins(self) -> NDArray[np.bool_]:
        """(V,) False where the row stands for a piece that begins inside a word, as "##avio" does; True elsewhere.

        >>> WordTable("mine", ("Cat", "##s", "##"), np.eye(3)).begins.tolist()
        [True, False, True]
        """
        return np.fromiter((not inside(word) for word in self.words), bool, len(self.words))

    def find(self, word: str) -> int | None:
        """Row of a word: as written, else without regard to upper and lower case, else None."""
        wanted = word.strip()
        return self._exact.get(wanted, self._folded.get(wanted.casefold()))

    @shared_property
    def _in_order(self) -> list[str]:
        return sorted(key for key in self._folded if key.isalpha())

    def closest_spelling(self, word: str, count: int = 3) -> list[str]:
        """Words of the table that start like a word that is not in it, for a message.

        >>> WordTable("mine", ("apple", "apply", "ape"), np.eye(3)).closest_spelling("Appleton")
        ['apple']
        """
        wanted, words = word.strip().casefold(), self._in_order
        # Words with one beginning stand together in the order of the alphabet.
        for length in range(len(wanted), 1, -1):
            start = wanted[:length]
            first = bisect_left(words, start)
            last = bisect_left(words, start + "\U0010ffff", first)
            if last > first:
                return sorted(words[first:last], key=lambda key: (len(key), self._folded[key]))[:count]
        return []
