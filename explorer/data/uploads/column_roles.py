"""Roles of columns: words, components of the vector, and metadata.

A numeric column is metadata if its header begins with "#", if its name says so (id, year, class, user_id …), if it
counts the rows, if it holds integers while all others hold fractions, or if the others are called v1, v2, v3 … and it
is not. The result includes the roles with their reasons, and they can be changed without parsing the file again.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.limits import SHOWN

WORD_COLUMNS = ("", "word", "words", "token", "label", "name", "text", "sentence", "sentences", "id", "index")
"""Headers of a first column of words in files whose other columns are numbered."""
NAMED = ("word", "token", "name", "label", "text", "term", "title", "sentence", "document", "input", "content")
"""Headers of a column of words, or these with an s, the most likely first."""
ASIDE = {
    *("id", "ids", "idx", "index", "row", "number", "no", "nr", "rank", "unnamed: 0"),
    *("year", "month", "day", "date", "age"),
    *("class", "label", "target", "cluster", "split", "fold", "count", "counts", "freq", "frequency"),
}
"""Headers of numeric metadata columns."""
WITHIN = {"id", "ids", "idx", "index", "year", "class", "label", "target", "cluster"}
"""Words that mark metadata within longer headers without a number, as in user_id or yearOfBirth."""


@dataclass(frozen=True)
class ColumnRole:
    """A column: its name, whether it is numeric, and why it is metadata ("" if it is not)."""

    name: str
    numeric: bool
    aside: str = ""


@dataclass(frozen=True, eq=False)
class ParsedColumns:
    """What a file holds: its columns, texts by name, and numbers (V, n) in the order of the numeric columns.

    `lines` is the line, from 1, of a text file that each row ends on.
    """

    columns: tuple[ColumnRole, ...]
    texts: dict[str, list[str]]
    numbers: NDArray[np.float64]
    numeric: tuple[str, ...] = ()
    lines: NDArray[np.int32] | None = None

    @classmethod
    def of(cls, order: Sequence[str], numeric: Sequence[str], whole: Sequence[bool], **fields: Any) -> Self:
        """The columns of numbers and of texts in this order, with their roles; `whole` as in `beside_vector`."""
        why, inside = beside_vector(numeric, fields["numbers"], whole), {*numeric}
        kept = (name for name in order if name in inside or name in fields["texts"])
        columns = tuple(ColumnRole(name, name in inside, why.get(name, "")) for name in kept)
        return cls(columns, numeric=tuple(numeric), **fields)

    @property
    def aside(self) -> tuple[str, ...]:
        """Numeric columns that are metadata by default."""
        return tuple(column.name for column in self.columns if column.aside)

    @property
    def word(self) -> str:
        """Column of words: a text column with a typical header, or the first one; "" without any."""
        folded = {name.strip().lower(): name for name in reversed(self.texts)}
        folded |= {
            name.removesuffix("s"): found for name, found in folded.items() if name.removesuffix("s") not in folded
        }
        return next((folded[name] for name in NAMED if name in folded), next(iter(self.texts), ""))

    def inside(self, aside: Collection[str] | None = None, word: str | None = None) -> tuple[str, ...]:
        """Columns of the vector; `aside` and `word` as in `split`."""
        out = {*(self.aside if aside is None else aside), self.word if word is None else word}
        return tuple(name for name in self.numeric if name not in out)

    def split(
        self, aside: Collection[str] | None = None, word: str | None = None
    ) -> tuple[NDArray[np.float64], list[str] | None, dict[str, NDArray[Any]]]:
        """Vectors, words and metadata.

        Args:
            aside: numeric columns that are metadata; None: the detected ones.
            word: the column of words, "" for none; None: the detected one.
        """
        named = self.word if word is None else word
        chosen = self.inside(aside, word)
        inside = [at for at, name in enumerate(self.numeric) if name in chosen]
        out = set(self.numeric) - set(chosen)
        vectors = self.numbers if len(inside) == len(self.numeric) else self.numbers[:, inside]
        texts = [name for name in self.texts if name != named]
        extra = [at for at, name in enumerate(self.numeric) if name in out and name != named]
        called = distinct([*texts, *(self.numeric[at].lstrip("# ") or "number" for at in extra)])
        cells = (*(texts_array(self.texts[name]) for name in texts), *(self.numbers[:, at] for at in extra))
        beside: dict[str, NDArray[Any]] = dict(zip(called, cells, strict=True))
        words = self.texts.get(named)
        if named in self.numeric:
            words = [f"{value:g}" for value in self.numbers[:, self.numeric.index(named)]]
        return vectors, words, beside


def texts_array(texts: Sequence[str]) -> NDArray[Any]:
    """Texts as an array; of Python's own strings where NumPy's would take the longest one's memory for each.

    >>> texts_array(["a", "bc"]).dtype.kind, texts_array(["a", "b" * 300]).dtype.kind
    ('U', 'O')
    """
    return np.array(texts, object if max(map(len, texts), default=0) > SHOWN else np.str_)


def distinct(names: Sequence[str]) -> list[str]:
    """Make column names unique: a repeated one gets its column's number, from 1, as a suffix.

    >>> distinct(["t (3)", "t", "t", "x"])
    ['t (3)', 't', 't (4)', 'x']
    """
    taken, found, next_of = set(names), dict[str, None](), dict[str, int]()
    for number, name in enumerate(names, start=1):
        only, at = name, max(number, next_of.get(name, 0))  # never back to a suffix that was taken: linear
        while only in found or (only != name and only in taken):
            only, at = f"{name} ({at})", at + 1
        found[only], next_of[name] = None, at
    return list(found)


def is_number(value: str) -> bool:
    """Whether a cell is a number with a decimal point; Python's own 1_000 is not.

    >>> is_number(" -1e3"), is_number("1,5"), is_number(""), is_number("1_000")
    (True, False, False, False)
    """
    try:
        float(value)
    except ValueError:
        return False
    return "_" not in value


def is_metadata_name(name: str) -> bool:
    """Whether a header marks metadata.

    >>> [name for name in ("id", "user_id", "yearOfBirth", "Year", "label_3", "x", "width") if is_metadata_name(name)]
    ['id', 'user_id', 'yearOfBirth', 'Year']
    """
    plain = name.strip()
    if plain.lower() in ASIDE:
        return True
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+", plain)
    return not re.search(r"\d", plain) and any(part.lower() in WITHIN for part in parts)


def beside_vector(numeric: Sequence[str], numbers: NDArray[np.float64], whole: Sequence[bool]) -> dict[str, str]:
    """Numeric metadata columns, with reasons.

    Args:
        numeric: the names of all numeric columns.
        numbers: (V, n).
        whole: whether each is written without fractions.

    >>> beside_vector(("x", "y", "year"), np.array([[0.5, 1.5, 1999], [2.5, 0.5, 2001]]), (False, False, True))
    {'year': 'its name says that it is about the word'}
    >>> beside_vector(("v1", "v2", "v3", "price"), np.arange(8).reshape(2, 4) ** 2.0, (True,) * 4)
    {'price': 'its name is not one of v1 … v3'}
    """
    said, guessed = {}, {}
    others, fractions = len(whole) - 1, sum(not plain for plain in whole)
    for column, name in enumerate(numeric):
        values = numbers[:, column]
        if name.startswith("#"):
            said[name] = "its name begins with #"
        elif is_metadata_name(name):
            said[name] = "its name says that it is about the word"
        elif any((values == np.arange(first, first + len(values))).all() for first in (0, 1)):
            guessed[name] = "it counts the rows"
        elif whole[column] and others > 1 and fractions >= 0.9 * others and np.ptp(values) > 0:
            guessed[name] = "it holds whole numbers, the others fractions"
    # Guesses must leave enough columns for the vector.
    found = said | guessed if len(numeric) - len(said) - len(guessed) >= 2 else said
    named: dict[str, list[str]] = {}
    for name in numeric:
        if name not in found and (counted := re.fullmatch(r"(.*?)\d+", name)):
            named.setdefault(counted[1], []).append(name)
    most = max(named.values(), key=len, default=[])
    apart = [name for name in numeric if name not in found and name not in most]
    if len(most) >= 3 and len(most) >= 2 * len(apart):
        found |= dict.fromkeys(apart, f"its name is not one of {most[0]} … {most[-1]}")
    return found
