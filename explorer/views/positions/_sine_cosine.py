"""Sine and cosine: the positions of one turn on a clock face, and their projection to the sine alone."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from explorer.figures.figure_spec import Spec
from explorer.figures.positions import sine_cosine as figures
from explorer.positional_encodings.sine_cosine import Mirror, hand, mirror
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import fixed

TURNS = (8, 12, 24)
MOST = 23
PER_TURN: Any = Choice("Positions per turn", 12, TURNS, key="p_per_turn", about="positions in a turn of the hand")
POSITION: Any = Whole("Position", 1, 0, MOST, key="p_place", typed=True, about="of the hand")


@picture(hand, mirror)
def face(*, per_turn: int = PER_TURN, position: int = POSITION) -> View:
    """Positions of one turn of a clock hand, and the waves of sine and cosine that its tip draws.

    >>> face(position=13).sentence.split(".")[-2]
    ' One turn is over after 12: position 13 stands where 1 stood'
    """
    found = mirror(position % per_turn, per_turn)
    again = f" One turn is over after {per_turn}: position {position} stands where {found.position} stood." * (
        position >= per_turn
    )
    return with_question(
        lambda answered, _: View(
            _figure(per_turn, position, found.other if answered else None),
            f"A hand that comes round in {per_turn} positions. At position {position} its tip is at sine "
            f"{fixed(found.sine)}, cosine {fixed(found.cosine)}.{again}",
            lambda: _table(per_turn),
            (_formula(found, per_turn),),
        )
    )


@picture(hand)
def hand_waves(*, per_turn: int = PER_TURN, position: int = POSITION) -> View:
    """Sine and cosine waves of a clock hand, up to a position.

    >>> hand_waves(position=3).table["sine"].round(3).tolist()
    [0.0, 0.5, 0.866, 1.0]
    """
    # The same number of points at every position, the remaining ones at the hand, so that frames can be interpolated.
    fine = np.minimum(np.arange(figures.POINTS * MOST + 1) / figures.POINTS, position)
    passed = np.arange(position + 1)
    sine, cosine = hand(np.array([position / per_turn]))[0].tolist()
    return View(
        figures.hand_waves(fine, hand(fine / per_turn), last=MOST),
        f"How far right the tip stands at each position is the sine, how far up the cosine. From position 0 to "
        f"position {position} the hand has made {fixed(position / per_turn)} turns, to sine {fixed(sine)}, cosine "
        f"{fixed(cosine)}. The cosine at a position is the sine {per_turn // 4} positions later, "
        "after a quarter of a turn.",
        lambda: Table(
            {"position": passed, "sine": hand(passed / per_turn)[:, 0], "cosine": hand(passed / per_turn)[:, 1]},
            "waves",
        ),
    )


@lru_cache(maxsize=64)
def _figure(per_turn: int, position: int, other: int | None) -> Spec:
    # As many points at every position, the remaining ones at the wave's beginning, so that frames can be interpolated.
    ages = np.minimum(np.arange(figures.POINTS * figures.AGE + 1) / figures.POINTS, position)
    passed = hand((position - ages) / per_turn)
    return figures.face(hand(np.arange(per_turn) / per_turn), ages, passed, chosen=position % per_turn, other=other)


def _table(per_turn: int) -> Table:
    sines, cosines = hand(np.arange(per_turn) / per_turn).T
    return Table({"position": range(per_turn), "sine": sines, "cosine": cosines}, "face")


def _formula(found: Mirror, per_turn: int) -> Formula:
    return Formula(
        r"\left(\sin\frac{2\pi p}{n},\ \cos\frac{2\pi p}{n}\right)",
        {
            "p": f"the position: {found.position} in this turn",
            "n": f"positions per turn: {per_turn}",
            r"2\pi": "a whole turn in [[radians]]",
        },
        f"2π · {found.position}/{per_turn} = {fixed(2 * np.pi * found.position / per_turn, 3)} radians; the sine is "
        f"{fixed(found.sine)}, the cosine {fixed(found.cosine)}.",
    )
