"""Mixed-radix counter on dials, whose hands jump from mark to mark or glide as the sinusoids do."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.positional_encodings.sine_cosine import Floats, hand


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
