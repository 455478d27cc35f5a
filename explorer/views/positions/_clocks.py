"""Clocks: pairs of a sinusoidal table as clock hands at one position."""

from __future__ import annotations

from typing import Any

import numpy as np

from explorer.figures.positions import clocks as figures
from explorer.positional_encodings.position_similarity import Waves
from explorer.views.formula import Formula
from explorer.views.positions.settings import BASE, LONGEST, WIDTH, pairs_of_width, radians
from explorer.views.setting import Switch, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import fixed, listed, number, tiny

HANDS = 8
LAST = LONGEST - 1
POSITION: Any = Whole("Position", 0, 0, LAST, key="p_pos", typed=True, about="of the hands")
PAIRS = pairs_of_width(HANDS, key="p_hands", about="the pairs drawn, by default spread evenly")
BINARY: Any = Switch("Binary digits", True, about="whether the position's binary digits are drawn below")


@picture(Waves.tips)
def clocks(
    *,
    position: int = POSITION,
    dim: int = WIDTH,
    base: float = BASE,
    pairs: tuple[int, ...] = PAIRS,
    binary: bool = BINARY,
) -> View:
    """Chosen pairs as clock hands at one position.

    >>> clocks(position=37, dim=8, pairs=(0, 3)).sentence.split(".", 1)[0]
    'Position 37, in binary 100101'
    >>> clocks(position=37).table["turns"][:1].round(2).tolist()
    [5.89]
    """
    waves, chosen = Waves(LONGEST, dim, base), list(pairs)
    digits = [position >> bit & 1 for bit in range(LAST.bit_length())] if binary else []
    tips = np.concatenate(waves.tips(chosen, position), axis=1)
    return View(
        figures.clocks(tips, waves.wavelengths[chosen].tolist(), chosen, digits),
        _in_words(waves, position, chosen),
        lambda: _table(waves, chosen, position),
        (_formula(waves, chosen[0], position),),
    )


def _turns(waves: Waves, pairs: list[int], position: int) -> np.ndarray:
    return position * waves.frequencies[pairs] / (2 * np.pi)


def _in_words(waves: Waves, position: int, pairs: list[int]) -> str:
    hands = (
        f"The hand of pair {pairs[0]} has"
        if len(pairs) == 1
        else f"The hands of pairs {listed([str(pair) for pair in pairs])} have"
    )
    made = listed([fixed(turn) for turn in _turns(waves, pairs, position).tolist()])
    return f"Position {position:,}, in binary {position:b}. {hands} made {made} turns since position 0."


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
    omega = float(waves.frequencies[pair])
    angle = position * omega
    sine, cosine = (fixed(value.item(), 4) for value in waves.tips([pair], position))
    # Enough digits that the written product gives all four digits of the tip.
    digits = 6 + len(str(position))
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
