"""Table sources: a table of the page, its name in a call, and the scope of its caches.

Shipped tables and tables trained here on shipped texts are the same for everybody, so their results are cached for the
whole process, or for a minute if they depend on words that a visitor typed. A visitor's own file, a table trained on a
visitor's own text, and all their results are stored with the table (on the page, in that visitor's session), and are
deleted with it.
"""

from __future__ import annotations

import difflib
import hashlib
import io
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from explorer.core import Tensor
from explorer.data import memory_mapped_table
from explorer.data.cache import Cache, heavy, is_inside_heavy
from explorer.data.uploads import MAX_BYTES, read_table
from explorer.data.word_table import WordTable
from explorer.jobs.job_queue import Queue, queue
from explorer.views.projection.data_frames import is_frame, read_frame
from explorer.words.shipped_tables import SHIPPED, shipped

MEMO, KEPT, SHARED = "j_private", 12, 24
DIVISIONS, RUNS = "j_divisions", "j_queue"
"""Cache names for the cluster divisions of a visitor's table, and for its jobs."""
P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="Source")

waiting: Callable[[], AbstractContextManager[object]] = nullcontext
"""Spinner shown during heavy computations; set by the page."""


@dataclass(frozen=True)
class OwnFile:
    """A visitor's own file and how it is read; its `repr` is what a displayed call contains.

    Attributes:
        path: of the file.
        aside: columns of numbers left out of the vector; None for the reader's choice.
        word: the column of words; None likewise.
        which: the array; None likewise.

    >>> OwnFile("my.npy"), OwnFile("my.csv", aside=("year",))
    ('my.npy', projection.file('my.csv', aside=('year',)))
    """

    path: str
    aside: tuple[str, ...] | None = None
    word: str | None = None
    which: str | None = None

    def __repr__(self) -> str:
        given: Mapping[str, object] = {**vars(self), "path": None}
        more = [f"{name}={value!r}" for name, value in given.items() if value is not None]
        return f"projection.file({', '.join([repr(self.path), *more])})" if more else repr(self.path)


@dataclass(frozen=True, eq=False)
class Source:
    """A table with a unique key; its `repr` is what a displayed call contains.

    Attributes:
        key: cache key of its results.
        table: its rows and words.
        private: whether it is a visitor's own.
        file: how a visitor's own file was read.
        path: of a table on the server's disk.
        written: its form in a displayed call; "" for its name.
        columns: sentences on the columns of a DataFrame that are the numbers of a row; "" for any other table.
        memo: cache of a private table's results, on the page in the session.

    >>> opened("GloVe")
    'GloVe'
    """

    key: str
    table: WordTable
    private: bool = False
    file: OwnFile | None = None
    path: Path | None = field(default=None, kw_only=True)
    written: str = field(default="", kw_only=True)
    columns: str = field(default="", kw_only=True)
    memo: MutableMapping[Any, Any] = field(default_factory=dict, kw_only=True)

    def __repr__(self) -> str:
        return self.written or repr(self.file or self.table.name)


class Frame(Protocol):
    """A DataFrame of pandas or Polars, as far as it is known here."""

    @property
    def columns(self) -> Any:
        """Labels of the columns."""


TableLike = str | Path | Source | NDArray[Any] | Tensor | Sequence[Sequence[float]] | Frame
"""What a view takes as its table."""


def _first_other(rows: tuple[Any, ...]) -> str:
    """What is wrong with the first row that is not as many numbers as the first one.

    >>> _first_other(((1, 2), (3,))), _first_other((1, (2,))), _first_other(((1, "a"), (2, 3)))
    ('row 1 has 1, row 0 has 2', 'row 0 is 1', "row 0 is (1, 'a')")
    """
    for at, row in enumerate(rows):
        if not isinstance(row, tuple) or not all(isinstance(each, (int, float)) for each in row):
            return f"row {at} is {row!r:.60}"
        if len(row) != len(rows[0]):
            return f"row {at} has {len(row)}, row 0 has {len(rows[0])}"
    return "got others"


