"""Settings shared by the pictures of sinusoidal tables, and wording for them."""

from __future__ import annotations

from typing import get_args

from explorer.core.functional.frequencies import Layout
from explorer.positional_encodings.position_similarity import Waves
from explorer.views.view import choice, real_number, whole_number
from explorer.wording import count, number, tiny

LONGEST, WIDEST = 8_192, 1_024
LEAST_BASE, MOST_BASE = 10, 1_000_000
LAYOUTS: dict[str, Layout] = {"alternating": "interleaved", "in halves": "concatenated"}
"""Names of the column orders on the page."""


def checked(length: int, dim: int, base: float, layout: Layout = "interleaved") -> Waves:
    """Validate a table's settings and return them as `Waves`.

    Raises:
        ValueError: one of them is outside the range of the page's controls.

    >>> checked(50, 128, 10_000.0)
    Waves(length=50, dim=128, base=10000.0, layout='interleaved')
    """
    whole_number("length", length, 2, LONGEST)
    whole_number("dim", dim, 4, WIDEST)
    if dim % 2:
        raise ValueError(f"Expected dim to be even, a sine and a cosine for each hand, got {dim}")
    real_number("base", base, LEAST_BASE, MOST_BASE)
    choice("layout", layout, get_args(Layout))
    return Waves(length, dim, float(base), layout)


def checked_pairs(pairs: tuple[int, ...], waves: Waves, most: int) -> None:
    """Validate pairs of columns: pairs of the table in increasing order.

    Raises:
        ValueError: none, too many, not in the table, or not increasing.

    >>> checked_pairs((0, 9), Waves(50, 8), 5)
    Traceback (most recent call last):
    ValueError: Expected pairs to be 1 to 5 different numbers from 0 to 3, growing, got (0, 9)
    """
    last = len(waves.frequencies) - 1
    right = all(isinstance(pair, int) and 0 <= pair <= last for pair in pairs) and list(pairs) == sorted({*pairs})
    if not right or not 1 <= len(pairs) <= most:
        raise ValueError(f"Expected pairs to be 1 to {most} different numbers from 0 to {last}, growing, got {pairs}")


def table_text(waves: Waves) -> str:
    """The table in words.

    >>> table_text(Waves(50, 128))
    'Sinusoidal table, 50 positions × 128 dimensions, base 10,000'
    """
    size = f"{count(waves.length, 'position')} × {count(waves.dim, 'dimension')}"
    return f"Sinusoidal table, {size}, base {number(waves.base, 13)}"


def radians(angle: float, digits: int = 4) -> str:
    """An angle with its unit.

    >>> radians(1.0), radians(0.1334), radians(1.3e-7)
    ('1 radian', '0.1334 radians', '1.3 × 10⁻⁷ radians')
    """
    said = tiny(angle, digits)
    return f"{said} {'radian' if said == '1' else 'radians'}"


def spread(count: int, of: int) -> list[int]:
    """Up to `count` different whole numbers from 0 to of − 1, evenly spread, both ends included.

    >>> spread(3, 9), spread(8, 2), spread(4, 1)
    ([0, 4, 8], [0, 1], [0])
    """
    count = min(count, of)
    return [round(i * (of - 1) / max(count - 1, 1)) for i in range(count)]
