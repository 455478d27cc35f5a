"""Initial bounds of the added vectors' numbers.

Sources: Glorot and Bengio 2010 for √(6 / (V + D)); √(2 / D) is the bound that the course gives to learned positions.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """Initial values of the two tables: entries are uniform within ± the bound.

    Attributes:
        token: √(6 / (V + D)), Xavier.
        position: √(2 / D).
    """

    token: float
    position: float

    @property
    def ratio(self) -> float:
        """Ratio of the initial bound of learned positions to that of token rows."""
        return self.position / self.token


def start_bounds(vocab_size: int, dim: int) -> Bounds:
    """Bounds for a vocabulary of V tokens and D columns.

    Raises:
        ValueError: V or D is below 1.

    >>> round(start_bounds(50_000, 512).ratio, 1)
    5.7
    """
    if vocab_size < 1 or dim < 1:
        raise ValueError(f"V and D must be at least 1, got {vocab_size} and {dim}")
    return Bounds(math.sqrt(6 / (vocab_size + dim)), math.sqrt(2 / dim))
