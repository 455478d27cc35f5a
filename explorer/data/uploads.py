"""A visitor's file as a table: .tsv, .csv, .npy, .npz and word2vec's text format, checked before it is believed.

Nothing is unpickled. Sizes are read from headers, or counted in the bytes, and bounded before memory is taken
(`bounds.py`), and archives are unpacked no further than their bound. Errors (`UploadError`, a ValueError) say what was
expected, what came, and what to do. Which columns of a text file are the vector: `columns.py`.
"""

from __future__ import annotations

import io
import lzma
import math
import re
import zipfile
import zlib
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.bounds import (
    MAX_BYTES,
    MAX_ROWS,
    MAX_TEXTS,
    MAX_UNPACKED,
    SHOWN,
    UploadError,
    check_shape,
    check_size,
    check_text,
    lines_of,
    short,
)
from explorer.data.columns import Columns, is_number, read_columns
from explorer.data.wordtable import WordTable

__all__ = ["KINDS", "MAX_BYTES", "MAX_ROWS", "Reading", "UploadError", "read_table", "read_upload"]

KINDS = ("tsv", "csv", "txt", "vec", "npy", "npz")
_BROKEN_ZIP = (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error, lzma.LZMAError, OSError)
_BROKEN_HEADER = (ValueError, EOFError, OSError, RecursionError, MemoryError, SyntaxError, TypeError)


@dataclass(frozen=True, eq=False)
class Reading:
    """A file as it was read: an array with labels, or columns that may be put together in another way.

    Attributes:
        vectors: (V, D) of an array file, None for a file of columns.
        words: labels that came with it, or None.
        columns: of a text file with columns, else None.
        metadata: of a file of labels.
    """

    vectors: NDArray[Any] | None
    words: list[str] | None
    columns: Columns | None = None
    metadata: dict[str, NDArray[Any]] = field(default_factory=dict)

    def table(self, aside: Collection[str] | None = None, word: str | None = None) -> WordTable:
        """The table; `aside` and `word` as in `Columns.split`.

        Raises:
            UploadError: too few numbers are left, some are not finite, or the labels don't fit.
        """
        beside: dict[str, NDArray[Any]] = {}
        words: list[str] | None = None
        vectors = self.vectors
        if self.columns is not None:
            vectors, words, beside = self.columns.split(aside, word)
        assert vectors is not None
        checked = _checked(vectors)
        words = words if self.words is None else self.words
        if words is None:
            words = [f"row {row}" for row in range(len(checked))]
        if len(words) != len(checked):
            raise UploadError(f"{len(words):,} labels for {len(checked):,} rows: there must be one label a row")
        note = f"{len(checked):,} rows, from your file."
        return WordTable("Your file", tuple(words), checked, beside | self.metadata, note)


def read_upload(name: str, data: bytes, labels: bytes | None = None) -> Reading:
    """Read an upload by the ending of its name; see `read_table`."""
    ending = PurePath(name).suffix.lower().lstrip(".")
    if ending not in KINDS:
        raise UploadError(f"Expected a file ending in .{', .'.join(KINDS)}; got {short(name)!r}")
    check_size(data)
    if not data:
        raise UploadError("The file is empty")
    words: list[str] | None = None
    vectors: NDArray[Any] | None = None
    columns: Columns | None = None
    if ending == "npy":
        vectors = _read_npy(data)
    elif ending == "npz":
        vectors, words = _read_npz(data)
    elif ending in ("txt", "vec"):
        vectors, words = _read_word2vec(data)
    else:
        columns = read_columns(data, "\t" if ending == "tsv" else ",")
    if not labels:
        return Reading(vectors, words, columns)
    rows = len(vectors) if vectors is not None else len(columns.numbers) if columns is not None else 0
    words, metadata = _read_labels(labels, rows)
    return Reading(vectors, words, columns, metadata)


