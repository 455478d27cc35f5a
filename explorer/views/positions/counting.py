"""Counting: a position's digits on dials, with hands that jump from mark to mark or glide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np

from explorer.content.en import shared_page_questions
from explorer.excerpt import first_of, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import Floats, Spec, guessed, layout, line
from explorer.figures.positions.circle_and_line_traces import circle, join_lines, plain_line
from explorer.positional_encodings.counting import Counter
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, fixed, listed

POSITIONS = 128
Kind = Literal["minutes and hours", "tens", "binary"]
USUAL: Kind = "minutes and hours"
KINDS: dict[Kind, tuple[tuple[int, ...], tuple[str, ...]]] = {
    USUAL: ((60, 12), ("minutes", "hours")),
    "tens": ((10, 10, 10), ("ones", "tens", "hundreds")),
    "binary": ((2,) * 7, tuple(f"{1 << digit}s" for digit in range(7))),
}
Hands = Literal["jump", "glide"]
JUMP, GLIDE = get_args(Hands)
FIRST, CARRY, SAME = shared_page_questions.CARRY.choices
KIND: Any = Choice("Dials", USUAL, tuple(KINDS), key="p_kind_of_dial", about="the kind of dials")
HANDS: Any = Choice(
    "Hands", JUMP, (JUMP, GLIDE), key="p_hands_move", about="whether hands jump from mark to mark, or glide"
)
POSITION: Any = Whole("Position", 59, 0, POSITIONS - 1, key="p_count", typed=True, about="shown on the dials")


@picture(Counter)
def dials(*, kind: Kind = KIND, hands: Hands = HANDS, position: Int = POSITION) -> View:
    """A position on dials, one for each digit, the slowest on the left.

    >>> dials(position=75).table["mark"]
    [15, 1]
    """
    radices, names = KINDS[kind]
    counter = Counter(radices)
    both = [max(position - 1, 0), position]
    (_, turns), (before, tips) = (at(both, glide=hands == GLIDE) for at in (counter.turns, counter.rows))
    return with_question(
        lambda answered, _: View(
            _draw_dials(tips.reshape(-1, 2), turns.tolist(), counter.radices, names, before if answered else tips),
            _reading(counter, names, position, turns.tolist(), hands),
            lambda: Table(
                {
                    "dial": list(names),
                    "mark": counter.digits(position),
                    "turns": turns,
                    "positions per turn": list(counter.periods),
                },
                "dials",
            ),
            (_formula(counter, names, position, turns.tolist(), hands),),
        )
    )


@picture(Counter)
def neighbours(*, kind: Kind = KIND, position: Int = POSITION) -> View:
    """Distance between the hands' tips of each two neighbouring positions.

    >>> neighbours(kind="tens").table["if they jump"][8:10].round(3).tolist()
    [0.618, 0.874]
    """
    counter = Counter(KINDS[kind][0])
    return with_question(
        lambda answered, guess: View(
            _lines(counter.radices, answered, position, guess),
            _distances(counter.radices, position, answered) + (f" The star is your guess, {guess}." if guess else ""),
            lambda: Table({"position": range(POSITIONS), **_curves(counter.radices, answered)}, "neighbours"),
            left_out=ranges("Drawn", first_of("position", range(counter.count), POSITIONS)),
        )
    )


@lru_cache(maxsize=8)
def steps(radices: tuple[int, ...], glide: bool) -> Floats:
    """Distance from each position below `POSITIONS` to the next."""
    return Counter(radices).steps(POSITIONS, glide=glide)


def _curves(radices: tuple[int, ...], answered: bool) -> dict[str, Floats]:
    jumping = {"if they jump": steps(radices, False)} if answered else {}
    return {**jumping, "if they glide": steps(radices, True)}


@lru_cache(maxsize=32)
def _lines(radices: tuple[int, ...], answered: bool, position: int, guess: str | None) -> Spec:
    figure = _draw_neighbours(_curves(radices, answered), position=position)
    if guess is None:
        return figure
    first, carry = 0, radices[0] - 1
    jumping = steps(radices, False)
    # The star is at the guessed pair; for "equally far" at the carry, as high as the first pair.
    return guessed(figure, carry if guess != FIRST else first, float(jumping[first if guess != CARRY else carry]))


def _reading(counter: Counter, names: tuple[str, ...], position: int, turns: list[float], hands: str) -> str:
    digits = counter.digits(position)
    marks = listed([f"{digit} ({name})" for digit, name in zip(digits[::-1], names[::-1], strict=True)])
    reads = (
        f"{count(len(digits), 'number')} below {max(counter.radices)} tell {counter.count:,} positions apart: "
        f"{position} reads {marks}."
    )
    if hands != GLIDE:
        return reads
    made = listed([fixed(turn, 3) for turn in turns[::-1]])
    return f"{reads} Gliding from mark to mark, the hands have made {made} turns since position 0."


def _distances(radices: tuple[int, ...], position: int, answered: bool) -> str:
    gliding = f"{steps(radices, True)[0]:.3f} between any two neighbours, when the hands glide"
    says = f"How far apart the tips of the hands are from one position to the next: {gliding}."
    if not answered:
        return f"{says} The jumps come later."
    jumping = steps(radices, False)
    return (
        f"{says} When they jump, {jumping.min():.3f} to {jumping.max():.3f}; from {position} to {position + 1} it is "
        f"{jumping[position]:.3f}."
    )


def _formula(counter: Counter, names: tuple[str, ...], position: int, turns: list[float], hands: str) -> Formula:
    digits, glide = counter.digits(position), hands == GLIDE
    dial = max((at for at, digit in enumerate(digits) if digit), default=0)
    marks, period = counter.radices[dial], counter.periods[dial]
    stride = period // marks
    reached = position // stride
    made = f"{position} / {period}" if glide else f"{reached} / {marks}"
    return Formula(
        r"d=\left\lfloor\frac{p}{s}\right\rfloor\bmod b\qquad t="
        + (r"\frac{p}{s\,b}" if glide else r"\frac{\lfloor p/s\rfloor}{b}"),
        {
            "p": f"the position: {position}",
            "b": f"marks on the dial: {marks} for {names[dial]}",
            "s": f"positions from one mark of this dial to the next: {stride}",
            r"\lfloor\;\rfloor": "rounded down to a whole number",
            r"\bmod b": "the rest that is left after dividing by b",
            "d": "the mark that is read",
            "t": f"turns of the hand since position 0, when hands {hands}",
        },
        f"The dial of {names[dial]}: {position} / {stride}, rounded down, is {reached}, and {reached} divided by "
        f"{marks} leaves {digits[dial]}: that mark. Its hand has made {made} = {fixed(turns[dial], 3)} turns.",
    )


APART = 2.5  # dials of radius 1
_BARE = {"visible": False, "fixedrange": True}


def _draw_dials(
    tips: Floats, turns: Sequence[float], radices: Sequence[int], labels: Sequence[str], before: Floats
) -> Spec:
    """A dial for each digit, the slowest on the left as in written numbers; all arguments have the fastest first.

    `tips` are the hands' tips, sine and cosine, (dials, 2), and `before` those at the position before, drawn dotted;
    `turns` are for the hover text.
    """
    count = len(radices)
    middles = [APART * (count - 1 - dial) for dial in range(count)]
    marks, hands, dotted = [], [], []
    for x, tip, last, radix in zip(middles, tips.tolist(), before.reshape(-1, 2).tolist(), radices, strict=True):
        angles = 2 * np.pi * np.arange(radix) / radix
        ends = np.array([0.88, 1.0])
        marks += [{"x": x + ends * np.sin(angle), "y": ends * np.cos(angle)} for angle in angles]
        hands.append({"x": [x, x + 0.8 * tip[0]], "y": [0, 0.8 * tip[1]]})
        dotted.append({"x": [x, x + 0.8 * last[0]], "y": [0, 0.8 * last[1]]})
    sentences = [f"{label}: {turn:,.3f} turns<extra></extra>" for label, turn in zip(labels, turns, strict=True)]
    # One trace for all dials: Plotly's work for a frame grows with the number of traces.
    traces = [
        join_lines([circle(x, 0.0) for x in middles]),
        plain_line(**join_lines(marks), line={"color": theme.INK, "width": 1.5}),
        plain_line(**join_lines(dotted), line={"color": theme.OKABE_ITO[3], "width": 3, "dash": "dot"}),
        plain_line(
            **join_lines(hands),
            mode="lines+markers",
            line={"color": theme.OKABE_ITO[0], "width": 5},
            marker={"size": [5, 12, 0] * count, "color": theme.OKABE_ITO[0]},
            hovertemplate=[text for text in sentences for _ in range(3)],
            hoverinfo="all",
        ),
    ]
    notes = [
        {"x": x, "y": -1.1, "text": label, "yanchor": "top", "showarrow": False}
        for x, label in zip(middles, labels, strict=True)
    ]
    wide = max(count, 2)
    x_axis = _BARE | {"range": [-1.25 - (wide - count) * APART / 2, APART * (wide - (wide - count) / 2 - 1) + 1.25]}
    y_axis = _BARE | {"range": [-1.6, 1.1], "scaleanchor": "x"}
    made = layout("", "", 420, x=x_axis, y=y_axis, margin={"l": 8, "r": 8, "t": 8, "b": 8})
    return Spec(traces, made | {"annotations": notes, "showlegend": False})


def _draw_neighbours(steps: Mapping[str, Floats], *, position: int) -> Spec:
    """Distance between the rows of p and p + 1, for every p: one line per kind of hand, a mark at the position.

    Gliding hands look the same with and without jumping ones, which come first if there are two kinds.
    """
    traces = []
    for name, values, number in zip(steps, steps.values(), (3, 0)[-len(steps) :], strict=True):
        look = theme.category(number)
        drawn = {"color": look["color"], "dash": look["dash"], "width": 2, "shape": "hvh"}
        traces.append(
            line(
                values,
                name=name,
                line=drawn,
                hovertemplate=f"{name}, from %{{x}} to the next: %{{y:.3f}}<extra></extra>",
            )
        )
    last = max(len(values) for values in steps.values()) - 1
    dotted = {"color": theme.INK, "dash": "dot", "width": 1.5}
    at = min(position, last)
    # Behind the lines, since one of them has its peak there.
    shape = {"type": "line", "x0": at, "x1": at, "yref": "paper", "y0": 0, "y1": 1, "line": dotted, "layer": "below"}
    made = layout("position p", "from p to p + 1", 300, legend=True, y={"rangemode": "tozero"})
    return Spec(traces, made | {"shapes": [shape]})
