"""A visitor's file as a table: .tsv, .csv, .npy, .npz and word2vec's text format, checked before it is believed.

Nothing is unpickled. Sizes are read from headers and bounded before memory is taken, and archives are unpacked no
further than their bound. Errors (`UploadError`, a ValueError) say what was expected, what came, and what to do.

In text files the columns of numbers are the vector. Columns of text are labels (the first) and metadata; a column
of numbers is metadata too where its header begins with "#".
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.wordtable import WordTable

MAX_BYTES = 25_000_000
MAX_ROWS = 60_000
MAX_WIDTH = 2_048
MAX_VALUES = 24_000_000
KINDS = ("tsv", "csv", "txt", "vec", "npy", "npz")
SHOWN = 40
WORD_COLUMNS = ("", "word", "words", "token", "label", "name", "text", "id", "index")
"""How a first column is called in files whose other columns are only numbered."""


class UploadError(ValueError):
    """A file that can't be read as a table; the message is for the visitor."""


def read_table(name: str, data: bytes, labels: bytes | None = None) -> WordTable:
    r"""Parse an upload by the ending of its name.

    Args:
        name: file name; its ending decides how the bytes are read.
        data: the file's bytes.
        labels: bytes of a second file with a label a line, or tab-separated metadata columns under a header.

    Raises:
        UploadError: whatever is wrong with the file.

    >>> table = read_table("pets.csv", b"word,x,y,#legs\ncat,1,2,4\nemu,3,4,2\nape,5,5,2\n")
    >>> table.words, table.vectors.tolist(), table.metadata["legs"].tolist()
    (('cat', 'emu', 'ape'), [[1.0, 2.0], [3.0, 4.0], [5.0, 5.0]], [4.0, 2.0, 2.0])
    """
    ending = PurePath(name).suffix.lower().lstrip(".")
    if ending not in KINDS:
        raise UploadError(f"Expected a file ending in .{', .'.join(KINDS)}; got {_short(name)!r}")
    if len(data) > MAX_BYTES:
        raise UploadError(f"The file has {len(data) / 1e6:.1f} MB; at most {MAX_BYTES / 1e6:.0f} MB can be read")
    if not data:
        raise UploadError("The file is empty")
    words: list[str] | None = None
    metadata: dict[str, NDArray[Any]] = {}
    if ending == "npy":
        vectors = _read_npy(io.BytesIO(data), len(data))
    elif ending == "npz":
        vectors, words = _read_npz(data)
    else:
        vectors, words, metadata = _read_text(_decode(data), ending)
    vectors = _checked(vectors)
    if labels:
        words, extra = _read_labels(_decode(labels), len(vectors))
        metadata |= extra
    if words is None:
        words = [f"row {row}" for row in range(len(vectors))]
    if len(words) != len(vectors):
        raise UploadError(f"{len(words):,} labels for {len(vectors):,} rows: there must be one label a row")
    return WordTable("Your file", tuple(words), vectors, metadata, f"{len(vectors):,} rows, from your file.")


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _decode(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise UploadError(f"The file has {len(data) / 1e6:.1f} MB; at most {MAX_BYTES / 1e6:.0f} MB can be read")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as problem:
        raise UploadError(f"The text is not UTF-8 (byte {problem.start:,}): save it as UTF-8") from None


def _bounds(rows: int, width: int) -> None:
    if rows < 3 or width < 2:
        raise UploadError(f"A table needs at least 3 rows of 2 numbers; got {rows:,} rows of {width:,}")
    if rows > MAX_ROWS or width > MAX_WIDTH or rows * width > MAX_VALUES:
        raise UploadError(
            f"{rows:,} rows of {width:,} numbers are too many: at most {MAX_ROWS:,} rows, {MAX_WIDTH:,} numbers a row "
            f"and {MAX_VALUES // 1_000_000} million numbers in all"
        )


def _checked(vectors: NDArray[Any]) -> NDArray[np.float32]:
    if vectors.dtype.kind not in "iuf":
        raise UploadError(f"Expected numbers; the array's type is {vectors.dtype}")
    if vectors.ndim != 2:
        raise UploadError(f"Expected a two-dimensional array (rows, numbers); got shape {vectors.shape}")
    _bounds(*vectors.shape)
    with np.errstate(over="ignore"):
        found = np.ascontiguousarray(vectors, dtype=np.float32)
    bad = ~np.isfinite(found)
    if bad.any():
        row, column = np.argwhere(bad)[0]
        raise UploadError(f"Row {row + 1:,}, number {column + 1:,} is no finite number: {vectors[row, column]}")
    if not np.ptp(found, axis=0).any():
        raise UploadError("All rows are the same, so there is nothing to draw")
    # Sums of squares must fit float32 on the way to a cosine.
    if float(np.abs(found).max()) > 1e15:
        raise UploadError(
            f"The largest number is {np.abs(found).max():.3g}; divide the table so that it stays below 1e15"
        )
    return found


def _read_npy(stream: Any, size: int) -> NDArray[Any]:
    try:
        version = np.lib.format.read_magic(stream)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, dtype = read(stream, max_header_size=10_000)
    except (ValueError, EOFError, OSError):
        raise UploadError("This is no .npy file that NumPy can read: save the array with numpy.save") from None
    if dtype.hasobject:
        raise UploadError("The array holds Python objects, which would have to be unpickled: save plain numbers")
    if dtype.kind not in "iufSU":
        raise UploadError(f"Expected numbers; the array's type is {dtype}")
    expected = int(np.prod(shape, dtype=object)) * dtype.itemsize
    if expected > min(size, MAX_VALUES * 8):
        raise UploadError(f"The header promises {expected:,} bytes of numbers; the file has {size:,} bytes in all")
    stream.seek(0)
    try:
        return np.lib.format.read_array(stream, allow_pickle=False)
    except (ValueError, EOFError):
        raise UploadError("The file ends before its array does, or is damaged: save it again") from None


def _read_npz(data: bytes) -> tuple[NDArray[Any], list[str] | None]:
    vectors: NDArray[Any] | None = None
    words: list[str] | None = None
    room = MAX_VALUES * 8
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > 20:
                raise UploadError(f"The archive holds {len(members):,} files; at most 20 are read")
            for member in members:
                if not member.filename.endswith(".npy"):
                    continue
                if member.file_size > room:
                    raise UploadError(
                        f"{_short(member.filename)!r} would unpack to {member.file_size / 1e6:,.0f} MB: too much"
                    )
                # The size in the directory is only a promise: read one byte beyond it and no more.
                with archive.open(member) as packed:
                    content = packed.read(member.file_size + 1)
                room -= len(content)
                array = _read_npy(io.BytesIO(content), len(content))
                if array.dtype.kind in "SU" and array.ndim == 1 and words is None:
                    words = [w.decode("utf-8", "replace") if isinstance(w, bytes) else str(w) for w in array.tolist()]
                elif array.dtype.kind not in "SU" and array.ndim == 2 and vectors is None:
                    vectors = array
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error):
        raise UploadError("This is no .npz archive that can be read: save it with numpy.savez") from None
    if vectors is None:
        raise UploadError("The archive holds no two-dimensional array of numbers")
    return vectors, words