def read_table(
    name: str,
    data: bytes,
    labels: bytes | None = None,
    *,
    aside: Collection[str] | None = None,
    word: str | None = None,
) -> WordTable:
    r"""Parse an upload by the ending of its name.

    Args:
        name: file name; its ending decides how the bytes are read.
        data: the file's bytes.
        labels: bytes of a second file with a label a line, or tab-separated metadata columns under a header.
        aside: columns of numbers to leave out of the vector; None for those that don't look like part of it.
        word: the column of words, "" for none; None for the first column of text.

    Raises:
        UploadError: whatever is wrong with the file.

    >>> table = read_table("pets.csv", b"word,x,y,#legs\ncat,1,2,4\nemu,3,4,2\nape,5,5,2\n")
    >>> table.words, table.vectors.tolist(), table.metadata["legs"].tolist()
    (('cat', 'emu', 'ape'), [[1.0, 2.0], [3.0, 4.0], [5.0, 5.0]], [4.0, 2.0, 2.0])
    """
    return read_upload(name, data, labels).table(aside, word)


def _checked(vectors: NDArray[Any]) -> NDArray[np.float32]:
    if vectors.dtype.kind not in "iuf":
        raise UploadError(f"Expected numbers; the array's type is {vectors.dtype}")
    if vectors.ndim != 2:
        raise UploadError(f"Expected a two-dimensional array (rows, numbers); got shape {vectors.shape}")
    check_shape(*vectors.shape)
    with np.errstate(over="ignore"):
        found = np.ascontiguousarray(vectors, dtype=np.float32)
    low, high = found.min(axis=0), found.max(axis=0)
    if not (np.isfinite(low).all() and np.isfinite(high).all()):
        row, column = np.argwhere(~np.isfinite(found))[0]
        raise UploadError(f"Row {row + 1:,}, number {column + 1:,} is not a finite number: {vectors[row, column]}")
    if (low == high).all():
        raise UploadError("All rows are the same, so there is nothing to draw")
    # Sums of squares must fit float32 on the way to a cosine.
    largest = max(-float(low.min()), float(high.max()))
    if largest > 1e15:
        raise UploadError(f"The largest number is {largest:.3g}; divide the table so that it stays below 1e15")
    return found


def _read_npy(data: bytes) -> NDArray[Any]:
    """The array, as a view of the bytes: nothing is copied."""
    stream = io.BytesIO(data)
    try:
        version = np.lib.format.read_magic(stream)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, fortran, dtype = read(stream, max_header_size=10_000)
        if any(type(side) is not int or side < 0 for side in shape):
            raise ValueError(shape)
    except _BROKEN_HEADER:
        raise UploadError("NumPy can't read this as a .npy file: save the array with numpy.save") from None
    if dtype.hasobject:
        raise UploadError("The array holds Python objects, which would have to be unpickled: save plain numbers")
    if dtype.kind not in "iufSU":
        raise UploadError(f"Expected numbers; the array's type is {dtype}")
    count, start = math.prod(shape), stream.tell()
    if count * dtype.itemsize > len(data) - start:
        raise UploadError(
            f"The header promises {count * dtype.itemsize:,} bytes of numbers; the file has {len(data):,} bytes in all"
        )
    if dtype.itemsize == 0 or count == 0:
        return np.empty(shape, dtype)
    return np.frombuffer(data, dtype, count, start).reshape(shape, order="F" if fortran else "C")


def _read_npz(data: bytes) -> tuple[NDArray[Any], list[str] | None]:
    vectors: NDArray[Any] | None = None
    words: list[str] | None = None
    room = MAX_UNPACKED
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
                        f"{short(member.filename)!r} would unpack to {member.file_size / 1e6:,.0f} MB: too much"
                    )
                # The size in the directory is only a promise: read one byte beyond it and no more.
                with archive.open(member) as packed:
                    content = packed.read(member.file_size + 1)
                room -= len(content)
                array = _read_npy(content)
                if array.dtype.kind in "SU" and array.ndim == 1 and words is None:
                    words = _labels(array)
                elif array.dtype.kind not in "SU" and array.ndim == 2 and vectors is None:
                    vectors = array
    except UploadError:
        raise
    except (*_BROKEN_ZIP, ValueError):
        raise UploadError("The .npz archive can't be read: save it with numpy.savez") from None
    if vectors is None:
        raise UploadError("The archive holds no two-dimensional array of numbers")
    return vectors, words


