"""What the part Word axes says of places along an axis, how surely, and the formula of a place."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer import ui
from explorer.content.as_typed import as_typed
from explorer.views.projection.source import Source
from explorer.wording import count, fixed, signed, verb
from explorer.words.axes import DRAWS, LEAST, Ruler, beyond

Pairs = tuple[tuple[int, int], ...]


def side(where: Source, pairs: Pairs, end: int, most: int = 3) -> str:
    """The words of one end of an axis, the first few of them."""
    words = [where.table.words[pair[end]] for pair in pairs]
    return "/".join(words[:most]) + ("/…" if len(words) > most else "")


def summary(where: Source, pairs: Pairs, rows: tuple[int, ...], found: Ruler, order: list[int]) -> str:
    """Where the words lie: the ends, all rows, and the words furthest out; `order` is that of their places."""
    low, high = (side(where, pairs, end) for end in (0, 1))
    words, mean = where.table.words, "mean " if len(pairs) > 1 else ""
    named = min(3, len(order) // 2)  # no word is furthest towards both ends
    furthest = (
        f" Furthest towards {low}: {', '.join(words[row] for row in order[:named])}. Furthest towards {high}: "
        f"{', '.join(words[row] for row in order[: -named - 1 : -1])}."
        if named
        else ""
    )
    return (
        f"{count(len(rows), 'word')} by {verb(len(rows), 'its', 'their')} place between {low} and {high}: the dot "
        f"product with the {mean}step from {low} to {high}, scaled to length 1, counted from halfway. The two ends "
        f"lie at {signed(-found.half)} and {signed(found.half)}. All {len(words):,} rows lie at "
        f"{signed(found.spread[0], 3)} on average, with a standard deviation of {fixed(found.spread[1], 3)} (the grey "
        f"band).{furthest} "
    )


def surely(where: Source, pairs: Pairs, rows: tuple[int, ...], found: Ruler, anew: NDArray[np.float64] | None) -> str:
    """How much the places depend on the pairs that were named, as sentences."""
    if anew is None:
        return (
            f"{count(len(pairs), 'pair')} {verb(len(pairs), 'says', 'say')} too little about how much pairs differ: "
            f"name {LEAST} or more, with semicolons between, to see it."
        )
    sure, out = beyond(anew, 0, 0), beyond(anew, *found.band)
    widest = int(np.argmax(anew[:, 1] - anew[:, 0]))
    ends = len({row for pair in pairs for row in pair} & set(rows))
    said = (
        f"The axis is made of {len(pairs)} pairs. With these drawn anew {DRAWS:,} times, {sure} of "
        f"{count(len(rows), 'word')} {verb(sure, 'stays', 'stay')} on one side of 0 with the middle 95 % of "
        f"{verb(sure, 'its', 'their')} places (grey lines), and {out} of {len(rows)} {verb(out, 'stays', 'stay')} "
        f"outside the grey band; {where.table.words[rows[widest]]} moves most, from "
        f"{signed(float(anew[widest, 0]))} to {signed(float(anew[widest, 1]))}."
    )
    return said + (f" {ends} of the words {verb(ends, 'is an end itself', 'are ends themselves')}." if ends else "")


def formula(key: str, where: Source, pairs: Pairs, found: Ruler) -> None:
    """How a word gets its place, and where the two ends lie."""
    low, high = (as_typed(side(where, pairs, end)) for end in (0, 1))
    ui.formula(
        key,
        r"p(x) = \left(x - \tfrac{a + b}{2}\right) \cdot \frac{b - a}{\lVert b - a \rVert}",
        {
            "x": "a word's row",
            "a": f"the first end: the mean row of {low}",
            "b": f"the second end: the mean row of {high}",
            "p(x)": "its place",
        },
        f"The two ends are {fixed(2 * found.half, 4)} apart, so they lie at {signed(-found.half, 4)} and "
        f"{signed(found.half, 4)}: the means of {count(len(pairs), 'row')} each.",
    )
