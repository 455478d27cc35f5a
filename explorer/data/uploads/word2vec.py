"""word2vec's text and binary formats, and GloVe's text format, which lacks word2vec's first line.

Text: "V D" on the first line, then a word and D numbers per line. Binary: the same first line, then for each row the
word, one space, and D little-endian float32 numbers (some files have a line end after each row).

Source: Mikolov et al. 2013, the program word2vec.c that came with "Distributed Representations of Words and Phrases".
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.column_roles import is_number
from explorer.data.uploads.limits import LONGEST_LABEL, UploadError, check_shape, check_text, label, lines_of, short
from explorer.wording import count

_SPACES = re.compile(r"[ \t]+")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
HEAD, SAMPLED = 1_000, 1_000
"""Bytes that are sniffed for text or floats, and lines that the width is detected from."""
LONGEST_WORD = 4 * LONGEST_LABEL
"""Maximum bytes of a word; with a longer one the file is not in this format."""


def read_text(data: bytes) -> tuple[NDArray[np.float32], list[str]]:
    r"""Vectors and words.

    Raises:
        UploadError: a malformed line, with its number.

    >>> read_text(b"3 2\na 0 1\nb 2 3\nc 4 5\n")[1]
    ['a', 'b', 'c']
    """
    check_text(data, b" \t")
    filled = sum(1 for _ in _lines(data))
    lines = _lines(data)
    at, first = next(lines, (1, ""))
    promised = None
    sides = _SPACES.split(first)
    if len(sides) == 2 and all(side.isdecimal() and len(side) <= 9 for side in sides):
        promised = int(sides[0]), int(sides[1])
        check_shape(*promised)
        filled -= 1
        at, first = next(lines, (at, ""))
    there = _width_of(data, header=promised is not None) if first else 0
    width = promised[1] if promised else there
    if promised and (filled != promised[0] or there < width):
        found = f"{filled:,} rows of {there:,}"
        raise UploadError(
            f"The first line promises {promised[0]:,} rows of {width:,} numbers; the file has {found}: correct the "
            "first line, or save or download the file again"
        )
    check_shape(filled, width)
    words, vectors = [], np.empty((filled, width), np.float32)
    row = 0
    while first:
        # From the right: words may contain spaces.
        word, *numbers = first.rsplit(" ", width)
        if len(numbers) < width or (" " in word.strip() and is_number(_SPACES.split(word)[-1])):
            got = len(_SPACES.split(first)) - 1
            remedy = "complete it or take it out; a last line like this means that the file was cut off"
            raise UploadError(
                f"Line {at:,} has {count(got, 'number')} after its word; {width:,} are expected, as in the first line: "
                + (remedy if got < width else "take out what is too much, or the line")
            )
        try:
            vectors[row] = array("d", map(float, numbers))
        except ValueError:
            raise UploadError(
                f"Line {at:,} holds something that is not a number: {short(first)!r}. Write a number there, or take "
                "the line out"
            ) from None
        words.append(label(word.strip(" ") or " "))
        row += 1
        at, first = next(lines, (at, ""))
    return vectors, words


def _width_of(data: bytes, *, header: bool) -> int:
    r"""Width of most of the first lines: the numbers at their ends, without a word that is a number.

    >>> _width_of(b". . . 0.5 1\nnew york 2 3\n1984 4 5", header=False)
    2
    """
    found: Counter[int] = Counter()
    for _, line in islice(_lines(data), int(header), SAMPLED):
        pieces = line.split(" ")
        ends = next((at for at, piece in enumerate(reversed(pieces)) if not is_number(piece)), len(pieces))
        found[min(ends, len(pieces) - 1)] += 1
    return max(found, key=lambda width: (found[width], width), default=0)


def is_text(data: bytes) -> bool:
    """Whether a file that is named as binary begins like text: floats contain bytes that no text has."""
    head = data[:HEAD].rpartition(b"\n")[0] if len(data) > HEAD else data
    try:
        return not _CONTROL.search(head.decode("utf-8")) and _width_of(head, header=True) > 0
    except UnicodeDecodeError:
        return False


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines_of(data, " \t"), start=1):
        if line.strip(" \t\n"):
            # Only these separate: words of such files contain other kinds of spaces (". . .").
            plain = line.rstrip(" \t\n")
            yield number, _SPACES.sub(" ", plain) if "\t" in plain or "  " in plain else plain


def read_binary(data: bytes) -> tuple[NDArray[np.float32], list[str]]:
    r"""Vectors and words.

    Raises:
        UploadError: the first line is not two numbers, or the file is too short.

    >>> rows = b"".join(word + b" " + np.array([1, 2], "<f4").tobytes() for word in (b"a", b"b", b"c"))
    >>> read_binary(b"3 2\n" + rows)[1]
    ['a', 'b', 'c']
    """
    head = re.match(rb"(\d{1,9})[ \t]+(\d{1,9})[ \t]*\r?\n", data[:64])
    if head is None:
        raise UploadError(
            f"Expected word2vec's binary format, whose first line says how many rows and how many numbers per row; the "
            f"file begins with {short(data[:24].decode('latin-1'))!r}"
        )
    rows, width = int(head[1]), int(head[2])
    check_shape(rows, width)
    size, at = 4 * width, head.end()
    if rows * (size + 1) > len(data) - at:
        raise UploadError(
            f"The first line promises {rows:,} rows of {width:,} numbers, {rows * (size + 1):,} bytes at least; the "
            f"file has {len(data):,} bytes in all. It was cut off: save or download it again"
        )
    words, vectors = [], np.empty((rows, width), np.float32)
    for row in range(rows):
        space = data.find(b" ", at, at + LONGEST_WORD)
        if space < 0 or space + 1 + size > len(data):
            raise UploadError(
                f"Row {row + 1:,} of {rows:,} (byte {at:,}): expected a word and {size:,} bytes after it. The file was "
                "cut off or changed: save or download it again"
            )
        words.append(label(data[at:space].decode("utf-8", "replace").strip("\r\n")))
        vectors[row] = np.frombuffer(data, "<f4", width, space + 1)
        at = space + 1 + size
    return vectors, words
