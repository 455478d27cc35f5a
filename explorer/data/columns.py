"""Text files with columns: which column is the word, which numbers are the vector, and which only stand beside it.

A column of numbers is left out of the vector where its header begins with "#", where its name says so (id, year,
class …), where it counts the rows, or where it holds whole numbers while all others hold fractions. What was
understood is part of the result, with the reason, and can be changed without reading the file again.
"""

from __future__ import annotations

import csv
import re
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.bounds import MAX_TEXTS, UploadError, check_shape, check_text, lines_of, short

WORD_COLUMNS = ("", "word", "words", "token", "label", "name", "text", "id", "index")
"""How a first column is called in files whose other columns are only numbered."""
ASIDE = {
    *("id", "ids", "idx", "index", "row", "number", "no", "nr", "rank", "unnamed: 0"),
    *("year", "month", "day", "date"),
    *("class", "label", "target", "cluster", "count", "counts", "freq", "frequency"),
}
"""Names of columns of numbers that say something about a word and are no part of its vector."""
SAMPLED = 200
_DECIMAL_COMMA = re.compile(r"\s*[+-]?\d+,\d+\s*")


@dataclass(frozen=True)
class Column:
    """A column as it was understood: its name, whether it holds numbers, and why it stands beside the vector ("")."""

    name: str
    numeric: bool
    aside: str = ""


@dataclass(frozen=True, eq=False)
class Columns:
    """What a text file holds: its columns, texts by name, and numbers (V, n) in the order of the numeric columns."""

    columns: tuple[Column, ...]
    texts: dict[str, list[str]]
    numbers: NDArray[np.float64]
    numeric: tuple[str, ...] = field(default=())

    @property
    def aside(self) -> tuple[str, ...]:
        """Columns of numbers that are left out of the vector unless somebody says otherwise."""
        return tuple(column.name for column in self.columns if column.aside)

    @property
    def word(self) -> str:
        """The column that holds the words: the first one of text; "" where there is none."""
        return next(iter(self.texts), "")

    def split(
        self, aside: Collection[str] | None = None, word: str | None = None
    ) -> tuple[NDArray[np.float64], list[str] | None, dict[str, NDArray[Any]]]:
        """Vector, words and what stands beside them, with other choices than those that were made.

        Args:
            aside: numeric columns left out of the vector; None keeps what was understood.
            word: the column of words, "" for none; None keeps what was understood.
        """
        out = set(self.aside if aside is None else aside)
        named = self.word if word is None else word
        if named in self.numeric:
            out.add(named)
        inside = [at for at, name in enumerate(self.numeric) if name not in out]
        vectors = self.numbers if len(inside) == len(self.numeric) else self.numbers[:, inside]
        beside: dict[str, NDArray[Any]] = {
            name.lstrip("# ") or "number": self.numbers[:, at]
            for at, name in enumerate(self.numeric)
            if name in out and name != named
        }
        beside = {name: np.array(cells) for name, cells in self.texts.items() if name != named} | beside
        words = self.texts.get(named)
        if named in self.numeric:
            words = [f"{value:g}" for value in self.numbers[:, self.numeric.index(named)]]
        return vectors, words, beside


def is_number(value: str) -> bool:
    """Whether a cell is a number with a decimal point.

    >>> is_number(" -1e3"), is_number("1,5"), is_number("")
    (True, False, False)
    """
    try:
        float(value)
    except ValueError:
        return False
    return True


def _is_header(cells: Sequence[str]) -> bool:
    """Whether a first line names columns: no number in it, or a name of words before 0, 1, 2 or 1, 2, 3."""
    numbers = [cell.strip() for cell in cells if is_number(cell)]
    counted = [[str(number + first) for number in range(len(numbers))] for first in (0, 1)]
    return not numbers or (cells[0].strip().lower() in WORD_COLUMNS and numbers in counted)


def _rows(data: bytes, separator: str) -> Iterator[list[str]]:
    # Tab-separated files don't quote: a row for the word " must not swallow what follows.
    lines = lines_of(data, separator)
    tabs = separator == "\t"
    reader = csv.reader(lines, "excel-tab", quoting=csv.QUOTE_NONE) if tabs else csv.reader(lines)
    try:
        yield from (line for line in reader if any(line))
    except csv.Error as problem:
        raise UploadError(f"The columns can't be told apart: {problem}") from None


def _semicolons(first: str, second: str) -> None:
    """Raise an `UploadError` where a file meant for a spreadsheet with decimal commas is seen."""
    if ";" in first and "," not in first:
        commas = " The numbers have decimal commas." if re.search(r"\d,\d", second) else ""
        raise UploadError(
            f"The columns are separated by semicolons.{commas} Save the file with commas, and points in numbers"
        )


