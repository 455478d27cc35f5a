"""Sine and cosine: the positions of one turn on a clock face, and their projection to the sine alone."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np

from explorer.figures import theme
from explorer.figures.figure_spec import Floats, Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.positions.circle_and_line_traces import FAINT, circle, plain_line
from explorer.figures.projection.dot_labels import HALO
from explorer.positional_encodings.sine_cosine import Mirror, hand, mirror
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Int, Text, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import fixed

PerTurn = Literal[8, 12, 24]
TURNS: tuple[PerTurn, ...] = get_args(PerTurn)
MOST = 23
PER_TURN: Any = Choice("Positions per turn", 12, TURNS, key="p_per_turn", about="positions in a turn of the hand")
POSITION: Any = Whole("Position", 8, 0, MOST, key="p_place", typed=True, about="of the hand")
WORDS: Any = Text("Words", "", about="words that stand at the first positions, and are written there")
NAMED = 7
"""Letters of such a word, in the dial's margin."""


@picture(hand, mirror)
def face(*, per_turn: PerTurn = PER_TURN, position: Int = POSITION, words: str = WORDS) -> View:
    """Positions of one turn of a clock hand, and the waves of sine and cosine that its tip draws.

    >>> face(position=13).sentence.split(".")[-2]
    ' One turn is over after 12: position 13 stands where 1 stood'
    """
    found = mirror(position % per_turn, per_turn)
    tails = " The two tails, where both were at earlier positions, are the waves." * (position > 0)
    again = f" One turn is over after {per_turn}: position {position} stands where {found.position} stood." * (
        position >= per_turn
    )
    return with_question(
        lambda answered, _: View(
            _figure(per_turn, position, found.other if answered else None, words),
            f"At position {position} the tip of this hand, which comes round in {per_turn} positions, is at sine "
            f"{fixed(found.sine)}, cosine {fixed(found.cosine)}.{tails}{again}",
            lambda: _table(per_turn),
            (_formula(found, per_turn),),
        )
    )


@lru_cache(maxsize=64)
def _figure(per_turn: int, position: int, other: int | None, words: str) -> Spec:
    # As many points at every position, the remaining ones at the wave's beginning, so that frames can be interpolated.
    ages = np.minimum(np.arange(POINTS * AGE + 1) / POINTS, position)
    passed = hand((position - ages) / per_turn)
    named = [plain(word, NAMED) for word in words.split()[:per_turn]]
    names = [f"{at} {named[at]}" if at < len(named) else str(at) for at in range(per_turn)]
    return _draw_face(
        hand(np.arange(per_turn) / per_turn), ages, passed, names, chosen=position % per_turn, other=other
    )


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


SHADOW = -1.5  # height of the sines, below a face of radius 1
BESIDE, ENDS = (1.5, 2.1), 3.8  # where the cosines stand to its right, further with words between, and their wave ends
PAPER = 1.2  # length of the wave of sines: little room is left below
POINTS = 6
"""Points of a wave per position."""
AGE = 12
"""Positions that the paper holds."""


