"""A table of the page and what is remembered of it, and for whom.

Shipped tables and those trained here are the same for everybody, so what is computed of them is kept for the whole
server. A visitor's own file, and everything computed of it, lives in that visitor's session alone and goes with it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import streamlit as st

from explorer.data.once import Once
from explorer.data.wordtable import WordTable
from explorer.scripts.projection import OwnFile
from explorer.training.wordvec import VectorRecord

MEMO, KEPT, SHARED = "j_private", 12, 24
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
    """

    key: str
    table: WordTable
    private: bool = False
    history: tuple[VectorRecord, ...] = ()
    file: OwnFile | None = None

    @property
    def loaded(self) -> str | OwnFile:
        """What a script needs to know to load the same table."""
        return self.file or self.table.name


def remembered(fn: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Keep results for the server, or for the session where the source is private; arguments must be hashable."""
    shared: Once[R] = Once(SHARED)

    @wraps(fn)
    def call(source: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if not source.private:
            return shared.get((source.key, args, tuple(kwargs.items())), lambda: fn(source, *args, **kwargs))
        memo: OrderedDict[Any, Any] = st.session_state.setdefault(MEMO, OrderedDict())
        key = (fn.__qualname__, fn.__module__, source.key, args, tuple(kwargs.items()))
        if key not in memo:
            memo[key] = fn(source, *args, **kwargs)
            while len(memo) > KEPT:
                memo.popitem(last=False)
        return cast(R, memo[key])

    return cast(Callable[Concatenate[S, P], R], call)