def opened(table: Any) -> Source:
    """Open the table of a view's setting: a shipped one, the file at a path, a DataFrame, or an array of rows.

    Raises:
        ValueError: none of these, or it can't be read.

    >>> opened(np.eye(3)).table.vectors.shape
    (3, 3)
    """
    if isinstance(table, Source):
        return table
    if isinstance(table, tuple):  # a list, or an array of one axis: `plain` made it hashable
        try:
            table = np.array(table, np.float64)
        except (ValueError, TypeError):
            raise ValueError(
                f"Expected the rows of table to be numbers, as many in each, {_first_other(table)}"
            ) from None
    if is_frame(table):
        read = read_frame(table)
        return Source(read.key, read.table, True, columns=read.columns)
    if hasattr(table, "__array__"):  # a tensor too
        if np.ma.is_masked(table):
            raise ValueError("Expected a table of numbers, got masked values: drop these rows")
        array, packed = np.asarray(table), io.BytesIO()
        if array.dtype.kind not in "fiu":
            raise ValueError(f"Expected a table of numbers, got data type {array.dtype}")
        if array.nbytes > MAX_BYTES:
            raise ValueError(
                f"An array has at most {MAX_BYTES // 10**6} MB here, got {array.nbytes / 1e6:.1f}: numpy.save it, and "
                "give the file's path as table"
            )
        np.save(packed, array, allow_pickle=False)
        return _in_memory("array.npy", packed.getvalue())
    if not isinstance(table, str | Path):
        hint = ": pandas.DataFrame(table).T makes a table of a dict of vectors" if isinstance(table, dict) else ""
        got = "None" if table is None else type(table).__name__
        raise ValueError(
            f"Expected table to be a name, a path, a DataFrame or an array (rows, numbers), got {got}{hint}"
        )
    table = str(table)
    if table in SHIPPED:
        return Source(table, shipped(table))
    if not Path(table).is_file():
        names, shipped_as = ", ".join(map(repr, SHIPPED)), {name.casefold(): name for name in SHIPPED}
        meant = difflib.get_close_matches(table.casefold(), shipped_as, 1)
        hint = f"; did you mean {shipped_as[meant[0]]!r}?" if meant else ""
        raise ValueError(f"Expected table to be one of {names} or the path of a file, got {table!r}{hint}")
    return file(table)


def _in_memory(name: str, content: bytes) -> Source:
    """A table of a notebook, read by the rules of an uploaded file."""
    read = read_table(name, content)
    key = f"{name} {hashlib.sha256(content).hexdigest()}"
    return Source(key, WordTable("your table", read.words, read.vectors, read.metadata, read.note), True)


def file(
    path: str,
    *,
    aside: tuple[str, ...] | None = None,
    word: str | None = None,
    which: str | None = None,
) -> Source:
    """Your own table, from a file, with the same options as under "Your file" on the page.

    Args:
        path: of a file in a format of the page. A file beyond the upload limit is memory-mapped.
        aside: columns of numbers that are not part of the vector.
        word: the column of words; "" for row numbers.
        which: the array.

    Raises:
        UploadError: a ValueError for any problem with the file.
    """
    at = Path(path)
    if not at.is_file():
        raise ValueError(f"Expected the path of a file, got {path!r}")
    if at.stat().st_size > MAX_BYTES:
        return Source(
            f"file {path}",
            memory_mapped_table.open_table(at, memory_mapped_table.cache_folder()),
            True,
            written=repr(path),
        )
    table = read_table(at.name, at.read_bytes(), aside=aside, word=word, which=which)
    named = WordTable("Your file", table.words, table.vectors, table.metadata, table.note)
    return Source(f"file {path}", named, True, file=OwnFile(path, aside, word, which))


def remembering(
    memo: str, kept: int, shared: int, *, typed: bool = False, is_heavy: bool = False
) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """Decorator that caches results for the process, or with a private table; arguments must be hashable.

    Args:
        memo: name of a private table's cache.
        kept: its maximum number of entries.
        shared: maximum number of entries for everybody, per function.
        typed: the arguments come from a visitor; their entries expire as in `explorer.data.cache`.
        is_heavy: it needs much time or memory, so calls run one at a time in the process, with a message on the page.
    """

    def decorate(fn: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        everybody: Cache[R] = Cache(shared, expires=typed, is_heavy=is_heavy)

        @wraps(fn)
        def call(source: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
            if not source.private:
                arguments = (source.key, args, tuple(kwargs.items()))
                with _waiting(is_heavy and arguments not in everybody):
                    return everybody.get(arguments, lambda: fn(source, *args, **kwargs))
            own: Cache[R] = source.memo.setdefault(memo, Cache(kept, stays=True))
            key = (fn.__qualname__, fn.__module__, source.key, args, tuple(kwargs.items()))
            heavily = is_heavy and key not in own
            with _waiting(heavily), heavy() if heavily else nullcontext():
                return own.get(key, lambda: fn(source, *args, **kwargs))

        return cast(Callable[Concatenate[S, P], R], call)

    return decorate


def _waiting(waits: bool) -> AbstractContextManager[object]:
    return waiting() if waits and not is_inside_heavy() else nullcontext()


def remembered(fn: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Decorator: cache for results about a whole table, with the page's usual bounds."""
    return remembering(MEMO, KEPT, SHARED, is_heavy=True)(fn)


def remembered_briefly(fn: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Decorator: cache for results from a visitor's words, which expire after a minute."""
    return remembering(MEMO, KEPT, SHARED, typed=True)(fn)


def queue_of(where: Source) -> Queue:
    """Queue of runs: all share its line, but runs that hold the rows of a visitor's own table are stored with it."""
    if not where.private:
        return queue()
    own: Queue = where.memo.setdefault(RUNS, Queue(keep=2, beside=queue()))
    return own