def _draw_face(
    positions: Floats, ages: Floats, passed: Floats, names: list[str], *, chosen: int, other: int | None
) -> Spec:
    """Points at (sine, cosine), (P, 2), by name, and the two waves that the hand's tip draws, as a pen on paper.

    The hand points at the chosen position. A line connects that with its sine, straight down, and `other`, the position
    with the same sine, after the reveal; another line leads to its cosine. From there the waves run on:
    `passed`, (N, 2), is where the tip was, and `ages`, (N,), how many positions ago, from 0 at the tip.
    """
    count = len(positions)
    shown = [chosen] if other is None else [chosen, other]
    rest = [position for position in range(count) if position not in shown]
    traces = [circle(0.0, 0.0)]
    every = -(-count // 24)
    traces.append(
        plain_line(
            positions[rest, 0],
            positions[rest, 1],
            mode="markers+text" if count <= 24 else "markers",
            text=[names[position] if position % every == 0 else "" for position in rest],
            textposition=[_side(*positions[position]) for position in rest],
            textfont={"shadow": HALO},
            marker={"size": 9, "color": FAINT},
            customdata=rest,
            hovertemplate="position %{customdata}: sine %{x:.2f}, cosine %{y:.2f}<extra></extra>",
            hoverinfo="all",
        )
    )
    hand = {"color": theme.category(0)["color"], "width": 5}
    traces.append(plain_line(positions[[chosen], 0] * [0, 1], positions[[chosen], 1] * [0, 1], name="hand", line=hand))
    for number, position in enumerate(shown):
        look = theme.category((0, 3)[number])
        sine, cosine = positions[position].tolist()
        same = number == 1 and other == chosen  # an empty trace, since no other position has that sine
        traces.append(
            plain_line(
                np.array([sine, sine]),
                np.array([cosine, SHADOW]),
                mode="lines+markers+text",
                text=[names[position], ""],
                textposition=_side(sine, cosine).replace("middle right", "top right"),  # off the line to the cosine
                visible=not same,
                textfont={"size": 18, "color": theme.INK},
                line={"color": look["color"], "dash": look["dash"], "width": 2},
                marker={"size": [15, 15 - 5 * number], "color": look["color"], "symbol": look["symbol"]},
                hovertemplate=f"position {position}: sine {fixed(sine)}, cosine {fixed(cosine)}<extra></extra>",
                hoverinfo="all",
            )
        )
    traces.append(traces.pop(1))  # names lie on the lines, with a halo, and not under them
    beside = BESIDE[any(" " in name for name in names)]
    traces += _drawn_waves(ages, passed, beside)
    edge = {"type": "line", "line": {"color": theme.INK, "width": 1.5}}
    edges = [
        edge | {"x0": -1.15, "x1": 1.15, "y0": SHADOW, "y1": SHADOW},
        edge | {"x0": beside, "x1": beside, "y0": -1.15, "y1": 1.15},
    ]
    bare = {"visible": False, "fixedrange": True}
    x_axis = bare | {"range": [-0.1 - beside, ENDS + 0.1], "constrain": "domain"}
    y_axis = bare | {"range": [SHADOW - PAPER - 0.1, 1.5], "scaleanchor": "x"}
    made = layout("", "", 540, x=x_axis, y=y_axis, margin={"l": 8, "r": 8, "t": 8, "b": 8})
    return Spec(traces, made | {"shapes": edges, "showlegend": False})


def _drawn_waves(ages: Floats, passed: Floats, beside: float) -> list[dict[str, Any]]:
    """The line to the cosine, both waves with a dot at each position, and their names with the newest value."""
    sine, cosine = passed[0].tolist()
    whole = np.where(np.arange(len(ages)) % POINTS, 0, 6).tolist()
    drawn = []
    for number, (x, y) in enumerate(
        ((passed[:, 0], SHADOW - PAPER * ages / AGE), ((ENDS - beside) * ages / AGE + beside, passed[:, 1]))
    ):
        look = theme.category(number)
        drawn.append(
            plain_line(
                x,
                y,
                mode="lines+markers",
                name=("sine", "cosine")[number],
                line={"color": look["color"], "width": 2},
                marker={"size": whole, "color": look["color"], "symbol": look["symbol"]},
            )
        )
    look = theme.category(1)
    across = plain_line(
        np.array([sine, beside]),
        np.array([cosine, cosine]),
        mode="lines+markers",
        line={"color": look["color"], "dash": look["dash"], "width": 2},
        marker={"size": [0, 14], "color": look["color"], "symbol": look["symbol"]},
    )
    names = plain_line(
        np.array([1.2, ENDS]),
        np.array([SHADOW, 1.28]),
        mode="text",
        text=[f"sine wave {fixed(sine)}", f"cosine wave {fixed(cosine)}"],
        textposition=["middle right", "middle left"],
        textfont={"size": 16, "color": theme.INK},
    )
    return [*drawn, across, names]


def _side(sine: float, cosine: float) -> str:
    """Side of a label: outside the face."""
    upright = "top" if cosine > 0.4 else "bottom" if cosine < -0.4 else "middle"
    sideways = "right" if sine > 0.4 else "left" if sine < -0.4 else "center"
    return f"{upright} {sideways}"
