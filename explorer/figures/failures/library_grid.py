"""Grid of libraries' reactions to mistakes: a colour and a word in each cell."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain

CELL_HEIGHT, LOW = 58, 36
"""Row heights in pixels for names of two lines, and of one line."""
COLOURS = (theme.OKABE_ITO[0], theme.OKABE_ITO[1], theme.OKABE_ITO[2])
ON = tuple(map(theme.ink_on, COLOURS))
"""Text colour on each of them."""


def grid(
    rows: Sequence[str],
    columns: Sequence[str],
    kinds: Sequence[Sequence[int]],
    words: Sequence[str],
    *,
    wide: bool = False,
) -> Spec:
    """A table of colours with a word in each cell: `kinds` are indices of `words`; −1 is a masked cell.

    `wide`: names in one line, for presenter mode; else in two.
    """
    covered = [[kind if kind >= 0 else None for kind in row] for row in kinds]
    steps: list[list[float | str]] = []
    for number, colour in enumerate(COLOURS):
        steps += [[number / len(COLOURS), colour], [(number + 1) / len(COLOURS), colour]]
    trace = {
        "type": "heatmap",
        "z": covered,
        "zmin": -0.5,
        "zmax": len(COLOURS) - 0.5,
        "colorscale": steps,
        "showscale": False,
        "text": [[words[kind] if kind >= 0 else "?" for kind in row] for row in kinds],
        "xgap": 2,
        "ygap": 2,
        "hovertemplate": "%{y}, %{x}: %{text}<extra></extra>",
        "x": list(columns),
        "y": list(range(len(rows))),
    }
    # A separate trace, since a heatmap has one text colour for all cells.
    said = {
        "type": "scatter",
        "mode": "text",
        "x": list(columns) * len(rows),
        "y": [at for at in range(len(rows)) for _ in columns],
        "text": [words[kind] if kind >= 0 else "?" for row in kinds for kind in row],
        "textfont": {
            "size": theme.FONT_SIZE,
            "color": [ON[kind] if kind >= 0 else theme.INK for row in kinds for kind in row],
        },
        "hoverinfo": "skip",
    }
    wrapped = list(map(plain, rows)) if wide else ["<br>".join(map(plain, textwrap.wrap(row, 17))) for row in rows]
    heads = list(map(plain, columns)) if wide else [plain(name).replace(" ", "<br>") for name in columns]
    made = layout(
        "",
        "",
        70 + (LOW if wide else CELL_HEIGHT) * len(rows),
        x={
            "side": "top",
            "range": [-0.5, len(columns) - 0.5],
            "tickvals": list(range(len(columns))),
            "ticktext": heads,
            "showgrid": False,
            "ticks": "",
            "tickangle": 0,
            "fixedrange": True,
        },
        y={
            "range": [len(rows) - 0.5, -0.5],
            "tickvals": list(range(len(rows))),
            "ticktext": wrapped,
            "showgrid": False,
            "ticks": "",
        },
        margin={"l": 8, "r": 8, "t": 52, "b": 8},
    )
    return Spec([trace, said], made)
