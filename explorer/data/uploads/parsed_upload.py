"""Parsed upload, which can be assembled to a table in several ways."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads import json_vectors, numpy_files, safetensors, word2vec
from explorer.data.uploads.column_roles import ParsedColumns, distinct
from explorer.data.uploads.delimited_text import read_columns
from explorer.data.uploads.label_files import header_of, read_labels
from explorer.data.uploads.limits import MAX_BYTES, UploadError, check_shape, check_size, short
from explorer.data.uploads.parquet import read_arrow
from explorer.data.uploads.sniff import kind_of, known_kind
from explorer.data.uploads.table_names import rank_name
from explorer.data.uploads.validate import index_text, validate_numbers
from explorer.data.word_table import WordTable, in_one_line
from explorer.wording import count

FORMATS = {
    "tsv": "columns of text",
    "csv": "columns of text",
    "txt": "GloVe's or word2vec's text format",
    "vec": "word2vec's text format",
    "bin": "word2vec's binary format",
    "npy": "a NumPy array",
    "npz": "an archive of NumPy arrays",
    "parquet": "Parquet",
    "arrow": "Arrow",
    "feather": "Arrow (Feather)",
    "safetensors": "safetensors",
    "json": "JSON",
    "jsonl": "JSON Lines",
}
IN_COLUMNS = "the columns of numbers"
AS_STORED = ("bin", "npy", "npz", "safetensors")
"""Formats whose numbers are not written in decimal digits, nor converted on the way."""
INDEX = ".index.json"
"""End of the name of the index of a model in several files."""
TEXT = 100
"""Bytes of a word in memory, about."""
Labels = tuple[list[str], dict[str, NDArray[Any]]]


@dataclass(frozen=True, eq=False)
class Choice:
    """An array in the file that can be the table: name, shape, type and loader.

    `labels` loads words and metadata of this array only.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    load: Callable[[], NDArray[Any]]
    labels: Callable[[], Labels] | None = None


@dataclass(frozen=True, eq=False)
class Reading:
    """Parsed file: arrays, one of which is the table, or columns, or both.

    Attributes:
        kind: a key of `FORMATS`.
        choices: arrays, the most likely first.
        asks: whether there are several, and none is named like a table of words: the visitor has to choose.
        words: labels from the file or a label file, or None.
        columns: of a file with columns, else None.
        metadata: of a label file.
        header: first line of that file, if it names the columns.
    """

    kind: str
    choices: tuple[Choice, ...] = ()
    words: list[str] | None = None
    columns: ParsedColumns | None = None
    metadata: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    header: str = ""
    asks: bool = False

    @property
    def size(self) -> int:
        r"""Bytes that it takes in memory beside the file, about: arrays that were unpacked, and texts.

        >>> read_upload("a.csv", b"word,x,y\ncat,1,2\nemu,3,4\nape,5,5\n").size
        348
        """
        unpacked = [] if self.kind in ("safetensors", "npy") else self.choices
        arrays = sum(math.prod(choice.shape) * np.dtype(choice.dtype).itemsize for choice in unpacked)
        columns = self.columns.texts.values() if self.columns is not None else ()
        texts = sum(map(len, [*columns, self.words or (), *self.metadata.values()]))
        return arrays + (0 if self.columns is None else self.columns.numbers.nbytes) + TEXT * texts

    @property
    def names(self) -> list[str]:
        """Candidates for the vectors: each array by its name, and the numeric columns if there are any."""
        found = [choice.name for choice in self.choices]
        return [*found, IN_COLUMNS] if self.columns is not None and len(self.columns.numeric) > 1 else found

    def _cell_locator(self, aside: Collection[str] | None, word: str | None) -> Callable[[int, int], str]:
        """Function from (row, component) to a description of the cell, for messages."""
        assert self.columns is not None
        names, lines = self.columns.inside(aside, word), self.columns.lines
        return lambda row, column: (
            (f"Row {row + 1:,}" if lines is None else f"Line {lines[row]:,}") + f", column {names[column]!r}"
        )

    def table(
        self, aside: Collection[str] | None = None, word: str | None = None, which: str | None = None
    ) -> WordTable:
        """The table; `aside` and `word` as in `ParsedColumns.split`, `which` one of `names` (None: the first).

        Raises:
            UploadError: too few numbers, numbers that are not finite, or labels that do not match.
        """
        choice = next((choice for choice in self.choices if choice.name == which), None)
        if choice is None and which is None and self.choices:
            if self.asks:
                raise UploadError(
                    f"The file has {len(self.choices):,} tables, and none of them is named like a table of words: "
                    "choose the one to draw"
                )
            choice = self.choices[0]
        words, beside = self.words, dict(self.metadata)
        if choice is not None:
            if len(choice.shape) == 2:
                check_shape(*choice.shape)
            vectors = choice.load()
            if choice.labels is not None and words is None:
                words, beside = choice.labels()
        if self.columns is not None:
            out = self.columns.numeric if choice is not None else aside
            in_columns, named, more = self.columns.split(out, word)
            vectors = in_columns if choice is None else vectors
            words, cells = named if words is None else words, (*more.values(), *beside.values())
            beside = dict(zip(distinct([*more, *beside]), cells, strict=True))
        locate = self._cell_locator(aside, word) if choice is None else index_text
        found = validate_numbers(vectors, locate, rounded=self.kind not in AS_STORED)
        if words is None:
            words = [f"row {row}" for row in range(len(found))]
        if len(words) != len(found):
            raise UploadError(
                f"{count(len(words), 'label')} for {count(len(found), 'row')}: there must be one label per row"
            )
        return WordTable("Your file", in_one_line(words), found, beside, f"{len(found):,} rows, from your file.")


