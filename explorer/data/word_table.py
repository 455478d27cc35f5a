"""Word table: vectors with their words, shipped, trained here or uploaded."""

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer import wording

INSIDE = "##"
"""Prefix of a token that continues a word: WordPiece's convention, used for Whisper's table, too."""


ROW = "row "
"""Prefix of a row number used as a name, which finds every row of any table."""


_SIGNS = {code: chr(0x2400 + code) for code in range(32)} | {ord("\n"): "↵", ord("\t"): "⇥", 127: "␡"}


def in_one_line(words: Iterable[str]) -> tuple[str, ...]:
    r"""Make control characters in names visible: a line break is "↵", others are Unicode's pictures.

    >>> in_one_line(["\n", "a\tb", "new york"])
    ('↵', 'a⇥b', 'new york')
    """
    return tuple(word if word.isprintable() else word.translate(_SIGNS) for word in words)


def _normalize(word: str) -> str:
    """Normal form of a word: NFKC, without invisible characters, in lower case."""
    shown = "".join(sign for sign in word if unicodedata.category(sign) != "Cf")
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold()).strip()


def inside(word: str) -> bool:
    """Whether a row's word is a token that continues a word.

    >>> inside("##ing"), inside("ing"), inside("##")
    (True, False, False)
    """
    return word.startswith(INSIDE) and len(word) > len(INSIDE)


def is_word(text: str) -> bool:
    """Whether a text is letters alone, with marks and joiners that belong to them, such as vowels of Hindi.

    >>> [is_word(text) for text in ("cat", "नमस्ते", "สวัสดี", "don't", "3", "")]
    [True, True, True, False, False, False]
    """
    return text.isalpha() or (
        text[:1].isalpha()
        and all(sign.isalpha() or unicodedata.category(sign)[0] == "M" or sign in "\u200c\u200d" for sign in text)
    )


@dataclass(frozen=True, eq=False)
class WordTable:
    """Vectors and their words.

    Attributes:
        name: short name for the screen.
        words: (V,) one label per row; not necessarily distinct.
        vectors: (V, D).
        metadata: column name → (V,) numbers or strings.
        note: its source, in one sentence.

    Raises:
        ValueError: the number of words, or of values in a metadata column, is not that of rows.

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

    @cached_property
    def _exact(self) -> dict[str, int]:
        # The first of several rows with one word: in all shipped tables the more frequent one.
        return {word: row for row, word in reversed(list(enumerate(self.words)))}

    @cached_property
    def _folded(self) -> dict[str, int]:
        return {word.casefold(): row for row, word in reversed(list(enumerate(self.words)))}

    @cached_property
    def whole(self) -> NDArray[np.bool_]:
        """Mask (V,) of the rows that are whole words of letters: no continuations, numbers or punctuation."""
        return np.fromiter((is_word(word) for word in self.words), bool, len(self.words))

    @cached_property
    def begins(self) -> NDArray[np.bool_]:
        """Mask (V,) of the rows that do not continue a word, as "##avio" does.

        >>> WordTable("mine", ("Cat", "##s", "##"), np.eye(3)).begins.tolist()
        [True, False, True]
        """
        return np.fromiter((not inside(word) for word in self.words), bool, len(self.words))

    def find(self, word: str) -> int | None:
        """Row of a word: exact match, else case-insensitive, else by "row 5"; else None."""
        wanted = word.strip()
        found = self._exact.get(wanted)
        if found is None:
            found = self._folded.get(wanted.casefold())
        if found is not None or not wanted.startswith(ROW):
            return found
        number = wanted.removeprefix(ROW)
        return int(number) if len(number) < 10 and number.isdecimal() and int(number) < len(self.words) else None

    def find_plain(self, word: str) -> int | None:
        """Row of a word by `find`, else of the word without accents, which many tables drop; else None.

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
        """Whether a row has this word, case-insensitively."""
        return word.strip() in self._exact or word.strip().casefold() in self._folded

    def name_of(self, row: int) -> str:
        """Name that `find` maps to this row: its word, or "row 5" if the word finds another row.

        >>> table = WordTable("mine", ("plum", "plum", "pear"), np.eye(3))
        >>> table.name_of(0), table.name_of(1), table.find("row 1")
        ('plum', 'row 1', 1)
        """
        return self.words[row] if self.find(self.words[row]) == row else f"{ROW}{row}"

    def also(self, row: int) -> list[int]:
        """Other rows with exactly the same word.

        >>> WordTable("mine", ("plum", "plum", "pear"), np.eye(3)).also(0)
        [1]
        """
        if len(self._exact) == len(self.words):
            return []
        return [at for at, word in enumerate(self.words) if word == self.words[row] and at != row]

    def look_alike(self, word: str) -> int | None:
        """A row whose word looks like a missing one but has other code points; None without one.

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

    @cached_property
    def _in_order(self) -> list[str]:
        return sorted(key for key in self._folded if key.isalpha())

    def closest_spelling(self, word: str) -> list[str]:
        """Up to three words of the table that share the longest prefix with a missing word, for a message.

        >>> WordTable("mine", ("apple", "apply", "ape"), np.eye(3)).closest_spelling("Appleton")
        ['apple']
        """
        wanted, words = word.strip().casefold(), self._in_order
        # Words with a common prefix are adjacent in alphabetical order.
        for length in range(len(wanted), 1, -1):
            start = wanted[:length]
            first = bisect_left(words, start)
            last = bisect_left(words, start + "\U0010ffff", first)
            if last > first:
                return sorted(words[first:last], key=lambda key: (len(key), self._folded[key]))[:3]
        return []
