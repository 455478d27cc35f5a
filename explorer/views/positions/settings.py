"""Settings shared by the pictures of sinusoidal tables, and wording for them."""

from __future__ import annotations

from typing import Any

from explorer.core.functional.frequencies import Layout
from explorer.positional_encodings.position_similarity import Waves
from explorer.views.setting import Choice, Others, Real, Several, Whole, stops
from explorer.wording import count, number, tiny

LONGEST, WIDEST = 8_192, 1_024
FAR = 100
"""Distance that is marked at first, where the table is as long: a line on the brightest diagonals would hide them."""
LAYOUTS: dict[Layout, str] = {"interleaved": "alternating", "concatenated": "in halves"}
"""Names of the column orders on the page."""

LENGTH: Any = Whole(
    "Length (positions)", 256, 2, LONGEST, stops(2, LONGEST), key="p_len", about="positions of the table"
)
WIDTH: Any = Whole(
    "Width (dimensions)", 128, 4, WIDEST, stops(4, WIDEST, step=2), step=2, key="p_dim", about="numbers in a row"
)
BASE: Any = Real(
    "Base",
    10_000.0,
    10,
    1_000_000,
    stops(10, 1_000_000, singles=100, parts=1),
    key="p_base",
    about="of the frequencies",
)
LAYOUT: Any = Choice(
    "Sine and cosine columns",
    "interleaved",
    LAYOUTS,
    key="p_layout",
    help="The paper puts each sine beside its cosine; other models put all sines first, then all cosines. They are the "
    "same numbers: a model that learns from the table can't tell.",
    about="the order of the columns",
)


def pairs_of_width(most: int, *default: int, key: str = "", about: str) -> Any:
    """The setting of up to `most` pairs of the table's width; by default those in `default`, or spread evenly."""

    def start(others: Others) -> tuple[int, ...]:
        every = others["dim"] // 2
        return tuple(pair for pair in default if pair < every) or tuple(spread(most, every))

    def placeholder(others: Others) -> str:
        return f"{most} pairs, spread evenly" if others["dim"] // 2 > most else "All pairs"

    return Several(
        "Pairs",
        start,
        lambda others: range(others["dim"] // 2),
        most=most,
        placeholder=placeholder,
        key=key,
        about=about,
    )


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


def spread(count: int, length: int) -> list[int]:
    """Up to `count` different whole numbers from 0 to of − 1, evenly spread, both ends included.

    >>> spread(3, 9), spread(8, 2), spread(4, 1)
    ([0, 4, 8], [0, 1], [0])
    """
    count = min(count, length)
    return [round(i * (length - 1) / max(count - 1, 1)) for i in range(count)]