def read_columns(data: bytes, separator: str) -> Columns:
    """The columns of a text file, read row by row; its first rows say which columns hold numbers.

    Raises:
        UploadError: whatever is wrong with the file.
    """
    lines = check_text(data, separator.encode())
    head = data[:100_000].decode("utf-8-sig", "replace").replace("\r", "\n").split("\n")
    filled = [line for line in head if line.strip()][:2]
    if separator == "," and filled:
        _semicolons(filled[0], filled[-1])
    rows = _rows(data, separator)
    seen = list(islice(rows, SAMPLED))
    if not seen:
        raise UploadError("The file holds no rows")
    for number, line in enumerate(seen, start=1):
        if len(line) != len(seen[0]):
            raise UploadError(f"Row {number:,} has {len(line):,} columns, the first has {len(seen[0]):,}")
    header = _is_header(seen[0])
    names = _names(seen[0], header)
    seen = seen[header:]
    kinds = [sum(is_number(line[at]) for line in seen) * 2 >= len(seen) for at in range(len(names))]
    for at, name in enumerate(names):
        if not kinds[at] and sum(bool(_DECIMAL_COMMA.fullmatch(line[at])) for line in seen) * 2 >= len(seen):
            shown = short(seen[0][at])
            raise UploadError(f"Column {name!r} has decimal commas ({shown}): write the numbers with points")
    if not any(kinds) or not seen:
        raise UploadError(f"No column holds numbers only (looked for {separator!r} between columns)")
    if kinds.count(False) > MAX_TEXTS:
        raise UploadError(f"{kinds.count(False):,} columns hold text; at most {MAX_TEXTS} can be read")
    numbers, texts = _fill(chain(seen, rows), names, kinds, lines, header)
    check_shape(len(numbers), len(names))
    numeric = tuple(name for name, kind in zip(names, kinds, strict=True) if kind)
    why = _aside(numeric, numbers, seen, kinds)
    columns = tuple(Column(name, kind, why.get(name, "")) for name, kind in zip(names, kinds, strict=True))
    return Columns(columns, texts, numbers, numeric)


def _names(first: Sequence[str], header: bool) -> list[str]:
    names: list[str] = []
    for at, cell in enumerate(first, start=1):
        name = short(cell.strip()) if header and cell.strip() else f"column {at}"
        names.append(f"{name} ({at})" if name in names else name)
    return names


def _fill(
    rows: Iterable[list[str]], names: Sequence[str], kinds: Sequence[bool], most: int, header: bool
) -> tuple[NDArray[np.float64], dict[str, list[str]]]:
    """The cells of at most `most` rows: numbers (V, n) and texts by name."""
    numeric = [at for at, kind in enumerate(kinds) if kind]
    numbers = np.empty((most, len(numeric)))
    texts: dict[str, list[str]] = {name: [] for name, kind in zip(names, kinds, strict=True) if not kind}
    places = {name: names.index(name) for name in texts}
    chosen = itemgetter(*numeric) if len(numeric) > 1 else lambda line: (line[numeric[0]],)
    count = 0
    for line in rows:
        if len(line) != len(names):
            number = count + 1 + header
            raise UploadError(f"Row {number:,} has {len(line):,} columns, the first has {len(names):,}")
        try:
            numbers[count] = array("d", map(float, chosen(line)))
        except ValueError:
            at = next(at for at in numeric if not is_number(line[at]))
            raise UploadError(
                f"Column {names[at]!r} is one of numbers, but row {count + 1:,} has {short(line[at])!r} there"
            ) from None
        for name, at in places.items():
            texts[name].append(short(line[at]))
        count += 1
    return numbers[:count], texts


def _aside(
    numeric: Sequence[str], numbers: NDArray[np.float64], seen: Sequence[Sequence[str]], kinds: Sequence[bool]
) -> dict[str, str]:
    """Numeric columns that are no part of the vector → why."""
    places = [at for at, kind in enumerate(kinds) if kind]
    pointed = [any(set(line[at].lower()) & set(".en") for line in seen) for at in places]
    said, guessed = {}, {}
    for column, name in enumerate(numeric):
        values = numbers[:, column]
        others = pointed[:column] + pointed[column + 1 :]
        if name.startswith("#"):
            said[name] = "its name begins with #"
        elif name.strip().lower() in ASIDE:
            guessed[name] = "its name says that it is about the word"
        elif any((values == np.arange(first, first + len(values))).all() for first in (0, 1)):
            guessed[name] = "it counts the rows"
        elif not pointed[column] and len(others) > 1 and sum(others) >= 0.9 * len(others) and np.ptp(values) > 0:
            guessed[name] = "it holds whole numbers, the others fractions"
    # What is only guessed may not use up the vector.
    return said | guessed if len(numeric) - len(said) - len(guessed) >= 2 else said
