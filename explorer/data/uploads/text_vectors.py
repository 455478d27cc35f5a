"""Word vectors as text: a word and its numbers per line (GloVe), after word2vec's first line, "V D", or without it."""

import re
from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.column_roles import is_number
from explorer.data.uploads.limits import UploadError, check_shape, check_text, label, lines_of, short
from explorer.wording import count

_SPACES = re.compile(r"[ \t]+")
SAMPLED = 1_000
"""Lines that the width is detected from."""


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


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines_of(data, " \t"), start=1):
        if line.strip(" \t\n"):
            # Only these separate: words of such files contain other kinds of spaces (". . .").
            plain = line.rstrip(" \t\n")
            yield number, _SPACES.sub(" ", plain) if "\t" in plain or "  " in plain else plain
