"""Sine and cosine of clock hands: two positions with the same sine, told apart by the cosine.

A hand is a row of `functional.sinusoidal` of width 2, (sine, cosine) of an angle.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core import functional

Floats = NDArray[np.float64]
SAME = 1e-9  # rounding tolerance


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
