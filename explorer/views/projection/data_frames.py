"""DataFrames as tables: their index names the rows, and all their columns of numbers are the numbers of a row.

Whoever writes a DataFrame into a call has chosen its columns, so none is left out by its name or its values, as
`year` in a file would be. Two kinds stay out: a column whose name begins with #, and pandas' own count of the rows.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.column_roles import ParsedColumns, distinct
from explorer.data.uploads.limits import UploadError, label
from explorer.data.uploads.validate import index_text, validate_numbers
from explorer.data.word_table import WordTable, in_one_line
from explorer.wording import listed, verb

COUNTING = ("index", "level_0", "Unnamed: 0")
"""Names that pandas gives to a column that counts the rows."""
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
    is_pandas = hasattr(frame, "iloc")
    if 0 in frame.shape:
        raise ValueError(f"Expected a DataFrame with rows and columns, got shape {frame.shape}")
    # A column's name may be there twice, or be a number.
    called = distinct([name if isinstance(name, str) else f"column {name}" for name in frame.columns])
    series = [frame.iloc[:, at] if is_pandas else frame[name] for at, name in enumerate(frame.columns)]
    numbers: dict[str, NDArray[np.float64]] = {}
    texts: dict[str, list[str]] = {}
    vectors: dict[str, NDArray[Any]] = {}
    for name, shown, column in zip(called, frame.columns, series, strict=True):
        cells = column.tolist() if is_pandas else column.to_list()
        if any(isinstance(cell, complex) and not isinstance(cell, Real) for cell in cells[:1]):
            raise ValueError(f"Column {shown!r} of the DataFrame holds complex numbers: take .real or .abs() of it")
        if all(isinstance(cell, list | tuple | np.ndarray) for cell in cells):
            vectors[name] = _stacked(shown, cells)
        elif 2 * sum(isinstance(cell, Real) and not isinstance(cell, bool) for cell in cells) > len(cells):
            numbers[name] = _numbers(frame, shown, cells)
        else:
            texts[name] = ["" if cell is None else label(str(cell)) for cell in cells]
    words = row_labels(frame) if is_pandas else None
    if not (numbers or vectors):
        raise ValueError(f"DataFrame of shape {frame.shape}: no column holds numbers only")
    whole = [bool((column == column.round()).all()) for column in numbers.values()]
    block = np.stack([*numbers.values()], axis=1) if numbers else np.empty((len(series[0]), 0))
    columns = ParsedColumns.of(called, [*numbers], whole, texts=texts, numbers=block)
    return _assembled(columns, vectors, words, frame)


def _stacked(name: object, cells: list[Any]) -> NDArray[Any]:
    try:
        return np.stack([np.asarray(cell, np.float64) for cell in cells])
    except (ValueError, TypeError):
        raise ValueError(f"Column {name!r} of the DataFrame: expected as many numbers in each cell") from None


def _numbers(frame: Any, name: object, cells: list[Any]) -> NDArray[np.float64]:
    """A column as numbers; an error with the label of a row without one, or with one that is too large."""
    labels = frame.index if hasattr(frame, "index") else range(len(cells))
    bad = [at for at, cell in enumerate(cells) if not (isinstance(cell, Real) and math.isfinite(cell))]
    large = [] if bad else [at for at, cell in enumerate(cells) if abs(cell) > LARGEST]
    if bad or large:
        at = (bad or large)[0]
        where = f"Row {labels[at]!r} of the DataFrame, column {name!r}: "
        if large:
            raise ValueError(
                f"{where}{cells[at]:.3g} is more than float32 can hold; divide the table so that its numbers stay "
                "below 1e15"
            )
        more = f" In all, {len(bad):,} rows of this column have none." if len(bad) > 1 else ""
        raise ValueError(f"{where}expected a finite number, got {cells[at]!r}. Write one there, or drop the row.{more}")
    return np.array(cells, np.float64)


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


def _assembled(
    columns: ParsedColumns, vectors: dict[str, NDArray[Any]], words: list[str] | None, frame: Any
) -> FrameTable:
    out = [each for each in columns.aside if each.startswith("#") or _counts_rows(columns, each)]
    named = columns.word if words is None else ""
    found, words_inside, beside = columns.split(columns.numeric if vectors else out, named)
    taken = [max(vectors, key=lambda name: vectors[name].shape[1])] if vectors else list(columns.inside(out, named))
    try:
        rows = validate_numbers(vectors[taken[0]] if vectors else found, index_text)
    except UploadError as error:
        raise ValueError(f"DataFrame of shape {frame.shape}: {error}") from None
    # What a file would leave out can colour the rows here, too.
    guessed = [each for each in columns.aside if each not in out and each not in beside]
    beside |= {each: columns.numbers[:, columns.numeric.index(each)] for each in guessed}
    words = words or words_inside or [f"row {row}" for row in range(len(rows))]
    rest = [each for each in (*vectors, *(c.name for c in columns.columns)) if each not in (*taken, named)]
    note = f"The numbers of a row are the {_named(taken)} of the DataFrame."
    note += f" The {_named(rest)} {verb(len(rest), 'is', 'are')} left out of them." if rest else ""
    digest = hashlib.sha256(repr((words, [(name, cells.tolist()) for name, cells in beside.items()])).encode())
    digest.update(rows.tobytes())
    table = WordTable("your table", in_one_line(words), rows, beside, f"{len(rows):,} rows, from your table.")
    return FrameTable(f"frame {digest.hexdigest()}", table, note)


def _counts_rows(columns: ParsedColumns, name: str) -> bool:
    values = columns.numbers[:, columns.numeric.index(name)]
    return name in COUNTING and any((values == np.arange(at, at + len(values))).all() for at in (0, 1))


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