def _labels(array: NDArray[Any]) -> list[str]:
    """Labels of an array of strings, shortened; what is not a character becomes a question mark."""
    check_shape(max(len(array), 3), 2)
    if array.dtype.kind == "S":
        return [short(bytes(label).decode("utf-8", "replace")) for label in array]
    # NumPy's own strings raise at code points that don't exist, so the numbers are read instead.
    codes = array.view(np.uint32).reshape(len(array), -1)[:, : SHOWN + 1] if array.dtype.itemsize else None
    if codes is None:
        return [""] * len(array)
    if array.dtype.byteorder == ">":
        codes = codes.byteswap()
    known = (codes < 0x110000) & ((codes < 0xD800) | (codes > 0xDFFF))
    plain = np.ascontiguousarray(np.where(known, codes, ord("?")).astype("=u4"))
    return [short(label) for label in plain.view(f"=U{plain.shape[1]}")[:, 0].tolist()]


def _read_word2vec(data: bytes) -> tuple[NDArray[np.float32], list[str]]:
    check_text(data, b" \t")
    filled = 0
    first: list[str] = []
    for line in lines_of(data, " \t"):
        if parts := _parts(line):
            first, filled = first or parts, filled + 1
    promised = None
    if len(first) == 2 and all(part.isdecimal() and len(part) <= 9 for part in first):
        promised = int(first[0]), int(first[1])
        check_shape(*promised)
        filled -= 1
    lines = (parts for line in lines_of(data, " \t") if (parts := _parts(line)))
    if promised:
        next(lines)
        first = next(lines, [])
        lines = (parts for line in lines_of(data, " \t") if (parts := _parts(line)))
        next(lines)
    width = promised[1] if promised else len(first) - 1 if first else 0
    if promised and (filled != promised[0] or len(first) <= width):
        found = f"{filled:,} rows of {len(first) - 1 if first else 0:,}"
        raise UploadError(f"The first line promises {promised[0]:,} rows of {width:,} numbers; the file has {found}")
    check_shape(filled, width)
    words, vectors = [], np.empty((filled, width), np.float32)
    for row, parts in enumerate(lines):
        if len(parts) <= width or (len(parts) > width + 1 and is_number(parts[-width - 1])):
            raise UploadError(f"Row {row + 1:,} has {len(parts) - 1:,} numbers; {width:,} are expected")
        try:
            vectors[row] = [float(part) for part in parts[-width:]]
        except ValueError:
            shown = short(" ".join(parts))
            raise UploadError(f"Row {row + 1:,} holds something that is not a number: {shown!r}") from None
        words.append(short(" ".join(parts[:-width])))
    return vectors, words


def _parts(line: str) -> list[str]:
    # Only these separate: words of such files hold other kinds of spaces, and spaces too (". . .").
    return re.split(r"[ \t]+", line.strip(" \t\n")) if line.strip() else []


def _read_labels(data: bytes, rows: int) -> tuple[list[str], dict[str, NDArray[Any]]]:
    check_text(data, b"\t")
    lines = [line.rstrip("\n").split("\t") for line in lines_of(data, "\t") if line.strip()]
    width = len(lines[0]) if lines else 0
    if width > MAX_TEXTS + 1:
        raise UploadError(f"The label file has {width:,} columns; at most {MAX_TEXTS + 1} can be read")
    if len(lines) == rows + 1:
        header, lines = [short(name.strip()) for name in lines[0]], lines[1:]
    elif len(lines) == rows:
        header = [f"column {number + 1}" for number in range(width)]
    else:
        raise UploadError(
            f"The label file has {len(lines):,} lines for {rows:,} rows: one line a row, or one more as header"
        )
    if any(len(line) != width for line in lines):
        raise UploadError(f"The label file's lines have different numbers of columns; the first has {width}")
    columns = list(zip(*lines, strict=True))
    metadata: dict[str, NDArray[Any]] = {}
    for name, cells in zip(header[1:], columns[1:], strict=True):
        numeric = all(is_number(cell) for cell in cells)
        metadata[name] = np.array(cells, np.float64) if numeric else np.array([short(cell) for cell in cells])
    return [short(cell) for cell in columns[0]], metadata
