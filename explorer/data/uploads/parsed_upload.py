"""Parsed upload, which can be assembled to a table in several ways."""

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads import numpy_files, safetensors, text_vectors
from explorer.data.uploads.column_roles import ParsedColumns, distinct
from explorer.data.uploads.delimited_text import read_columns
from explorer.data.uploads.limits import NAMED, UploadError, check_shape, check_size, short
from explorer.data.uploads.sniff import kind_of
from explorer.data.uploads.table_names import rank_name
from explorer.data.uploads.validate import index_text, validate_numbers
from explorer.data.word_table import WordTable, in_one_line
from explorer.wording import count, listed

FORMATS = {
    "tsv": "columns of text",
    "csv": "columns of text",
    "txt": "GloVe's or word2vec's text format",
    "vec": "word2vec's text format",
    "npy": "a NumPy array",
    "npz": "an archive of NumPy arrays",
    "safetensors": "safetensors",
}
IN_DIGITS = ("tsv", "csv", "txt", "vec")
"""Formats whose numbers are written in decimal digits."""
TEXT = 100
"""Bytes of a word in memory, about."""


@dataclass(frozen=True, eq=False)
class Choice:
    """An array in the file that can be the table: name, shape, type and loader."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    load: Callable[[], NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Reading:
    """Parsed file: arrays, one of which is the table, or columns.

    Attributes:
        kind: a key of `FORMATS`.
        choices: arrays, the most likely first.
        words: of the arrays, or None.
        columns: of a file with columns, else None.
    """

    kind: str
    choices: tuple[Choice, ...] = ()
    words: list[str] | None = None
    columns: ParsedColumns | None = None

    @property
    def asks(self) -> bool:
        """Whether there are several arrays, and none is named like a table of words: the visitor has to choose."""
        return len(self.choices) > 1 and rank_name(self.choices[0].name) > 1

    @property
    def size(self) -> int:
        r"""Bytes that it takes in memory beside the file, about: arrays that were unpacked, and texts.

        >>> read_upload("a.csv", b"word,x,y\ncat,1,2\nemu,3,4\nape,5,5\n").size
        348
        """
        unpacked = [] if self.kind in ("safetensors", "npy") else self.choices
        arrays = sum(math.prod(choice.shape) * np.dtype(choice.dtype).itemsize for choice in unpacked)
        columns = self.columns.texts.values() if self.columns is not None else ()
        texts = sum(map(len, [*columns, self.words or ()]))
        return arrays + (0 if self.columns is None else self.columns.numbers.nbytes) + TEXT * texts

    def table(
        self, aside: Collection[str] | None = None, word: str | None = None, which: str | None = None
    ) -> WordTable:
        """The table; `aside` and `word` as in `ParsedColumns.split`, `which` an array's name (None: the first).

        Raises:
            UploadError: too few numbers, numbers that are not finite, or words that do not match.
        """
        words, beside, locate = self.words, dict[str, NDArray[Any]](), index_text
        if self.columns is not None:
            vectors, words, beside = self.columns.split(aside, word)
            inside, lines = self.columns.inside(aside, word), self.columns.lines
            assert lines is not None  # of a text file

            def locate(row: int, column: int) -> str:
                return f"Line {lines[row]:,}, column {inside[column]!r}"
        elif which is None and self.asks:
            raise UploadError(
                f"The file has {len(self.choices):,} tables, and none of them is named like a table of words: choose "
                "the one to draw"
            )
        else:
            choice = next((choice for choice in self.choices if which in (None, choice.name)), None)
            if choice is None:
                names = listed([choice.name for choice in self.choices], most=NAMED)
                raise UploadError(f"The file has no table {short(str(which))!r}; there are {names}")
            if len(choice.shape) == 2:
                check_shape(*choice.shape)
            vectors = choice.load()
        found = validate_numbers(vectors, locate, rounded=self.kind in IN_DIGITS)
        if words is None:
            words = [f"row {row}" for row in range(len(found))]
        if len(words) != len(found):
            raise UploadError(
                f"{count(len(words), 'label')} for {count(len(found), 'row')}: there must be one label per row"
            )
        return WordTable("Your file", in_one_line(words), found, beside, f"{len(found):,} rows, from your file.")


def read_upload(name: str, data: bytes) -> Reading:
    """Parse an upload, given its file name and its bytes, by its first bytes and its name.

    Raises:
        UploadError: whatever is wrong with the file.
    """
    check_size(data)
    if not data:
        raise UploadError("The file is empty: save or download it again")
    kind = kind_of(name, data)
    if kind in ("tsv", "csv"):
        return Reading(kind, columns=read_columns(data))
    if kind == "safetensors":
        tensors = safetensors.read_safetensors(data)
        names = distinct([tensor.name for tensor in tensors])  # they may have been shortened
        loaders = (partial(safetensors.numbers_of, data, tensor) for tensor in tensors)
        every = zip(names, tensors, loaders, strict=True)
        return Reading(kind, tuple(Choice(name, tensor.shape, tensor.dtype, load) for name, tensor, load in every))
    words: list[str] | None = None
    if kind == "npz":
        arrays, words = numpy_files.read_npz(data)
    elif kind == "npy":
        arrays = {"the array": numpy_files.read_npy(data)}
    else:
        vectors, words = text_vectors.read_text(data)
        arrays = {"the numbers": vectors}
    choices = (
        Choice(name, array.shape, str(array.dtype), partial(np.asarray, array)) for name, array in arrays.items()
    )
    return Reading(kind, tuple(choices), words)


def read_table(
    name: str, data: bytes, *, aside: Collection[str] | None = None, word: str | None = None, which: str | None = None
) -> WordTable:
    r"""Parse an upload to a table: `read_upload`, then `Reading.table`.

    Raises:
        UploadError: whatever is wrong with the file.

    >>> table = read_table("pets.csv", b"word,x,y,#legs\ncat,1,2,4\nemu,3,4,2\nape,5,5,2\n")
    >>> table.words, table.vectors.tolist(), table.metadata["legs"].tolist()
    (('cat', 'emu', 'ape'), [[1.0, 2.0], [3.0, 4.0], [5.0, 5.0]], [4.0, 2.0, 2.0])
    """
    return read_upload(name, data).table(aside, word, which)
