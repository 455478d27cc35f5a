"""Token boxes: each token of a text as a box with its text and id, for notebooks; the page has a component."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout

ROW, LETTER, ACROSS = 64, 9.5, 720
"""Pixels: a line of boxes, a letter of the code font, and the width that a line fills."""


def boxes(lines: Sequence[Sequence[tuple[str, int, str]]], selected: int, cut: str = "") -> Spec:
    """The boxes of lines of tokens, each a label, an id and a colour; a full line goes on below.

    `cut`: what is said of those that are not drawn.

    >>> spec = boxes([[("The", 464, "#8179CD"), ("␣cat", 3797, "#8179CD")]], 1)
    >>> [note["text"] for note in spec.layout["annotations"]]
    ['The<br><sub>464</sub>', '<b>␣cat</b><br><sub>3797</sub>']
    """
    notes: list[dict[str, Any]] = []
    row = 0
    for line in lines:
        at = 0.0
        for label, number, colour in line:
            wide = LETTER * max(len(label), len(str(number))) + 14
            if at and at + wide > ACROSS:
                row, at = row + 1, 0.0
            chosen = len(notes) == selected
            notes.append(
                {
                    "text": f"{f'<b>{label}</b>' if chosen else label}<br><sub>{number}</sub>",
                    "x": at,
                    "y": row + 0.5,
                    "xanchor": "left",
                    "showarrow": False,
                    "width": wide - 12,
                    "font": {"family": "monospace", "size": 15},
                    "bgcolor": theme.clear(colour, 0.18),
                    "bordercolor": theme.INK if chosen else colour,
                    "borderwidth": 3 if chosen else 1,
                    "borderpad": 3,
                }
            )
            at += wide
        row += 1
    hidden: dict[str, Any] = {"showticklabels": False, "ticks": "", "showgrid": False, "fixedrange": True}
    made = layout(cut, "", ROW * row + 76, x={**hidden, "range": [0, ACROSS]}, y={**hidden, "range": [row, 0]})
    made["margin"] = {"l": 8, "r": 8, "t": 12, "b": 64}
    return Spec([{"type": "scatter", "x": [], "y": []}], made | {"annotations": notes})
