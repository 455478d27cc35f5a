"""CSV and TSV files, parsed row by row within size limits; errors name the line.

Columns are separated by tabs or commas, numbers are written with a point. Other habits (semicolons, decimal commas, a
whole vector in one cell) are refused with the line that converts them, since a guess can be wrong without a sign.
"""

import csv
import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.column_roles import WORD_COLUMNS, ParsedColumns, distinct, is_number
from explorer.data.uploads.limits import (
    MAX_TEXTS,
    NAMED,
    UploadError,
    check_shape,
    check_text,
    label,
    lines_of,
    list_first,
    short,
)
from explorer.wording import RUN, count

SAMPLED = 200
NAMES = {",": "commas", "\t": "tabs"}
_COMMA = re.compile(r"\s*[+-]?\d+,\d+([eE][+-]?\d+)?\s*")
_LIST = re.compile(r"\s*[\[(]\s*[-+]?[.\d][^\[\]()]*[\])]\s*")
_CONVERT = (
    "Columns between commas and numbers with a point are read. Save it so, or in Python: import pandas; "
    "pandas.read_csv('table.csv', sep={!r}, decimal=',').to_csv('vectors.csv', index=False)"
)


class _Rows:
    """Iterator over non-empty rows, with the line that the last one ended on."""

    def __init__(self, data: bytes, separator: str) -> None:
        lines = lines_of(data, separator)
        # No quoting in tab-separated files: a row for the word " must not swallow the following rows.
        self.reader = csv.reader(lines, "excel-tab", quoting=csv.QUOTE_NONE) if separator == "\t" else csv.reader(lines)

    def __iter__(self) -> Iterator[list[str]]:
        try:
            yield from (line for line in self.reader if any(line))
        except csv.Error as problem:
            raise UploadError(f"Line {self.reader.line_num:,}: the columns can't be told apart: {problem}") from None


def _separator(data: bytes) -> str:
    """A tab if the first line has one, else a comma."""
    head = data[:100_000].decode("utf-8-sig", "replace").replace("\r", "\n").split("\n")
    first = next((line for line in head if line.strip()), "")
    if "\t" not in first and first.count(";") > first.count(","):
        raise UploadError("The first line has semicolons between columns. " + _CONVERT.format(";"))
    return "\t" if "\t" in first else ","


def _is_header(cells: Sequence[str]) -> bool:
    """Whether a first line is a header: no number in it, or a header of words before 0, 1, 2 or 1, 2, 3."""
    numbers = [float(cell) for cell in cells if is_number(cell)]
    counted = [[*range(first, first + len(numbers))] for first in (0, 1)]
    no_number = not numbers and not any(_COMMA.fullmatch(cell) or _LIST.fullmatch(cell) for cell in cells)
    return no_number or (cells[0].strip().lower() in WORD_COLUMNS and numbers in counted)


def read_columns(data: bytes) -> ParsedColumns:
    """Parse the columns of a text file; its first rows decide which columns are numeric.

    Raises:
        UploadError: whatever is wrong with the file.
    """
    separator = _separator(data)
    lines = check_text(data, separator.encode())
    seen = []
    rows = _Rows(data, separator)
    for line in islice(rows, SAMPLED):
        seen.append(line)
        _check_width(line, seen[0], rows.reader.line_num)
    if not seen:
        raise UploadError("The file holds no rows")
    header = _is_header(seen[0])
    names = distinct(
        [short(cell.strip()) if header and cell.strip() else f"column {at}" for at, cell in enumerate(seen[0], start=1)]
    )
    seen = seen[header:]
    if not seen:
        raise UploadError("Expected rows below the first line, which names the columns; got none")
    kinds = [_is_numeric(*column, separator) for column in zip(names, zip(*seen, strict=True), strict=True)]
    if not any(kinds):
        listed = ", ".join(map(repr, names[:NAMED])) + ", …" * (len(names) > NAMED)
        raise UploadError(
            f"No column holds numbers only: {listed} (looked for {NAMES[separator]} between columns). The vector needs "
            "a column for each of its numbers"
        )
    if (beside := kinds.count(False)) > MAX_TEXTS:
        raise UploadError(f"{beside:,} columns hold text; at most {MAX_TEXTS} can be read")
    found = _fill(_Rows(data, separator), names, kinds, lines, header, separator)
    numeric = [name for name, kind in zip(names, kinds, strict=True) if kind]
    whole = [not any(set(line[at].lower()) & set(".en") for line in seen) for at, kind in enumerate(kinds) if kind]
    columns = ParsedColumns.of(names, numeric, whole, texts=found.texts, numbers=found.numbers, lines=found.lines)
    if found.wrong:
        raise UploadError(_wrong(found, [name not in columns.aside for name in numeric]))
    check_shape(*found.numbers.shape)
    return columns


