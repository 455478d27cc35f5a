"""One line in a notebook on what takes long, which goes away at its end."""

from __future__ import annotations

import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import Any, TypeVar

T = TypeVar("T")
QUIET = 2.0
"""Seconds without a line."""


def shell() -> Any:
    """IPython's shell, in which a notebook's cells run; None elsewhere, as in the app."""
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


def with_progress(items: Iterable[T], say: Callable[[T], str]) -> Iterator[T]:
    """The items; in a notebook, `say` tells of each after the first seconds.

    The line is one output of the cell that is replaced, and empty at the end, in an exported notebook too.

    >>> list(with_progress([1, 2], str))
    [1, 2]
    """
    loud, begun, line = hasattr(shell(), "kernel"), time.monotonic(), ""
    for item in items:
        if loud and time.monotonic() - begun > QUIET:
            line = _show(say(item), line)
        yield item
    if line:
        _show("", line)


def _show(text: str, line: str) -> str:
    """Write a text into an output of the cell, a new one unless `line` names one; returns its name."""
    from IPython.display import display

    name = line or uuid.uuid4().hex
    page = {"text/html": escape(text), "text/plain": text}
    display(page, raw=True, display_id=name, update=bool(line))  # type: ignore[no-untyped-call]
    return name
