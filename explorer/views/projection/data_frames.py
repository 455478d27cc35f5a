"""DataFrames as tables: their index names the rows, and all their columns of numbers are the numbers of a row.

Whoever writes a DataFrame into a call has chosen its columns, so none is left out by its name or its values, as
`year` in a file would be. Two kinds stay out: a column whose name begins with #, and pandas' own count of the rows.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any

import numpy as np

from explorer.data.uploads import Reading, read_upload
from explorer.data.uploads.column_roles import ParsedColumns, distinct, is_number
from explorer.data.uploads.limits import label
from explorer.data.word_table import WordTable
from explorer.wording import listed, verb

COUNTING = ("index", "level_0", "Unnamed: 0", "")
"""Names that pandas gives to a column that counts the rows; the last one is its name in a CSV."""
LISTED = 8
"""Maximum number of columns named in a sentence."""
LARGEST = float(np.finfo(np.float32).max)


@dataclass(frozen=True, eq=False)
class FrameTable:
    """A DataFrame as a table, a hash of its content, and a sentence on which columns are the numbers of a row."""

    key: str
    table: WordTable
    columns: str


def is_frame(value: Any) -> bool:
    """Whether a value is a DataFrame of pandas or Polars."""
    return hasattr(value, "write_csv") or hasattr(value, "to_parquet")


def read_frame(frame: Any) -> FrameTable:
    """Read a DataFrame of pandas or Polars.

    Raises:
        ValueError: it has no rows of numbers, or a cell without one, which the message names.
    """
    if not hasattr(frame, "to_parquet"):  # Polars
        return _assembled("frame.csv", frame.write_csv().encode(), None)
    if frame.empty:
        raise ValueError(f"Expected a DataFrame with rows and columns, got shape {frame.shape}")
    for name, kind in zip(frame.columns, frame.dtypes, strict=True):
        if kind.kind == "c":
            raise ValueError(f"Column {name!r} of the DataFrame holds complex numbers: take .real or .abs() of it")
    names = row_labels(frame)
    # No header of a file would be mistaken for a row of numbers with these names.
    texts = [name if isinstance(name, str) and not is_number(name) else f"column {name}" for name in frame.columns]
    rows = frame.set_axis(distinct(texts), axis=1).reset_index(drop=True)
    try:
        name, content = "frame.parquet", rows.to_parquet()
    except (ImportError, TypeError, ValueError):  # no pyarrow, or a column that Parquet can't hold
        name, content = "frame.csv", rows.to_csv(index=False).encode()
    try:
        return _assembled(name, content, names)
    except ValueError as error:
        _name_bad_cell(frame)
        raise ValueError(f"DataFrame of shape {frame.shape}: {error}") from None


def row_labels(frame: Any) -> list[str] | None:
    """The labels in a pandas index: texts, or numbers if it has a name or no column holds texts; None for a count.

    >>> import pandas as pd
    >>> row_labels(pd.DataFrame({"x": [0.5, 1]}, index=["1990", "1991"]))
    ['1990', '1991']
    >>> row_labels(pd.DataFrame({"x": [0.5, 1]}, index=pd.Index([464, 3797], name="token_id")))
    ['464', '3797']
    >>> row_labels(pd.DataFrame({"x": [0.5, 1]})) is None
    True
    """
    index = frame.index
    if index.nlevels > 1:
        return [label(" / ".join(map(str, each))) for each in index]
    if index.dtype.kind not in "iuf":
        return [label(str(each)) for each in index.astype(str)]
    counts = hasattr(index, "step") or index.tolist() == list(range(len(index)))
    texts = any(kind.kind not in "iufb" for kind in frame.dtypes)
    if index.name is None and (counts or texts):
        return None
    return [str(int(each) if isinstance(each, float) and each.is_integer() else each) for each in index.tolist()]


def _assembled(name: str, content: bytes, words: list[str] | None) -> FrameTable:
    reading = read_upload(name, content, {})
    columns = reading.columns
    assert columns is not None  # of a CSV or Parquet file
    out = [each for each in columns.aside if each.startswith("#") or _counts_rows(columns, each)]
    named = columns.word if words is None else ""
    table = replace(reading, words=words).table(out, named)
    # What a file would leave out can colour the rows here, too.
    guessed = [each for each in columns.aside if each not in out and each not in table.metadata]
    beside = dict(table.metadata) | {each: columns.numbers[:, columns.numeric.index(each)] for each in guessed}
    digest = hashlib.sha256(content + "\n".join(["", *(words or ())]).encode()).hexdigest()
    note = _which_columns(reading, out, named)
    return FrameTable(f"{name} {digest}", WordTable("your table", table.words, table.vectors, beside, table.note), note)


def _counts_rows(columns: ParsedColumns, name: str) -> bool:
    values = columns.numbers[:, columns.numeric.index(name)]
    return name in COUNTING and any((values == np.arange(at, at + len(values))).all() for at in (0, 1))


def _which_columns(reading: Reading, out: Sequence[str], named: str) -> str:
    columns = reading.columns
    assert columns is not None
    arrays = [choice.name for choice in reading.choices]
    taken = arrays[:1] or list(columns.inside(out, named))
    rest = [each for each in (*arrays[1:], *(c.name for c in columns.columns)) if each not in (*taken, named)]
    sentence = f"The numbers of a row are the {_named(taken)} of the DataFrame."
    return sentence + (f" The {_named(rest)} {verb(len(rest), 'is', 'are')} left out of them." if rest else "")


def _named(names: Sequence[str]) -> str:
    """Columns in a sentence.

    >>> _named(["column 0", "column 1"]), _named(["year"])
    ('columns 0 and 1', 'column year')
    >>> _named([f"v{at}" for at in range(300)])
    '300 columns v0 … v299'
    """
    short = [name.removeprefix("column ") for name in names]
    if len(short) > LISTED:
        return f"{len(short):,} columns {short[0]} … {short[-1]}"
    return f"column{'s' * (len(short) > 1)} {listed(short)}"


def _name_bad_cell(frame: Any) -> None:
    """Raise an error with the label and the column of a cell without a number, for a DataFrame that can't be read.

    Columns of which at least half are no numbers are texts.
    """
    for at, name in enumerate(frame.columns):
        cells = frame.iloc[:, at].tolist()
        numbers = [isinstance(cell, Real) and math.isfinite(cell) for cell in cells]
        bad = [row for row, fine in enumerate(numbers) if not fine]
        if bad and 2 * len(bad) < len(cells):
            more = f" In all, {len(bad):,} rows of this column have none." if len(bad) > 1 else ""
            raise ValueError(
                f"Row {frame.index[bad[0]]!r} of the DataFrame, column {name!r}: expected a finite number, got "
                f"{cells[bad[0]]!r}. Write one there, or drop the row.{more}"
            ) from None
        large = [row for row, cell in enumerate(cells) if numbers[row] and abs(cell) > LARGEST]
        if large:
            raise ValueError(
                f"Row {frame.index[large[0]]!r} of the DataFrame, column {name!r}: {cells[large[0]]:.3g} is more than "
                "float32 can hold; divide the table so that its numbers stay below 1e15"
            ) from None
