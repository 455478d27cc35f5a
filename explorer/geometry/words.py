"""A table together with its words: what every part of the page works on, shipped, trained here or uploaded.

Pieces that don't start a word carry "##" in front, in MiniLM by its own convention and in Whisper by ours (its tokens
that start a word begin with a blank, which is left out here).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data import load_glove, load_minilm, load_whisper
from explorer.tokenizers import token_bytes

SHIPPED = {"MiniLM": "all-MiniLM-L6-v2", "GloVe": "GloVe 6B, 50 numbers", "Whisper": "Whisper tiny.en"}


@dataclass(frozen=True, eq=False)
class WordTable:
    """Rows and the words they stand for.

    Attributes:
        name: short name for the screen.
        words: (V,) one label a row; not necessarily distinct.
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
            raise ValueError(f"{len(self.words)} labels for {count} rows")
        for name, column in self.metadata.items():
            if len(column) != count:
                raise ValueError(f"Column {name!r} has {len(column)} values for {count} rows")

    @cached_property
    def _exact(self) -> dict[str, int]:
        # The first of several rows with one word wins: in all three shipped tables it is the more frequent one.
        return {word: row for row, word in reversed(list(enumerate(self.words)))}

    @cached_property
    def _folded(self) -> dict[str, int]:
        return {word.casefold(): row for row, word in reversed(list(enumerate(self.words)))}

    @cached_property
    def whole(self) -> NDArray[np.bool_]:
        """(V,) True where the row stands for a whole word of letters: no piece, number, sign or placeholder."""
        return np.fromiter((word.isalpha() for word in self.words), bool, len(self.words))

    def find(self, word: str) -> int | None:
        """Row of a word: as written, else without regard to upper and lower case, else None."""
        wanted = word.strip()
        return self._exact.get(wanted, self._folded.get(wanted.casefold()))

    def closest_spelling(self, word: str, count: int = 3) -> list[str]:
        """Words of the table that start like a word that is not in it, for a message."""
        wanted = word.strip().casefold()
        for length in range(len(wanted), 1, -1):
            found = [key for key in self._folded if key.startswith(wanted[:length]) and key.isalpha()]
            if found:
                return sorted(found, key=len)[:count]
        return []


@lru_cache(maxsize=3)
def shipped(name: str) -> WordTable:
    """One of the three tables that ship with the project.

    Raises:
        ValueError: an unknown name.

    >>> table = shipped("GloVe")
    >>> table.words[table.find("King")], table.vectors.shape
    ('king', (30000, 50))
    """
    if name == "MiniLM":
        minilm = load_minilm()
        note = "Word pieces of a model that compares sentences; kept as INT8 rows."
        return WordTable(name, minilm.words, minilm.tokens(), note=note)
    if name == "GloVe":
        glove = load_glove()
        note = "The 30,000 most frequent words of GloVe 6B, most frequent first; kept as INT8 rows."
        return WordTable(name, glove.words, glove.tokens(), note=note)
    if name == "Whisper":
        note = "Token rows of a model that writes down speech; FP16, its own precision."
        return WordTable(name, _whisper_words(), load_whisper().tokens, note=note)
    raise ValueError(f"Unknown table {name!r}: expected one of {', '.join(SHIPPED)}")


def _whisper_words() -> tuple[str, ...]:
    words = []
    for text in token_bytes(np.arange(len(load_whisper().tokens)), "gpt2"):
        piece = text.decode("utf-8", errors="backslashreplace")
        words.append(piece[1:] if piece.startswith(" ") and len(piece) > 1 else f"##{piece}")
    return tuple(words)
