"""A table of the page and what is remembered of it, and for whom.

Shipped tables and those trained here on shipped texts are the same for everybody, so what is computed of them is kept
for the whole server; where it depends on words that a visitor typed, for a minute. A visitor's own file, a table that
was trained on a visitor's own text, and everything computed of them live in that visitor's session alone and go with
it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import streamlit as st

from explorer.data.cache import Cache, heavy, is_inside_heavy
from explorer.data.wordtable import WordTable
from explorer.jobs.queue import Queue, queue
from explorer.scripts.projection import OwnFile
from explorer.training.wordvec import VectorRecord

MEMO, KEPT, SHARED = "j_private", 12, 24
DIVISIONS, RUNS = "j_divisions", "j_queue"
"""Where a session keeps the divisions of its own table into clusters, and the runs that compute on it."""
WAITS = "Computing with all rows of the table, once for everybody …"
P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="Source")


@dataclass(frozen=True, eq=False)
class Source:
    """A table with a key that tells it from all others.

    Attributes:
        key: of everything that is remembered of it.
        table: its rows and words.
        private: whether it is a visitor's own.
        history: the reports of its training, where it was trained here.
        file: how a visitor's own file was put together.
        path: of a table on the server's own disk.
    """

    key: str
    table: WordTable
    private: bool = False
    history: tuple[VectorRecord, ...] = ()
    file: OwnFile | None = None
    path: Path | None = field(default=None, kw_only=True)

    @property
    def loaded(self) -> str | OwnFile:
        """What a script needs to know to load the same table."""
        return self.file or self.table.name


def remembering(
    memo: str, kept: int, shared: int, *, typed: bool = False, is_heavy: bool = False
) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """Keep results for the server, or for the session where the source is private; arguments must be hashable.

    Args:
        memo: where the session keeps them.
        kept: results that a session keeps there.
        shared: results of each function that the server keeps.
        typed: the arguments are what a visitor typed or picked; the server then forgets, as `explorer.data.cache` does.
        is_heavy: it takes long or much memory: one at a time in the whole server, and the page says that it waits.
    """

    def decorate(fn: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        everybody: Cache[R] = Cache(shared, expires=typed, is_heavy=is_heavy)

        @wraps(fn)
        def call(source: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
            if not source.private:
                asked = (source.key, args, tuple(kwargs.items()))
                with _waiting(is_heavy and asked not in everybody):
                    return everybody.get(asked, lambda: fn(source, *args, **kwargs))
            own: OrderedDict[Any, Any] = st.session_state.setdefault(memo, OrderedDict())
            key = (fn.__qualname__, fn.__module__, source.key, args, tuple(kwargs.items()))
            if key not in own:
                with _waiting(is_heavy), heavy() if is_heavy else nullcontext():
                    own[key] = fn(source, *args, **kwargs)
                while len(own) > kept:
                    own.popitem(last=False)
            return cast(R, own[key])

        return cast(Callable[Concatenate[S, P], R], call)

    return decorate


def _waiting(waits: bool) -> AbstractContextManager[None]:
    """Where a heavy result is not there yet, a line that says so, after half a second."""
    return st.spinner(WAITS) if waits and not is_inside_heavy() else nullcontext()


def remembered(fn: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """The same for what belongs to the whole table, with the page's usual bounds."""
    return remembering(MEMO, KEPT, SHARED, is_heavy=True)(fn)


def remembered_briefly(fn: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """The same for what is computed from words that a visitor typed or picked: the server forgets it after a minute."""
    return remembering(MEMO, KEPT, SHARED, typed=True)(fn)


def queue_of(where: Source) -> Queue:
    """Where runs are kept: for everybody, but with the session for a visitor's own table, whose rows a run holds."""
    if not where.private:
        return queue()
    own: Queue = st.session_state.setdefault(RUNS, Queue(keep=2))
    return own
