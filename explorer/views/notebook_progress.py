"""One line in a notebook on what takes long, which goes away at its end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
QUIET = 2.0
"""Seconds without a line."""


def shell() -> Any:
    """IPython's shell, in which a notebook's cells run; None elsewhere, as in the app."""
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


def with_progress(items: Iterable[T], say: Callable[[T], str]) -> Iterator[T]:
    """The items; in a notebook, `say` tells of each after the first seconds.

    >>> list(with_progress([1, 2], str))
    [1, 2]
    """
    loud, begun, longest = shell() is not None, time.monotonic(), 0
    for item in items:
        if loud and time.monotonic() - begun > QUIET:
            longest = max(longest, len(line := say(item)))
            print(f"\r{line:{longest}}", end="", file=sys.stderr, flush=True)
        yield item
    if longest:
        print("\r" + " " * longest, end="\r", file=sys.stderr, flush=True)