def _read_text(text: str, ending: str) -> tuple[NDArray[Any], list[str] | None, dict[str, NDArray[Any]]]:
    first = text.split("\n", 1)[0].strip()
    if ending in ("txt", "vec"):
        return (*_read_word2vec(text, first), {})
    return _read_columns(text, "\t" if ending == "tsv" else ",")


def _read_word2vec(text: str, first: str) -> tuple[NDArray[np.float32], list[str]]:
    # Only these separate: words of such files hold other kinds of blanks, and blanks too (". . .").
    lines = [re.split(r"[ \t]+", line.strip(" \t")) for line in text.split("\n") if line.strip()]
    head = first.split()
    promised = None
    if len(head) == 2 and all(part.isdecimal() for part in head):
        promised = int(head[0]), int(head[1])
        _bounds(*promised)
        lines = lines[1:]
    width = promised[1] if promised else len(lines[0]) - 1 if lines else 0
    if promised and (len(lines) != promised[0] or len(lines[0]) <= width):
        found = f"{len(lines):,} rows of {len(lines[0]) - 1 if lines else 0:,}"
        raise UploadError(f"The first line promises {promised[0]:,} rows of {width:,} numbers; the file has {found}")
    _bounds(len(lines), width)
    words, vectors = [], np.empty((len(lines), width), np.float32)
    for row, parts in enumerate(lines):
        if len(parts) <= width or (len(parts) > width + 1 and _is_number(parts[-width - 1])):
            raise UploadError(f"Row {row + 1:,} has {len(parts) - 1:,} numbers; {width:,} are expected")
        try:
            vectors[row] = parts[-width:]
        except ValueError:
            shown = _short(" ".join(parts))
            raise UploadError(f"Row {row + 1:,} holds something that is no number: {shown!r}") from None
        words.append(_short(" ".join(parts[:-width])))
    return vectors, words


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True


