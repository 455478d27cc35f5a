"""Introductory demos: counting dials, one wave or two, two arrows in the plane.

All numbers come from the core: a hand is a row of `functional.sinusoidal` of width 2, (sine, cosine) of an angle, and
`EmbeddingLayer` adds the arrows.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explorer.core import EmbeddingLayer, functional

Floats = NDArray[np.float64]
SAME = 1e-9  # rounding tolerance


@dataclass(frozen=True)
class Counter:
    """Mixed-radix counter with digits on dials: dial i has `radices[i]` marks, the fastest first.

    Minutes and hours are `Counter((60, 12))`, a binary number of four digits is `Counter((2, 2, 2, 2))`.
    """

    radices: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.radices or min(self.radices) < 2:
            raise ValueError(f"Every dial needs at least two marks, got {self.radices}")

    @property
    def count(self) -> int:
        """Number of distinguishable positions."""
        return math.prod(self.radices)

    @property
    def periods(self) -> tuple[int, ...]:
        """Positions per turn of every dial.

        >>> Counter((60, 12)).periods
        (60, 720)
        """
        return tuple(itertools.accumulate(self.radices, lambda so_far, radix: so_far * radix))

    def digits(self, position: int) -> list[int]:
        """Digit of each dial.

        >>> Counter((60, 12)).digits(75), Counter((2, 2, 2, 2)).digits(6)
        ([15, 1], [0, 1, 1, 0])
        """
        return [position // (period // radix) % radix for radix, period in zip(self.radices, self.periods, strict=True)]

    def turns(self, positions: Sequence[int] | NDArray[np.integer], *, glide: bool) -> Floats:
        """Turns of every hand since position 0, (P, dials), in steps of marks or continuously (`glide`).

        >>> Counter((60, 12)).turns([90], glide=False).tolist(), Counter((60, 12)).turns([90], glide=True).tolist()
        ([[1.5, 0.08333333333333333]], [[1.5, 0.125]])
        """
        at, periods = np.asarray(positions)[:, None], np.array(self.periods)
        if glide:
            return np.asarray(at / periods)
        radices = np.array(self.radices)
        return np.asarray(at // (periods // radices) / radices)

    def rows(self, positions: Sequence[int] | NDArray[np.integer], *, glide: bool) -> Floats:
        """Coordinates of the hands' tips, (P, 2 · dials): sine and cosine of each, by the core's kernel."""
        turns = self.turns(positions, glide=glide)
        return np.concatenate([hand(column) for column in turns.T], axis=1)

    def steps(self, count: int, *, glide: bool) -> Floats:
        """Distance between the rows of positions p and p + 1, for p = 0 … count − 1."""
        rows = self.rows(np.arange(count + 1), glide=glide)
        return np.asarray(np.linalg.norm(np.diff(rows, axis=0), axis=1))


def hand(turns: Sequence[float] | Floats) -> Floats:
    """(sine, cosine) of hands after some turns, (P, 2): rows of width 2, whose wave has 2π positions per turn.

    >>> hand([0.25]).round(9).tolist()
    [[1.0, 0.0]]
    """
    rows: Floats = functional.sinusoidal(2 * np.pi * np.asarray(turns, np.float64), 2, dtype=np.float64)
    return rows


@dataclass(frozen=True)
class Mirror:
    """A position on a clock with `per_turn` positions, and the one with the same sine.

    Attributes:
        position: 0 … per_turn − 1.
        other: the other position with the same sine; `position` itself at a maximum or minimum.
        sine, cosine: of `position`.
        other_cosine: of `other`.
    """

    position: int
    other: int
    sine: float
    cosine: float
    other_cosine: float

    @property
    def alone(self) -> bool:
        """Whether no other position has this sine."""
        return self.position == self.other


def mirror(position: int, per_turn: int) -> Mirror:
    """The mirror image of a position: half a turn minus the position, since sin(π − x) = sin x.

    Raises:
        ValueError: an odd number of positions per turn (no mirror image), or no such position.

    >>> found = mirror(1, 12)
    >>> found.other, round(found.sine, 2), round(found.cosine, 2), round(found.other_cosine, 2)
    (5, 0.5, 0.87, -0.87)
    """
    if per_turn < 2 or per_turn % 2:
        raise ValueError(f"Expected an even number of positions per turn, got {per_turn}")
    if not 0 <= position < per_turn:
        raise ValueError(f"Expected a position from 0 to {per_turn - 1}, got {position}")
    other = (per_turn // 2 - position) % per_turn
    (sine, cosine), (_, other_cosine) = hand([position / per_turn, other / per_turn]).tolist()
    return Mirror(position, other, sine, cosine, other_cosine)


def different(rows: Floats) -> int:
    """Number of distinct rows, up to rounding.

    >>> round_the_clock = hand(np.arange(12) / 12)
    >>> different(round_the_clock[:, :1]), different(round_the_clock)
    (7, 12)
    """
    apart = np.abs(rows[:, None] - rows).max(axis=2)
    return int((np.argmax(apart < SAME, axis=1) == np.arange(len(rows))).sum())


WORDS: dict[str, tuple[float, float]] = {"dog": (2.8, 0.6), "bites": (0.5, 2.6), "man": (-2.1, 1.1)}
"""Toy token table: three words, two numbers each, chosen by hand."""
POSITIONS = 12


@cache
def summed(word: str, growing: bool = False) -> Floats:
    """Row of a word plus each of the first `POSITIONS` positions, (POSITIONS, 2), by the core's layer.

    A position is its sine and cosine; with `growing`, its number, twice.

    >>> summed("dog")[0].round(2).tolist()  # position 0 is (sin 0, cos 0) = (0, 1)
    [2.8, 1.6]
    """
    positions: Floats | Literal["sinusoidal"] = np.repeat(np.arange(POSITIONS, dtype=np.float64)[:, None], 2, axis=1)
    layer = EmbeddingLayer.from_tables(list(WORDS.values()), positions if growing else "sinusoidal")
    output = layer([list(WORDS).index(word)] * POSITIONS).data.astype(np.float64)
    output.setflags(write=False)
    return output


def counted_cosine(one: str, other: str, position: int) -> float:
    """Cosine of two words' sums with a growing number as position; at position 0 that of their rows.

    >>> round(counted_cosine("dog", "man", 0), 2), round(counted_cosine("dog", "man", 11), 2)
    (-0.77, 0.97)
    """
    first, second = (summed(word, growing=True)[position] for word in (one, other))
    return float(first @ second / (np.linalg.norm(first) * np.linalg.norm(second)))
