"""Vector addition of a row and a position in the plane, by the core's layer ("Two arrows" on the page)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np

from explorer.content.en import shared_page_questions
from explorer.core import EmbeddingLayer
from explorer.figures import theme
from explorer.figures.figure_spec import GUESS, Floats, Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.positions.circle_and_line_traces import FAINT, circle, plain_line
from explorer.positional_encodings.vector_addition import POSITIONS, WORDS, counted_cosine, summed
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import fixed, in_brackets

ANYWHERE, CIRCLE, LINE = shared_page_questions.RING.choices
Numbers = Literal["Sine and cosine", "One growing number"]
WAVES, GROWING = get_args(Numbers)
Word = Literal["dog", "bites", "man"]
WORD: Any = Choice("Word", "dog", tuple(WORDS), key="p_word", about="whose row is the first arrow")
POSITION: Any = Whole("Position", 2, 0, POSITIONS - 1, key="p_word_place", typed=True, about="of the word")
ENCODING: Any = Choice(
    "Numbers of a position",
    WAVES,
    (WAVES, GROWING),
    key="p_word_position",
    about="those of a hand that comes round in 12 positions, or the position itself, added to both numbers",
)


@picture(summed, EmbeddingLayer.forward)
def arrows(*, word: Word = WORD, position: Int = POSITION, encoding: Numbers = ENCODING) -> View:
    """A word's row, its position's row attached to the tip, and their sum.

    >>> arrows().formula.worked
    'First number: 2.80 + 0.87 = 3.67. Second: 0.60 + 0.50 = 1.10.'
    """
    if encoding == GROWING:
        return _growing(word, position)
    row, total = np.array(WORDS[word]), summed(word)[position]
    says = (
        f"“{word}” at position {position}: the word {pair(row)} plus the position {pair(total - row)} is the sum "
        f"{pair(total)}, which a model would read."
    )

    def draw(answered: bool, guess: str | None) -> View:
        wrong = guess if guess in (LINE, ANYWHERE) else None
        return View(
            _figure(word, position, answered, wrong),
            says + (f" Your guess, {wrong}, is dotted." if wrong else ""),
            lambda: _table(word),
            (_formula(word, position, row, total - row, total),),
        )

    return with_question(draw)


def _growing(word: str, position: int) -> View:
    row, total = np.array(WORDS[word]), summed(word, growing=True)[position]
    step = total - row
    lengths = [float(np.linalg.norm(each)) for each in (row, step)]
    other = next(each for each in ("man", "dog") if each != word)
    says = (
        f"At position {position} the arrow of “{word}” is {fixed(lengths[0])} long, that of the position "
        f"{fixed(lengths[1])}. The sums of “{word}” and “{other}” there have a cosine of "
        f"{fixed(counted_cosine(word, other, position))}, their rows alone one of "
        f"{fixed(counted_cosine(word, other, 0))}."
    )
    return View(
        _draw_two_sums(WORDS, {each: summed(each, growing=True) for each in (word, other)}, position),
        says,
        lambda: _table(word, growing=True),
        (
            Formula(
                r"x = E[\text{word}] + (p, p)",
                {
                    r"E[\text{word}]": f"the row of “{word}”: {pair(row)}",
                    "p": f"the position: {position}",
                    "x": "the sum",
                },
                f"First number: {fixed(row[0])} + {fixed(step[0])} = {fixed(total[0])}. Second: {fixed(row[1])} + "
                f"{fixed(step[1])} = {fixed(total[1])}.",
            ),
        ),
    )


def pair(values: Floats) -> str:
    """Two numbers as a point.

    >>> pair(np.array([0.5, -1]))
    '(0.50, −1.00)'
    """
    return f"({', '.join(fixed(value) for value in values.tolist())})"


@lru_cache(maxsize=128)
def _figure(word: str, position: int, ring: bool, guess: str | None) -> Spec:
    sums = summed(word)
    figure = _draw_arrows(WORDS, sums, word=word, position=position, ring=ring)
    if guess is None:
        return figure
    step = sums[1] - sums[0]
    return _outlined(figure, np.stack([sums[0] - 4 * step, sums[0] + 4 * step]) if guess == LINE else None)


def _table(word: str, growing: bool = False) -> Table:
    sums = summed(word, growing)
    steps = sums - np.array(WORDS[word])
    return Table(
        {
            "position": range(POSITIONS),
            "position, first": steps[:, 0],
            "position, second": steps[:, 1],
            "sum, first": sums[:, 0],
            "sum, second": sums[:, 1],
        },
        "arrows",
    )


def _formula(word: str, position: int, row: Floats, step: Floats, total: Floats) -> Formula:
    return Formula(
        r"x = E[\text{word}] + P[p]",
        {
            r"E[\text{word}]": f"the row of “{word}”: {pair(row)}",
            "P[p]": f"the row of position {position}, sine and cosine of a hand that comes round in {POSITIONS} "
            f"positions: {pair(step)}",
            "x": "what the model reads",
        },
        f"First number: {fixed(row[0])} + {in_brackets(fixed(step[0]))} = {fixed(total[0])}. Second: {fixed(row[1])} + "
        f"{in_brackets(fixed(step[1]))} = {fixed(total[1])}.",
    )


BESIDE = 25
"""Pixels outwards from a sum to its position's number; in the plane's unit it would be far off on a large screen."""
EDGE = 0.6
"""Padding around the two arrows and those numbers."""


def _draw_arrows(
    rows: Mapping[str, tuple[float, float]], sums: Floats, *, word: str, position: int, ring: bool
) -> Spec:
    """The word's row from the origin, the position from its tip, and their sum; with `ring` all positions’ sums."""
    row, total = np.array(rows[word]), sums[position]
    covers = {"showarrow": False, "bgcolor": theme.PAPER, "borderpad": 0}  # an axis behind a name
    numbers: list[dict[str, Any]] = []
    traces: list[dict[str, Any]] = []
    if ring:
        traces.append(circle(float(row[0]), float(row[1])))
        traces.append(
            plain_line(
                sums[:, 0],
                sums[:, 1],
                mode="markers",
                name="sums at all positions",
                text=[str(p) for p in range(len(sums))],
                marker={"size": 8, "color": theme.OKABE_ITO[2], "symbol": theme.SYMBOLS[2]},
                hovertemplate=f"{word} at position %{{text}}: (%{{x:.2f}}, %{{y:.2f}})<extra></extra>",
                hoverinfo="all",
            )
        )
        # Each number ends outside the circle, however large its type is: it would cover its own point.
        numbers = [
            {"x": x, "y": y, "text": str(p), "xshift": right * BESIDE, "yshift": up * BESIDE, **covers}
            | {"xanchor": ("center", "left", "right")[round(right / 1.3)]}
            | {"yanchor": ("middle", "bottom", "top")[round(up / 1.3)]}
            for p, ((x, y), (right, up)) in enumerate(zip(sums.tolist(), (sums - row).round(2).tolist(), strict=True))
        ]
    traces += _legend(f"row of “{word}”", f"position {position}", "their sum")
    name: dict[str, Any] = {"x": row[0] * 0.2, "y": row[1] * 0.2, "text": word, **covers} | _beside(row, total)
    seen = np.vstack([(0.0, 0.0), sums])
    notes = [name, *numbers, *_chain(row, total)]
    return _plane(traces, notes, seen.min(axis=0) - EDGE, seen.max(axis=0) + EDGE, 1)