def read_upload(name: str, data: bytes, beside: bytes | Mapping[str, bytes] | None = None) -> Reading:
    """Parse an upload by its first bytes and its name.

    Args:
        name: file name.
        data: its bytes.
        beside: a label file; or, by name, all files that an index refers to.

    Raises:
        UploadError: whatever is wrong with the file.
    """
    others = {"labels": beside} if isinstance(beside, bytes) else dict(beside or {})
    check_size(data)
    if sum(map(len, others.values())) > MAX_BYTES:
        raise UploadError(f"The files beside it have more than {MAX_BYTES / 1e6:.0f} MB together")
    if not data:
        raise UploadError("The file is empty: save or download it again")
    kind = kind_of(name, data)
    index = next((other for other in others if kind == "safetensors" and other.endswith(INDEX)), None)
    if index is not None:  # chosen the other way round
        content = others.pop(index)
        return read_upload(index, content, {**others, PurePath(name).name: data})
    if kind in ("json", "jsonl"):
        value = json_vectors.parse(data)
        if safetensors.is_index(value):
            found, part, parts = safetensors.shard(value, others)
            rest = {other: content for other, content in others.items() if other not in parts}
            reading = _read("safetensors", others[part])
            first = [choice for choice in reading.choices if choice.name == found] or list(reading.choices)
            return _labelled(name, replace(reading, choices=tuple(first), asks=False), rest)
        return _labelled(name, _in_columns(kind, json_vectors.read_json(value)), others)
    return _labelled(name, _read(kind, data), others)


def _labelled(name: str, reading: Reading, others: Mapping[str, bytes]) -> Reading:
    """The reading with the labels of a file beside it, if there is one."""
    if len(others) > 1:
        raise UploadError(f"Expected one file of labels beside {short(name)!r}, got {len(others):,}")
    if not others or not any(others.values()):
        return reading
    ((beside, labels),) = others.items()
    if kind := known_kind(beside, labels):
        raise UploadError(
            f"{short(beside)!r} is read as {FORMATS[kind]}, and labels are a file of text: choose it as the table, or "
            "another file beside it"
        )
    if reading.columns is None:  # they belong to one of several tables: read with it
        choices = tuple(
            replace(choice, labels=partial(read_labels, labels, choice.shape[0])) if len(choice.shape) == 2 else choice
            for choice in reading.choices
        )
        return replace(reading, choices=choices, words=None, header=header_of(labels, (*choices[0].shape, 0)[0]))
    words, metadata = read_labels(labels, len(reading.columns.numbers))
    return replace(reading, words=words, metadata=metadata, header=header_of(labels, len(reading.columns.numbers)))


def _read(ending: str, data: bytes) -> Reading:
    if ending in ("tsv", "csv"):
        return _in_columns(ending, read_columns(data, "\t" if ending == "tsv" else ","))
    if ending in ("parquet", "arrow", "feather"):
        return _in_columns(ending, read_arrow(data, "parquet" if ending == "parquet" else "arrow"))
    if ending == "safetensors":
        tensors = safetensors.read_safetensors(data)
        tables = _each_once(Choice(t.name, t.shape, t.dtype, partial(safetensors.numbers_of, data, t)) for t in tensors)
        return Reading(ending, tables, asks=_none_by_name(tables))
    if ending == "npz":
        arrays, words = numpy_files.read_npz(data)
        tables = tuple(_choice_of(*item) for item in arrays.items())
        return Reading(ending, tables, words, asks=_none_by_name(tables))
    if ending == "npy":
        return Reading(ending, (_choice_of("the array", numpy_files.read_npy(data)),))
    if ending == "bin" and word2vec.is_text(data):
        ending = "vec"
    vectors, words = word2vec.read_binary(data) if ending == "bin" else word2vec.read_text(data)
    return Reading(ending, (_choice_of("the numbers", vectors),), words)


def _none_by_name(tables: Sequence[Choice]) -> bool:
    return len(tables) > 1 and rank_name(tables[0].name) > 1


def _in_columns(kind: str, columns: ParsedColumns) -> Reading:
    widest_first = sorted(columns.lists.items(), key=lambda item: -item[1].shape[1])
    return Reading(kind, tuple(_choice_of(*item) for item in widest_first), columns=columns)


def _each_once(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Choices with unique names, which may have been shortened."""
    every = tuple(choices)
    return tuple(replace(c, name=name) for c, name in zip(every, distinct([c.name for c in every]), strict=True))


def _choice_of(name: str, array: NDArray[Any]) -> Choice:
    return Choice(name, array.shape, str(array.dtype), lambda: array)


def read_table(
    name: str,
    data: bytes,
    beside: bytes | Mapping[str, bytes] | None = None,
    *,
    aside: Collection[str] | None = None,
    word: str | None = None,
    which: str | None = None,
) -> WordTable:
    r"""Parse an upload to a table: `read_upload`, then `Reading.table`.

    Raises:
        UploadError: whatever is wrong with the file.

    >>> table = read_table("pets.csv", b"word,x,y,#legs\ncat,1,2,4\nemu,3,4,2\nape,5,5,2\n")
    >>> table.words, table.vectors.tolist(), table.metadata["legs"].tolist()
    (('cat', 'emu', 'ape'), [[1.0, 2.0], [3.0, 4.0], [5.0, 5.0]], [4.0, 2.0, 2.0])
    """
    return read_upload(name, data, beside).table(aside, word, which)
