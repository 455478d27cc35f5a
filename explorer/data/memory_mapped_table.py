"""Large table on the server's disk, read through a memory map.

`EXPLORER_TABLE=path` (`make run TABLE=path`) adds it to the Projection page's tables; a path cannot be given in the
browser. Arrays (.npy, .safetensors) are mapped in place. Text is converted once, row by row, to .npy and a file of
words in the cache folder, so that it is never in memory as a whole.

Words of an array are read from a file of the same name that ends in .txt or .words.txt, one per line.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import re
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from explorer import wording
from explorer.data.cache import cached
from explorer.data.uploads import safetensors
from explorer.data.uploads.limits import UploadError, label, short
from explorer.data.uploads.table_names import rank_name
from explorer.data.word_table import WordTable, in_one_line

VARIABLE = "EXPLORER_TABLE"
KINDS = (".npy", ".safetensors", ".txt", ".vec")
MAX_ROWS, MAX_WIDTH = 3_000_000, 8_192
BLOCK = 8_192
_SPACES = re.compile(r"[ \t]+")


def local_table_path() -> Path | None:
    """The path that the app was started with, or None."""
    chosen = os.environ.get(VARIABLE, "").strip()
    return Path(chosen).expanduser() if chosen else None


def cache_folder() -> Path:
    """`$EXPLORER_CACHE`, or a folder in the user's cache."""
    chosen = os.environ.get("EXPLORER_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(chosen) if chosen else Path(home) / "embedding-explorer"


@cached(max_entries=1)
def open_table(path: Path, cache: Path) -> WordTable:
    """Open the table at a path, memory-mapped.

    Args:
        path: a file that ends in one of `KINDS`.
        cache: folder for converted files.

    Raises:
        UploadError: there is no such file, or it is not a table.
    """
    ending, named = path.suffix.lower(), ""
    if ending not in KINDS:
        raise UploadError(f"{VARIABLE}: expected a file ending in {', '.join(KINDS)}; got {short(path.name)!r}")
    try:
        if ending in (".txt", ".vec"):
            vectors, words = _converted(path, cache)
        else:
            if ending == ".safetensors":
                vectors, named = _mapped(path)
            else:
                vectors = np.load(path, mmap_mode="r", allow_pickle=False)
            words = _words_beside(path, len(vectors))
    except OSError as problem:
        raise UploadError(f"{VARIABLE}: {short(path.name)!r} can't be read: {problem.strerror}") from problem
    except UploadError:
        raise
    except ValueError as problem:
        raise UploadError(f"{VARIABLE}: {short(path.name)!r} can't be read: {short(str(problem))}") from None
    check(vectors)
    # A plain array, not the memmap subclass, whose slices would all keep the file object; the map stays open.
    note = f"{len(vectors):,} rows, mapped from {short(path.name)}{named} on this computer."
    return WordTable("Local table", in_one_line(words), np.asarray(vectors), note=note)


def check(vectors: NDArray[Any]) -> None:
    """Raise an `UploadError` unless this is a table of finite numbers; reads it once, block by block.

    >>> check(np.ones((3, 2)))
    >>> check(np.array([[1.0, 2.0], [np.nan, 1.0], [0.0, 0.0]]))
    Traceback (most recent call last):
    ...
    explorer.data.uploads.limits.UploadError: Row 2, number 1 is not a finite number: nan
    """
    if vectors.ndim != 2 or vectors.dtype.kind not in "iuf":
        raise UploadError(f"Expected rows of numbers; got shape {vectors.shape} of {vectors.dtype}")
    rows, width = vectors.shape
    if not (3 <= rows <= MAX_ROWS and 2 <= width <= MAX_WIDTH):
        raise UploadError(
            f"Expected 3 to {MAX_ROWS:,} rows of 2 to {MAX_WIDTH:,} numbers; got {rows:,} rows of {width:,}"
        )
    for start in range(0, rows, BLOCK):
        block = np.asarray(vectors[start : start + BLOCK])
        # A number that is not finite makes the sum so; an overflow does, too, so then all numbers are checked.
        if not np.isfinite(block.sum(dtype=np.float64)) and not (good := np.isfinite(block)).all():
            row, column = np.argwhere(~good)[0]
            raise UploadError(
                f"Row {start + row + 1:,}, number {column + 1:,} is not a finite number: {block[row, column]}"
            )


def _mapped(path: Path) -> tuple[NDArray[Any], str]:
    """The table of words of a safetensors file, and its name for a sentence."""
    with path.open("rb") as stream:
        content = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    tensors = safetensors.read_tables(content[: safetensors.MAX_HEADER + 8], len(content))
    if len(tensors) > 1 and rank_name(tensors[0].name) > 1:
        raise UploadError(
            f"{VARIABLE}: none of the {len(tensors):,} tables of {short(path.name)!r} is named like a table of words: "
            + wording.listed([short(tensor.name) for tensor in tensors[:8]])
        )
    return safetensors.numbers_of(content, tensors[0]), f", {tensors[0].name},"


def _words_beside(path: Path, rows: int) -> list[str]:
    for ending in (".words.txt", ".txt"):
        beside = path.with_suffix(ending)
        if beside.is_file():
            lines = beside.read_text(encoding="utf-8", errors="replace").split("\n")
            words = [label(line.strip("\r")) for line in (lines[:-1] if lines[-1] == "" else lines)]
            if len(words) != rows:
                raise UploadError(
                    f"{short(beside.name)!r} has {wording.count(len(words), 'line')} for {wording.count(rows, 'row')}"
                )
            return words
    return [f"row {row}" for row in range(rows)]


def _converted(path: Path, cache: Path) -> tuple[NDArray[Any], list[str]]:
    """Convert a text of word vectors to .npy, once for each state of the file."""
    state = path.stat()
    key = hashlib.sha256(repr((str(path.resolve()), state.st_size, state.st_mtime_ns)).encode()).hexdigest()[:16]
    target = cache / "tables" / f"{key}.npy"
    if not target.with_suffix(".words.txt").is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        with path.open("rb") as stream:
            rows, width, start = _text_shape(stream)
            if not (3 <= rows <= MAX_ROWS and 2 <= width <= MAX_WIDTH):
                raise UploadError(
                    f"Expected 3 to {MAX_ROWS:,} rows of 2 to {MAX_WIDTH:,} numbers; got {rows:,} rows of {width:,}"
                )
            stream.seek(start)
            half = target.with_suffix(f".{os.getpid()}.half")
            out = np.lib.format.open_memmap(half, "w+", np.float32, (rows, width))
            words = []
            for row, (word, numbers) in enumerate(_text_rows(stream, rows, width)):
                out[row] = numbers
                words.append(label(word).replace("\n", " "))
            out.flush()
            del out  # Windows moves no file that is mapped
        half.replace(target)
        # Written last: where it exists, the numbers do.
        target.with_suffix(".words.txt").write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    found = np.load(target, mmap_mode="r")
    return found, _words_beside(target, len(found))


def _text_shape(stream: BinaryIO) -> tuple[int, int, int]:
    """(rows, numbers per row, byte where the rows begin) of a text file."""
    first = stream.readline()
    sides = first.split()
    if len(sides) == 2 and all(side.isdigit() and len(side) <= 9 for side in sides):
        return int(sides[0]), int(sides[1]), len(first)
    rows = 1 + sum(1 for line in stream if line.strip())
    return rows, len(_SPACES.split(first.decode("utf-8", "replace").strip(" \t\r\n"))) - 1, 0


def _text_rows(stream: BinaryIO, rows: int, width: int) -> Iterator[tuple[str, array[float]]]:
    count = 0
    for line in stream:
        text = line.decode("utf-8", "replace").strip(" \t\r\n")
        if not text:
            continue
        word, *numbers = (_SPACES.sub(" ", text) if "\t" in text or "  " in text else text).rsplit(" ", width)
        try:
            if len(numbers) != width or count == rows:
                raise ValueError
            yield word, array("f", map(float, numbers))
        except ValueError:
            raise UploadError(
                f"Row {count + 1:,}: expected a word and {width:,} numbers, {rows:,} times; got {short(text)!r}"
            ) from None
        count += 1
    if count != rows:
        raise UploadError(f"The first line promises {rows:,} rows; the file has {count:,}")
