"""A group of rows: found by a pattern or a window of a picture, what its rows share, and which other words lie near.

What is shared is counted: how many rows of the group have a value, how many of the whole table, and how probable so
many would be if as many rows had been drawn blindly (the hypergeometric tail). Patterns have a time limit, since one of
a visitor's can be written so that it takes years.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import regex
from numpy.typing import NDArray

from explorer.vectors.chance import at_least
from explorer.vectors.nearness import COSINE, between, middle, near_vector
from explorer.vectors.neighbours import Neighbours
from explorer.vectors.view import View

SECONDS = 2.0
LONGEST = 200
"""Characters of a pattern."""


class PatternError(ValueError):
    """A pattern that can't be used; the message is for the visitor."""


def matching(texts: Sequence[str], pattern: str, *, expression: bool, seconds: float = SECONDS) -> NDArray[np.int64]:
    """Numbers of the texts that contain a pattern, without regard to upper and lower case.

    Args:
        texts: what is searched.
        pattern: characters, or a regular expression as Python writes it.
        expression: which of the two.
        seconds: after which the search gives up.

    Raises:
        PatternError: no regular expression, too long, or too slow.

    >>> matching(["King", "sing", "ring-a", "go"], "ing$", expression=True).tolist()
    [0, 1]
    >>> matching(["a.b", "acb"], "a.b", expression=False).tolist()
    [0]
    """
    if len(pattern) > LONGEST:
        raise PatternError(f"The pattern has {len(pattern):,} characters; at most {LONGEST} can be searched for")
    if not expression:
        wanted = pattern.casefold()
        return np.flatnonzero(np.fromiter((wanted in text.casefold() for text in texts), bool, len(texts)))
    try:
        compiled = regex.compile(pattern, regex.IGNORECASE)
    except (regex.error, RecursionError, OverflowError) as problem:
        raise PatternError(f"This is not a regular expression: {problem}") from None
    found = np.zeros(len(texts), bool)
    end = time.monotonic() + seconds
    try:
        for row, text in enumerate(texts):
            found[row] = compiled.search(text, timeout=max(end - time.monotonic(), 1e-3)) is not None
    except (TimeoutError, MemoryError):
        raise PatternError(f"The search took longer than {seconds:g} seconds: leave out nested repetitions") from None
    return np.flatnonzero(found)


def inside(points: NDArray[Any], window: tuple[float, float, float, float]) -> NDArray[np.int64]:
    """Rows whose points (V, 2) lie in a window (x0, y0, x1, y1), its edges included.

    >>> inside(np.array([[0, 0], [2, 2], [1, 5]]), (0, 0, 2, 3)).tolist()
    [0, 1]
    """
    x0, y0, x1, y1 = window
    x, y = points[:, 0], points[:, 1]
    return np.flatnonzero((x >= x0) & (x <= x1) & (y >= y0) & (y <= y1))


@dataclass(frozen=True)
class Shared:
    """A value of a column: rows of the group with it, of the group, with it at all, at all; and the blind chance."""

    column: str
    value: str
    here: int
    group: int
    everywhere: int
    rows: int
    chance: float

    @property
    def times(self) -> float:
        """How many times its share of the table the value has in the group."""
        return (self.here / self.group) / (self.everywhere / self.rows)


def shared(columns: Mapping[str, NDArray[Any]], rows: NDArray[np.int64], *, most: int = 10) -> list[Shared]:
    """Values that the group has more often than the table, the least probable by chance first.

    Args:
        columns: name → (V,) texts; "" counts as no value.
        rows: of the group.
        most: how many come back.

    >>> kinds = np.array(["a", "a", "b", "b", "b", "b"])
    >>> [(s.value, s.here, s.everywhere, round(s.times, 3), round(s.chance, 4)) for s in shared({"kind": kinds},
    ...     np.array([0, 1, 2]))]
    [('a', 2, 2, 2.0, 0.2)]
    """
    found = []
    for name, column in columns.items():
        values, place, counts = np.unique(column, return_inverse=True, return_counts=True)
        here = np.bincount(place[rows], minlength=len(values))
        for at in np.flatnonzero(here * len(column) > counts * len(rows)):
            if values[at] == "":
                continue
            chance = at_least(int(here[at]), len(column), int(counts[at]), len(rows))
            item = Shared(name, str(values[at]), int(here[at]), len(rows), int(counts[at]), len(column), chance)
            found.append(item)
    return sorted(found, key=lambda item: (item.chance, -item.times))[:most]


def around(view: View, rows: NDArray[np.int64], k: int = 10, measure: str = COSINE) -> tuple[Neighbours, float]:
    """The k rows outside the group nearest to its mean, and how close two of its rows are (`nearness.between`).

    For cosines the mean is taken over rows of length 1, so that no long row decides alone.

    >>> view = View(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 0.0]]))
    >>> near, alike = around(view, np.array([0, 1]), 1)
    >>> near.ids.tolist(), round(float(near.values[0]), 3), round(alike, 3)
    ([2], 1.0, 0.0)
    """
    some = view.rows(rows)
    return near_vector(view, middle(some, measure), k, measure, leave_out=rows.tolist()), between(some, measure)
