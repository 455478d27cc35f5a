"""Clocks: pairs of a sinusoidal table as clock hands at one position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from explorer.figures import theme
from explorer.figures.figure_spec import Floats, Spec, layout
from explorer.figures.positions.circle_and_line_traces import circle, join_lines, plain_line
from explorer.positional_encodings.position_similarity import Waves
from explorer.views.formula import Formula
from explorer.views.positions.settings import BASE, LONGEST, WIDTH, pairs_of_width, radians
from explorer.views.setting import Float, Int, Ints, Switch, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import fixed, listed, number, tiny

HANDS = 8
LAST = LONGEST - 1
POSITION: Any = Whole("Position", 100, 0, LAST, key="p_pos", typed=True, about="of the hands")
PAIRS = pairs_of_width(HANDS, key="p_hands", about="the pairs drawn, by default spread evenly")
BINARY: Any = Switch("Binary digits", True, about="whether the position's binary digits are drawn below")
WIDE: Any = Switch("Wide", False, about="whether the clocks stand further apart, for large type")


@picture(Waves.tips)
def clocks(
    *,
    position: Int = POSITION,
    dim: Int = WIDTH,
    base: Float = BASE,
    pairs: Ints = PAIRS,
    binary: bool = BINARY,
    wide: bool = WIDE,
) -> View:
    """Chosen pairs as clock hands at one position.

    >>> clocks(position=37, dim=8, pairs=(0, 3)).says
    'By position 37 the fastest hand made 5.89 turns, the slowest 0.00589; in binary it is 100101.'
    >>> clocks(position=37).table["turns"][:1].round(2).tolist()
    [5.89]
    """
    waves, chosen = Waves(LONGEST, dim, base), list(pairs)
    digits = [position >> bit & 1 for bit in reversed(range(LAST.bit_length()))] if binary else []
    tips = np.concatenate(waves.tips(chosen, position), axis=1)
    return View(
        _draw_clocks(tips, waves.wavelengths[chosen].tolist(), chosen, digits, wide),
        f"By position {position:,} {_fast_and_slow(waves, position, chosen)}; in binary it is {position:b}.",
        lambda: _table(waves, chosen, position),
        (_formula(waves, chosen[0], position),),
        details=_turns_in_words(waves, position, chosen),
    )


def _turns(waves: Waves, pairs: list[int], position: int) -> np.ndarray:
    return position * waves.frequencies[pairs] / (2 * np.pi)


def _fast_and_slow(waves: Waves, position: int, pairs: list[int]) -> str:
    """What the hands make of a position: the fast one came round again and again, the slow one has hardly moved."""
    turns = _turns(waves, sorted(pairs), position).tolist()
    slow = f", the slowest {number(turns[-1], 3)}" if len(turns) > 1 else ""
    return f"the fastest hand made {fixed(turns[0])} turns{slow}"


def _turns_in_words(waves: Waves, position: int, pairs: list[int]) -> str:
    hands = (
        f"The hand of pair {pairs[0]} has"
        if len(pairs) == 1
        else f"The hands of pairs {listed([str(pair) for pair in pairs])} have"
    )
    made = listed([fixed(turn) for turn in _turns(waves, pairs, position).tolist()])
    return f"{hands} made {made} turns since position 0."


def _table(waves: Waves, pairs: list[int], position: int) -> Table:
    sines, cosines = waves.tips(pairs, position)
    return Table(
        {
            "pair": pairs,
            "turns": _turns(waves, pairs, position),
            "sine": sines[:, 0],
            "cosine": cosines[:, 0],
            "positions per turn": waves.wavelengths[pairs],
        },
        "clocks",
    )


def _formula(waves: Waves, pair: int, position: int) -> Formula:
    sine, cosine = (fixed(value.item(), 4) for value in waves.tips([pair], position))
    # Enough digits that the written product gives all four digits of the tip.
    digits = 6 + len(str(position))
    omega = float(f"{waves.frequencies[pair]:.{digits}g}")  # as it is written, so that the product's digits are right
    angle = position * omega
    return Formula(
        r"\text{tip of hand } i=\big(\sin p\,\omega_i,\ \cos p\,\omega_i\big)\qquad \omega_i=b^{-2i/D}",
        {
            "p": f"the [[position]]: {position:,}",
            "i": f"the number of the pair, and of its hand: {pair} is worked out below",
            r"\omega_i": "how far the hand turns per position, in [[radians]]; 2π of them make a turn",
            "b": f"the [[base]]: {number(waves.base, 13)}",
            "D": f"the [[width]]: {waves.dim:,}",
        },
        f"Hand {pair} turns by {tiny(omega, digits)} per position. At {position:,} it has turned {position:,} × "
        f"{tiny(omega, digits)} = {radians(angle, digits)}, {fixed(angle / (2 * np.pi))} turns: "
        f"its tip is at ({sine}, {cosine}).",
    )


BLUE = theme.OKABE_ITO[0]
IN_A_ROW = 4
APART, FURTHER, BELOW = 2.6, 3.9, 3.5
"""Between the middles of two clocks of radius 1, beside each other, the same in large type, and below each other."""
DIGIT = 0.62
"""Height of a binary digit."""
_BARE = {"visible": False, "fixedrange": True}


def _draw_clocks(
    tips: Floats, wavelengths: Sequence[float], pairs: Sequence[int], digits: Sequence[int], wide: bool
) -> Spec:
    """A clock for each pair, and below them the position's binary digits, the ones last.

    Args:
        tips: sine and cosine of each hand, (pairs, 2).
        wavelengths: positions that each hand takes for a turn.
        pairs: their numbers.
        digits: 0 or 1 each; none are drawn if it is empty.
        wide: further apart.
    """
    middles = clock_middles(len(pairs), wide)
    hands = [
        {"x": [x, round(x + 0.8 * sine, 4)], "y": [y, round(y + 0.8 * cosine, 4)]}
        for (x, y), (sine, cosine) in zip(middles, tips.tolist(), strict=True)
    ]
    traces = [
        *_faces(len(pairs), wide),
        plain_line(
            **join_lines(hands),
            mode="lines+markers",
            line={"color": BLUE, "width": 4},
            marker={"size": [4, 11, 0] * len(pairs), "color": BLUE, "opacity": 1},
            text=[f"hand {pair}" for pair in pairs for _ in range(3)],
            hovertemplate="%{text}<extra></extra>",
            hoverinfo="all",
        ),
    ]
    low = _low(middles)
    if digits:
        traces += _digits(digits, low - DIGIT, wide)
        low -= DIGIT + 1
    y_axis = _BARE | {"range": [low, 1.1], "scaleanchor": "x"}
    made = layout(
        "", "", 470, x=_BARE | {"range": list(_ends(wide))}, y=y_axis, margin={"l": 4, "r": 4, "t": 8, "b": 8}
    ) | {"hovermode": "closest", "hoverdistance": -1}  # a tap anywhere on a clock is one on its hand
    return Spec(traces, made | {"annotations": list(_captions(tuple(wavelengths), tuple(pairs), len(digits), wide))})


def _ends(wide: bool) -> tuple[float, float]:
    apart = FURTHER if wide else APART
    return -apart / 2, apart * (IN_A_ROW - 0.5)


def _low(middles: list[tuple[float, float]]) -> float:
    """Below the captions of the last row."""
    return middles[-1][1] - 2.4


def clock_middles(count: int, wide: bool = False) -> list[tuple[float, float]]:
    """Middles of the clocks; a row of fewer than four stands in the middle.

    >>> clock_middles(5)[3:]
    [(7.8, 0.0), (3.9, -3.5)]
    """
    places = []
    for clock in range(count):
        row, column = divmod(clock, IN_A_ROW)
        beside = min(count - row * IN_A_ROW, IN_A_ROW)
        places.append((round((FURTHER if wide else APART) * (column + (IN_A_ROW - beside) / 2), 4), 0.0 - BELOW * row))
    return places


@lru_cache(maxsize=16)
def _faces(count: int, wide: bool) -> tuple[dict[str, Any], ...]:
    ends = np.array([0.88, 1.0])
    marks = [
        {"x": x + ends * np.sin(angle), "y": y + ends * np.cos(angle)}
        for x, y in clock_middles(count, wide)
        for angle in np.pi / 2 * np.arange(4)
    ]
    rims = join_lines([circle(x, y) for x, y in clock_middles(count, wide)])
    return rims, plain_line(**join_lines(marks), line={"color": theme.INK, "width": 1.5})


def _digits(digits: Sequence[int], low: float, wide: bool) -> list[dict[str, Any]]:
    across = np.linspace(*_ends(wide), 2 * len(digits) + 1)[1::2].round(4).tolist()
    side = 0.84 * (across[1] - across[0] if len(across) > 1 else 1)
    corners = (np.array([[-1, 0], [1, 0], [1, 1], [-1, 1], [-1, 0]]) * [side / 2, DIGIT] + [0, low]).round(4)
    squares = [{"x": x + corners[:, 0], "y": corners[:, 1]} for x in across]
    ones = [square for square, digit in zip(squares, digits, strict=True) if digit]
    middle = np.full(len(across), low + DIGIT / 2)
    return [
        plain_line(
            **join_lines(ones or [{"x": [], "y": []}]),
            fill="toself",
            fillcolor=theme.clear(BLUE, 0.45),
            line={"width": 0},
        ),
        plain_line(**join_lines(squares), line={"color": theme.INK, "width": 1.5}),
        plain_line(
            np.array(across), middle, mode="text", textfont={"color": theme.INK}, text=[str(digit) for digit in digits]
        ),
    ]


@lru_cache(maxsize=16)
def _captions(
    wavelengths: tuple[float, ...], pairs: tuple[int, ...], digits: int, wide: bool
) -> tuple[dict[str, Any], ...]:
    middles = clock_middles(len(pairs), wide)
    notes = [
        (x, y - 1.05, f"hand {pair}<br>turn in {number(wavelength)}")
        for (x, y), pair, wavelength in zip(middles, pairs, wavelengths, strict=True)
    ]
    if digits:
        left, right = _ends(wide)
        low = _low(middles) - DIGIT
        notes.append(((left + right) / 2, low - 0.1, "binary digits: …, fours, twos, ones"))
    return tuple({"x": x, "y": y, "text": text, "yanchor": "top", "showarrow": False} for x, y, text in notes)