def _is_numeric(name: str, cells: Sequence[str], separator: str) -> bool:
    """Whether at least half of a column's cells are numbers; an `UploadError` for numbers in another form."""
    half, points = len(cells) / 2, sum(map(is_number, cells))
    commas = [cell for cell in cells if _COMMA.fullmatch(cell)]
    if points < half and commas and points + len(commas) >= half:
        raise UploadError(f"Column {name!r} has a comma in {short(commas[0])!r}. " + _CONVERT.format(separator))
    if sum(bool(_LIST.fullmatch(cell)) for cell in cells) >= half:
        raise UploadError(
            f"Column {name!r} holds a whole vector in each cell. In Python: import numpy, pandas; "
            f"f = pandas.read_csv('table.csv'); numpy.savez('vectors.npz', words=[*f['WORD']], vectors="
            f"[[*map(float, v.strip('[]()').replace(',', ' ').split())] for v in f[{name!r}]])"
        )
    return points >= half


def _check_width(line: Sequence[str], first: Sequence[str], number: int) -> None:
    if len(line) != len(first):
        surplus = "a cell with a comma in it must stand between quotes"
        missing = "complete it or take it out; a last line like this means that the file was cut off"
        raise UploadError(
            f"Line {number:,} has {count(len(line), 'column')}; the first has {len(first):,}: "
            + (missing if len(line) < len(first) else surplus)
        )


@dataclass(frozen=True, eq=False)
class _Filled:
    """Parsed cells: numbers (V, n), texts by name, the line that each row ends on, and invalid rows."""

    numbers: NDArray[np.float64]
    texts: dict[str, list[str]]
    lines: NDArray[np.int32]
    wrong: dict[int, str]


def _wrong(found: _Filled, inside: Sequence[bool]) -> str:
    at, more = found.lines, ~np.isfinite(found.numbers[:, list(inside)]).all(axis=1)
    bad = sorted({int(at[row]) for row in np.flatnonzero(more)} | {int(at[row]) for row in found.wrong})
    first = min(found.wrong)
    also = "" if len(bad) == 1 else f". In all, {count(len(bad), 'line')} can't be read: {list_first(bad, 'line')}"
    return f"Line {at[first]:,}: {found.wrong[first]}. Write a number there, or take the line out{also}"


def _fill(rows: _Rows, names: Sequence[str], kinds: Sequence[bool], most: int, header: bool, separator: str) -> _Filled:
    """Parse at most `most` rows; numbers of an invalid row are NaN, and the row is recorded."""
    numeric = [at for at, kind in enumerate(kinds) if kind]
    numbers, ends = np.empty((most, len(numeric))), np.empty(most, np.int32)
    texts: dict[int, list[str]] = {at: [] for at, kind in enumerate(kinds) if not kind}
    wrong: dict[int, str] = {}
    chosen = itemgetter(*numeric) if len(numeric) > 1 else lambda line: tuple(line[at] for at in numeric)
    # Our own CSV files escape formulas for spreadsheets (`views.table`); other separators are not ours.
    plain = _as_written if separator == "," else str
    filled = 0
    for line in islice(rows, int(header), None):
        _check_width(line, names, rows.reader.line_num)
        try:
            numbers[filled] = array("d", map(float, chosen(line)))
        except ValueError:
            numbers[filled] = np.nan
            at = next((at for at in numeric if not is_number(line[at])), numeric[0])
            wrong[filled] = f"expected a number in column {names[at]!r}, got {short(line[at])!r}"
        for at, cells in texts.items():
            cells.append(label(plain(line[at])))
        ends[filled] = rows.reader.line_num
        filled += 1
    return _Filled(numbers[:filled], {names[at]: cells for at, cells in texts.items()}, ends[:filled], wrong)


def _as_written(cell: str) -> str:
    """Remove the apostrophe that escapes a formula for spreadsheets.

    >>> _as_written("'-inf"), _as_written("'tis"), _as_written("''=a")
    ('-inf', "'tis", "'=a")
    """
    return cell[1:] if cell[:1] == "'" and cell.lstrip("'")[:1] in RUN else cell