def _draw_two_sums(rows: Mapping[str, tuple[float, float]], sums: Mapping[str, Floats], position: int) -> Spec:
    """The arrows of two words, and of their sums with the same position, on axes that hold those of all positions.

    Args:
        rows: of at least those two words.
        sums: two words and their sums at each position, (P, 2).
        position: the one that is added to both.
    """
    notes: list[dict[str, Any]] = []
    left, _ = sorted(sums, key=lambda word: rows[word][0])
    for word, totals in sums.items():
        x, y = totals[position].tolist()
        *own, total = _chain(np.array(rows[word]), totals[position])
        notes += [total, *own]  # at position 0 the row covers the sum
        beside = {"yanchor": "bottom", "yshift": 4} if word == left else {"xanchor": "left", "xshift": 4}
        notes.append({"x": x, "y": y, "text": plain(word, 12), "showarrow": False} | beside)
    traces = _legend("rows", f"position {position}", "sums")
    seen = np.vstack([(0.0, 0.0), *sums.values()])
    low, high = seen.min(axis=0) - EDGE, seen.max(axis=0)
    # Room for a name above the left word's sum, and for one to the right of the other.
    return _plane(traces, notes, low, np.array([high[0] + 4.0, high[1] + 2.0]), 5)


def _chain(row: Floats, total: Floats) -> list[dict[str, Any]]:
    return [
        _arrow((0.0, 0.0), row, theme.OKABE_ITO[0], 3.5),
        _arrow(row, total, theme.OKABE_ITO[3], 3.5),
        _arrow((0.0, 0.0), total, theme.OKABE_ITO[2], 2.0),
    ]


