"""CSV and TSV files, parsed row by row within size limits; errors name the line.

Columns are separated by commas, tabs or semicolons. A decimal comma is detected from the first rows, and the result
says so.
"""

from __future__ import annotations

import csv
import math
import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.column_roles import (
    WORD_COLUMNS,
    ParsedColumns,
    distinct,
    is_list,
    is_number,
    numbers_in,
)
from explorer.data.uploads.limits import (
    MAX_CELLS,
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
_DECIMAL_COMMA = re.compile(r"\s*[+-]?\d+,\d+([eE][+-]?\d+)?\s*")
_UNIT = "\x1f"
NAMES = {",": "commas", "\t": "tabs", ";": "semicolons"}


class _Rows:
    """Iterator over non-empty rows, with the line that the last one ended on."""

    def __init__(self, data: bytes, separator: str) -> None:
        lines = lines_of(data, separator)
        # No quoting in tab-separated files: a row for the word " must not swallow the following rows.
        tabs = separator == "\t"
        self.separator = separator
        self.reader = (
            csv.reader(lines, "excel-tab", quoting=csv.QUOTE_NONE) if tabs else csv.reader(lines, delimiter=separator)
        )

    def __iter__(self) -> Iterator[list[str]]:
        try:
            yield from (line for line in self.reader if any(line))
        except csv.Error as problem:
            raise UploadError(f"Line {self.reader.line_num:,}: the columns can't be told apart: {problem}") from None


def _separator(data: bytes, usual: str) -> str:
    """Detect the separator: the usual character, unless the first line has another one instead."""
    head = data[:100_000].decode("utf-8-sig", "replace").replace("\r", "\n").split("\n")
    first = next((line for line in head if line.strip()), "")
    if usual == "\t" and usual in first:
        return usual
    cells = first.split(";")
    if len(cells) > 1 and all("," not in cell or _DECIMAL_COMMA.fullmatch(cell) for cell in cells):
        return ";"
    return max((usual, "\t", ";", ","), key=first.count)


def _is_header(cells: Sequence[str]) -> bool:
    """Whether a first line is a header: no number in it, or a header of words before 0, 1, 2 or 1, 2, 3."""
    numbers = [float(cell) for cell in cells if is_number(cell)]
    counted = [[*range(first, first + len(numbers))] for first in (0, 1)]
    no_number = not numbers and not any(_DECIMAL_COMMA.fullmatch(cell) or is_list(cell) for cell in cells)
    return no_number or (cells[0].strip().lower() in WORD_COLUMNS and numbers in counted)


def read_columns(data: bytes, separator: str) -> ParsedColumns:
    """Parse the columns of a text file; its first rows decide which columns are numeric.

    Raises:
        UploadError: whatever is wrong with the file.
    """
    separator = _separator(data, separator)
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
    half = len(seen) / 2
    points = [sum(map(is_number, cells)) >= half for cells in zip(*seen, strict=True)]
    commas = [sum(bool(_DECIMAL_COMMA.fullmatch(cell)) for cell in cells) for cells in zip(*seen, strict=True)]
    comma = not any("." in line[at] for line in seen for at, kind in enumerate(points) if kind) and any(
        found > 0 and found >= half / 2 for found in commas
    )
    kinds = [sum(is_number(_plain(line[at], comma)) for line in seen) >= half for at in range(len(names))]
    if not seen:
        raise UploadError("Expected rows below the first line, which names the columns; got none")
    vectors = [at for at, kind in enumerate(kinds) if not kind and sum(is_list(line[at]) for line in seen) >= half]
    if not any(kinds) and not vectors:
        listed = ", ".join(map(repr, names[:NAMED])) + ", …" * (len(names) > NAMED)
        raise UploadError(
            f"No column holds numbers only: {listed} (looked for {NAMES[separator]} between columns). The vector needs "
            "a column for each of its numbers"
        )
    if (beside := kinds.count(False) - len(vectors)) > MAX_TEXTS:
        raise UploadError(f"{beside:,} columns hold text; at most {MAX_TEXTS} can be read")
    found = _fill(_Rows(data, separator), names, kinds, lines, header, comma, vectors)
    numeric = [name for name, kind in zip(names, kinds, strict=True) if kind]
    whole = [
        not any(set(_plain(line[at], comma).lower()) & set(".en") for line in seen)
        for at, kind in enumerate(kinds)
        if kind
    ]
    note = ""
    if comma:
        at = max(range(len(names)), key=commas.__getitem__)
        example = next(line[at].strip() for line in seen if _DECIMAL_COMMA.fullmatch(line[at]))
        note = f"Decimal commas: {short(example)} is read as {short(_plain(example, True))}."
    columns = ParsedColumns.of(
        names, numeric, whole, texts=found.texts, numbers=found.numbers, note=note, lines=found.lines, lists=found.lists
    )
    if found.wrong:
        raise UploadError(_wrong(found, [name not in columns.aside for name in numeric]))
    if not vectors:
        check_shape(*found.numbers.shape)
    return columns


def _plain(cell: str, comma: bool) -> str:
    return cell.replace(",", ".") if comma else cell


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
    """Parsed cells: numbers (V, n), texts and vectors by name, the line that each row ends on, and invalid rows."""

    numbers: NDArray[np.float64]
    texts: dict[str, list[str]]
    lines: NDArray[np.int32]
    lists: dict[str, NDArray[np.float32]]
    wrong: dict[int, str]


def _wrong(found: _Filled, inside: Sequence[bool]) -> str:
    if inside and any(inside):
        at, more = found.lines, ~np.isfinite(found.numbers[:, list(inside)]).all(axis=1)
        bad = sorted({int(at[row]) for row in np.flatnonzero(more)} | {int(at[row]) for row in found.wrong})
    else:
        bad = [int(found.lines[row]) for row in found.wrong]
    first = min(found.wrong)
    also = "" if len(bad) == 1 else f". In all, {count(len(bad), 'line')} can't be read: {list_first(bad, 'line')}"
    return f"Line {found.lines[first]:,}: {found.wrong[first]}. Write a number there, or take the line out{also}"


def _fill(
    rows: _Rows,
    names: Sequence[str],
    kinds: Sequence[bool],
    most: int,
    header: bool,
    comma: bool,
    vectors: Sequence[int] = (),
) -> _Filled:
    """Parse at most `most` rows; numbers of an invalid row are NaN, and the row is recorded."""
    numeric = [at for at, kind in enumerate(kinds) if kind]
    numbers, ends = np.empty((most, len(numeric))), np.empty(most, np.int32)
    texts: dict[str, list[str]] = {
        name: [] for at, (name, kind) in enumerate(zip(names, kinds, strict=True)) if not kind and at not in vectors
    }
    text_columns = {name: names.index(name) for name in texts}
    flat: list[array[float]] = [array("f") for _ in vectors]
    widths = [0] * len(vectors)
    wrong: dict[int, str] = {}
    chosen = itemgetter(*numeric) if len(numeric) > 1 else lambda line: tuple(line[at] for at in numeric)
    # Our own CSV files escape formulas for spreadsheets (`views.table`); other separators are not ours.
    plain = _as_written if rows.separator == "," else str
    filled = 0
    for line in islice(rows, int(header), None):
        _check_width(line, names, rows.reader.line_num)
        try:
            # One replacement per line: one per cell would dominate the parse time.
            cells = _plain(_UNIT.join(chosen(line)), True).split(_UNIT) if comma else chosen(line)
            numbers[filled] = array("d", map(float, cells))
        except ValueError:
            numbers[filled] = np.nan
            at = next((at for at in numeric if not is_number(_plain(line[at], comma))), numeric[0])
            wrong[filled] = f"expected a number in column {names[at]!r}, got {short(line[at])!r}"
        for which, at in enumerate(vectors):
            try:
                read = numbers_in(line[at])
            except ValueError:
                read = []
            widths[which] = widths[which] or len(read)
            if not read or len(read) != widths[which]:
                cut = "; NumPy prints a long array cut like this" if "..." in line[at] else ""
                wrong[filled] = (
                    f"expected {widths[which]:,} numbers in column {names[at]!r}, got {short(line[at])!r}{cut}"
                )
                read = [math.nan] * widths[which]
            flat[which].extend(read)
            if len(flat[which]) > MAX_CELLS:
                raise UploadError(
                    f"Column {names[at]!r} has more than {MAX_CELLS:,} numbers; so many can't be read from text. Save "
                    "them with numpy.save, and upload the .npy file"
                )
        for name, at in text_columns.items():
            texts[name].append(label(plain(line[at])))
        ends[filled] = rows.reader.line_num
        filled += 1
    lists = {
        names[at]: np.array(part, np.float32).reshape(filled, -1)
        for at, part, width in zip(vectors, flat, widths, strict=True)
        if len(part) == filled * width
    }
    return _Filled(numbers[:filled], texts, ends[:filled], lists, wrong)


def _as_written(cell: str) -> str:
    """Remove the apostrophe that escapes a formula for spreadsheets.

    >>> _as_written("'-inf"), _as_written("'tis"), _as_written("''=a")
    ('-inf', "'tis", "'=a")
    """
    return cell[1:] if cell[:1] == "'" and cell.lstrip("'")[:1] in RUN else cell
