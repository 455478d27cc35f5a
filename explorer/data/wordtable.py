"""A table together with its words: what the pages about words work on, shipped, trained here or uploaded."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer import wording
from explorer.data.cache import shared_property

INSIDE = "##"
"""What a piece that begins inside a word has in front: WordPiece's convention, and ours in Whisper's table."""


ROW = "row "
"""What a number stands behind where it names a row: such names find every row, whatever words the table has."""


_SIGNS = {code: chr(0x2400 + code) for code in range(32)} | {ord("\n"): "↵", ord("\t"): "⇥", 127: "␡"}


def in_one_line(words: Iterable[str]) -> tuple[str, ...]:
    r"""Names as they can be read and looked up: a line break is "↵", other control characters are their signs.

    >>> in_one_line(["\n", "a\tb", "new york"])
    ('↵', 'a⇥b', 'new york')
    """
    return tuple(word if word.isprintable() else word.translate(_SIGNS) for word in words)


def _normalize(word: str) -> str:
    """A word as it looks: accents joined, wide letters narrow, what is invisible taken out, in lower case."""
    shown = "".join(sign for sign in word if unicodedata.category(sign) != "Cf")
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold()).strip()


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
        """Row of a word: as written, else without regard to upper and lower case, else that of "row 5", else None."""
        wanted = word.strip()
        found = self._exact.get(wanted, self._folded.get(wanted.casefold()))
        if found is not None or not wanted.startswith(ROW):
            return found
        number = wanted.removeprefix(ROW)
        return int(number) if len(number) < 10 and number.isdecimal() and int(number) < len(self.words) else None

    def find_plain(self, word: str) -> int | None:
        """Row of a word as `find` has it, else of the word without its accents, as many tables are made, else None.

        >>> table = WordTable("mine", ("zoe", "é"), np.eye(2))
        >>> table.find("Zoë"), table.find_plain("Zoë"), table.find_plain("é"), table.find_plain("à")
        (None, 0, 1, None)
        """
        found = self.find(word)
        if found is not None:
            return found
        return self.find(
            "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))
        )

    def has(self, word: str) -> bool:
        """Whether some row has this word, without regard to upper and lower case."""
        return word.strip().casefold() in self._folded

    def name_of(self, row: int) -> str:
        """What finds a row: its word, or "row 5" where that finds another of several rows with one word.

        >>> table = WordTable("mine", ("plum", "plum", "pear"), np.eye(3))
        >>> table.name_of(0), table.name_of(1), table.find("row 1")
        ('plum', 'row 1', 1)
        """
        return self.words[row] if self.find(self.words[row]) == row else f"{ROW}{row}"

    def also(self, row: int) -> list[int]:
        """The other rows with exactly the same word as a row.

        >>> WordTable("mine", ("plum", "plum", "pear"), np.eye(3)).also(0)
        [1]
        """
        if len(self._exact) == len(self.words):
            return []
        return [at for at, word in enumerate(self.words) if word == self.words[row] and at != row]

    def look_alike(self, word: str) -> int | None:
        """A row whose word looks like one that is not there, but is written with other characters; None without one.

        >>> table = WordTable("mine", ("cafe\u0301", "tea", "cup"), np.eye(3))
        >>> table.find("caf\u00e9"), table.look_alike("caf\u00e9"), table.look_alike("t\u200bea")
        (None, 0, 1)
        """
        wanted = _normalize(word)
        plain = self.find(wanted)
        if plain is not None or not wanted:
            return plain
        return next(
            (row for row, each in enumerate(self.words) if not each.isascii() and _normalize(each) == wanted), None
        )

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