def _legend(row: str, position: str, total: str) -> list[dict[str, Any]]:
    """An invisible line for each kind of arrow: arrows are annotations, which have no legend."""
    nowhere = np.array([np.nan])
    return [
        plain_line(nowhere, nowhere, name=name, line={"color": theme.OKABE_ITO[index], "width": 3}, showlegend=True)
        for name, index in ((row, 0), (position, 3), (total, 2))
    ]


def _plane(traces: list[dict[str, Any]], notes: list[dict[str, Any]], low: Floats, high: Floats, tick: int) -> Spec:
    (left, bottom), (right, top) = low.round(2).tolist(), high.round(2).tolist()
    axes = {"zeroline": True, "zerolinecolor": FAINT, "showgrid": False, "fixedrange": True, "dtick": tick}
    x_axis = axes | {"range": [left, right], "constrain": "domain"}
    y_axis = axes | {"range": [bottom, top], "scaleanchor": "x"}
    made = layout("first number", "second number", 540, legend=True, x=x_axis, y=y_axis)
    return Spec(traces, made | {"annotations": notes})


def _beside(row: Floats, total: Floats) -> dict[str, float]:
    """Offset in pixels of a name beside an arrow, away from the sum's arrow."""
    turned = row[0] * total[1] - row[1] * total[0]
    across = np.array([row[1], -row[0]]) / np.linalg.norm(row) * (1 if turned >= 0 else -1)
    return {"xshift": round(28 * float(across[0]), 1), "yshift": round(15 * float(across[1]), 1)}


def _outlined(arrows_: Spec, ends: Floats | None) -> Spec:
    """The arrows with a visitor's guess, dotted: the line between two `ends` (2, 2), or None for the whole plane."""
    if ends is None:
        (left, right), (low, high) = arrows_.layout["xaxis"]["range"], arrows_.layout["yaxis"]["range"]
        left, right, low, high = left + 0.1, right - 0.1, low + 0.1, high - 0.1
        ends = np.array([(left, low), (right, low), (right, high), (left, high), (left, low)])
    look = {"color": theme.INK, "width": 2.5, "dash": "dot"}
    return Spec(
        [*arrows_.data, plain_line(ends[:, 0], ends[:, 1], name=GUESS, line=look, showlegend=True)], arrows_.layout
    )


def _arrow(start: Sequence[float] | Floats, end: Sequence[float] | Floats, color: str, width: float) -> dict[str, Any]:
    tail = {"ax": float(start[0]), "ay": float(start[1]), "axref": "x", "ayref": "y", "xref": "x", "yref": "y"}
    head = {"x": float(end[0]), "y": float(end[1]), "showarrow": True, "text": ""}
    return tail | head | {"arrowcolor": color, "arrowwidth": width, "arrowhead": 2, "arrowsize": 0.9}
