"""The Embedding Projector's config: JSON with a file of numbers and a label file for each table.

A `.bytes` file holds little-endian float32 numbers, row by row; a `.tsv` holds them as text. Only the last part of
paths and URLs in the config is compared with the uploaded files: nothing is downloaded.

Source: https://github.com/tensorflow/embedding-projector-standalone (`oss_demo_projector_config.json`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer import wording
from explorer.data.uploads.limits import UploadError, check_shape, check_text, lines_of, short


@dataclass(frozen=True)
class Entry:
    """One table of a config: name, (rows, width), and the files of its numbers and labels ("" for none)."""

    name: str
    shape: tuple[int, int]
    tensors: str
    labels: str


def is_config(value: Any) -> bool:
    """Whether JSON names the Projector's files.

    >>> is_config({"embeddings": [{"tensorPath": "a.bytes"}]}), is_config({"embeddings": [[0.5, 1.0]]})
    (True, False)
    """
    tables = value.get("embeddings") if isinstance(value, dict) else None
    return isinstance(tables, list) and any(
        isinstance(each, dict) and any(str(key).startswith("tensor") for key in each) for each in tables
    )


def read_config(config: Any) -> list[Entry]:
    """Tables of a config.

    Raises:
        UploadError: it is not a valid config.

    >>> read_config({"embeddings": [{"tensorName": "a", "tensorShape": [3, 2], "tensorPath": "x/a.bytes"}]})
    [Entry(name='a', shape=(3, 2), tensors='a.bytes', labels='')]
    """
    wanted = 'Expected the Embedding Projector\'s config: {"embeddings": [{"tensorName": …, "tensorShape": …, …}]}'
    tables = config["embeddings"]
    if len(tables) > 50:
        raise UploadError(f"The config names {len(tables):,} tables; at most 50 can be read")
    entries = []
    for number, table in enumerate(tables, start=1):
        try:
            rows, width = table["tensorShape"]
            path, labels, name = table["tensorPath"], table.get("metadataPath", ""), table.get("tensorName", "")
        except (KeyError, TypeError, ValueError, AttributeError):
            raise UploadError(f"Table {number} of the config lacks tensorShape or tensorPath. {wanted}") from None
        if not all(type(side) is int and 0 <= side < 2**31 for side in (rows, width)):
            raise UploadError(f"Table {number} of the config has a shape that is not two whole numbers")
        if not all(isinstance(text, str) for text in (path, labels, name)):
            raise UploadError(f"Table {number} of the config has a name or path that is not a text")
        if not _last(path):
            raise UploadError(f"Table {number} of the config names no file in its tensorPath")
        entries.append(Entry(short(name or f"table {number}"), (rows, width), _last(path), _last(labels)))
    return entries


def _last(path: str) -> str:
    return PurePosixPath(path.split("?")[0].replace("\\", "/")).name


def present(entries: list[Entry], files: Mapping[str, bytes]) -> list[Entry]:
    """Tables whose numbers were uploaded.

    Raises:
        UploadError: there is none; names the missing files.
    """
    found = [entry for entry in entries if entry.tensors in files]
    if not found:
        names = [name for entry in entries[:1] for name in (entry.tensors, entry.labels) if name]
        came = wording.listed([short(name) for name in files][:5]) if files else "none"
        raise UploadError(
            f"The config names {wording.listed([short(name) for name in names])}: choose these as the files that "
            f"belong to it. Chosen so far: {came}"
        )
    return found


def numbers_of(entry: Entry, data: bytes) -> NDArray[np.float32]:
    """Numbers of a table, from `.bytes` or text.

    Raises:
        UploadError: the number of bytes or cells is not that of the config.
    """
    rows, width = entry.shape
    check_shape(rows, width)
    if not entry.tensors.lower().endswith((".tsv", ".txt")):
        if len(data) != rows * width * 4:
            raise UploadError(
                f"{rows:,} rows of {width:,} float32 numbers are {rows * width * 4:,} bytes; "
                f"{short(entry.tensors)!r} has {len(data):,}"
            )
        return np.frombuffer(data, "<f4").reshape(rows, width)
    check_text(data, b"\t")
    out = np.empty((rows, width), np.float32)
    count = 0
    for number, line in enumerate(lines_of(data, "\t"), start=1):
        cells = line.rstrip("\n").split("\t")
        if not line.strip():
            continue
        if count == rows or len(cells) != width:
            raise UploadError(
                f"Line {number:,} has {wording.count(len(cells), 'number')}; the config says {rows:,} lines of "
                f"{width:,}"
            )
        try:
            out[count] = [float(cell) for cell in cells]
        except ValueError:
            raise UploadError(
                f"Line {number:,} holds something that is not a number: {short(line.strip())!r}"
            ) from None
        count += 1
    if count != rows:
        raise UploadError(f"The config says {rows:,} rows; {short(entry.tensors)!r} has {count:,}")
    return out