def _is_header(cells: Sequence[str]) -> bool:
    """Whether a first line names columns: no number in it, or a name of words before 0, 1, 2 or 1, 2, 3."""
    numbers = [cell.strip() for cell in cells if _is_number(cell)]
    counted = [[str(number + first) for number in range(len(numbers))] for first in (0, 1)]
    return not numbers or (cells[0].strip().lower() in WORD_COLUMNS and numbers in counted)


def _read_columns(text: str, separator: str) -> tuple[NDArray[Any], list[str] | None, dict[str, NDArray[Any]]]:
    # Tab-separated files don't quote: a row for the word " must not swallow what follows.
    lines_of = io.StringIO(text)
    tabs = separator == "\t"
    reader = csv.reader(lines_of, "excel-tab", quoting=csv.QUOTE_NONE) if tabs else csv.reader(lines_of)
    try:
        lines = [line for line in reader if any(line)]
    except csv.Error as problem:
        raise UploadError(f"The columns can't be told apart: {problem}") from None
    if not lines:
        raise UploadError("The file holds no rows")
    width = len(lines[0])
    for number, line in enumerate(lines, start=1):
        if len(line) != width:
            raise UploadError(f"Row {number:,} has {len(line):,} columns, the first has {width:,}")
    if width == 1 and ";" in lines[0][0]:
        raise UploadError("The columns are separated by semicolons: save the file with commas, and points in numbers")
    header = [value.strip() for value in lines[0]] if _is_header(lines[0]) else None
    body = lines[1:] if header else lines
    _bounds(len(body), width)
    vectors, others = [], []
    for column, cells in enumerate(zip(*body, strict=True)):
        name = header[column] if header else f"column {column + 1}"
        try:
            numbers = np.array(cells, np.float64)
        except ValueError:
            wrong = [row for row, cell in enumerate(cells) if not _is_number(cell)]
            if len(wrong) < len(cells) / 2:
                cell = _short(cells[wrong[0]])
                raise UploadError(
                    f"Column {_short(name)!r} is one of numbers, but row {wrong[0] + 1:,} has {cell!r} there"
                ) from None
            others.append((name, np.array([_short(cell) for cell in cells])))
            continue
        if name.startswith("#"):
            others.append((name.lstrip("# ") or "number", numbers))
        else:
            vectors.append(numbers)
    if not vectors:
        raise UploadError(f"No column holds numbers only (looked for {separator!r} between columns)")
    texts = [index for index, (_, column) in enumerate(others) if column.dtype.kind == "U"]
    words = others.pop(texts[0])[1].tolist() if texts else None
    return np.stack(vectors, axis=1), words, dict(others)


def _read_labels(text: str, rows: int) -> tuple[list[str], dict[str, NDArray[Any]]]:
    lines = [line.split("\t") for line in text.splitlines() if line.strip()]
    width = len(lines[0]) if lines else 0
    if len(lines) == rows + 1:
        header, lines = [name.strip() for name in lines[0]], lines[1:]
    elif len(lines) == rows:
        header = [f"column {number + 1}" for number in range(width)]
    else:
        raise UploadError(
            f"The label file has {len(lines):,} lines for {rows:,} rows: one line a row, or one more as header"
        )
    if any(len(line) != width for line in lines):
        raise UploadError(f"The label file's lines have different numbers of columns; the first has {width}")
    columns: Sequence[tuple[str, ...]] = list(zip(*lines, strict=True))
    metadata: dict[str, NDArray[Any]] = {}
    for name, cells in zip(header[1:], columns[1:], strict=True):
        numeric = all(_is_number(cell) for cell in cells)
        metadata[name] = np.array(cells, np.float64) if numeric else np.array([_short(cell) for cell in cells])
    return [_short(cell) for cell in columns[0]], metadata
