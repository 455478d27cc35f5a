"""Strips of coloured cells for a table's rows; they can be placed anywhere, and move from frame to frame."""

import math
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain

GAP = 1.5
"""Gap between two columns, in cell widths."""
TAB = 0.3
"""Width of the tab in its token's colour that each strip begins with."""
LINE, LOW, MANY = 28, 22, 8
"""Height of a line in pixels; without numbers, of one of more than `MANY` lines."""
NAME = 12
"""Maximum length of a name beside a line."""
HIGH = 0.84
"""Height of a cell, in lines."""
Floats = NDArray[np.floating[Any]]
Strip = tuple[int, float, Floats, str | None]


def strips(
    titles: Sequence[str],
    drawn: Sequence[Strip],
    *,
    left: Mapping[float, str],
    right: Mapping[float, str],
    end: float,
    numbers: bool = False,
    below: str = "",
) -> Spec:
    """Strips in columns.

    Args:
        titles: of the columns.
        drawn: (column, line, numbers, its token's colour) of each, from the lowest to the uppermost; NaN is an empty
            cell.
        left: label left of a line, by its index.
        right: label right of a line.
        end: end of the colour scale.
        numbers: whether to write them into their cells.
        below: a line of text under the strips.
    """
    wide = len(drawn[0][2])
    lines = math.floor(max(line for _, line, _, _ in drawn)) + 1
    base, size, at, fill, text = [], [], [], [], []
    shares = np.concatenate([values for _, _, values, _ in drawn]) / end / 2 + 0.5
    colors = iter(theme.shades(theme.DIVERGING, shares))
    for column, line, values, color in drawn:
        start = column * (wide + GAP)
        tab = TAB if color else 0.0
        base += [start - tab, *(start + np.arange(wide))]
        size += [tab, *[1.0] * wide]
        at += [line] * (wide + 1)
        fill += [color or theme.PAPER, *islice(colors, wide)]
        text += ["", *cell_texts(values[np.newaxis], end)[0]] if numbers else []
    cells: dict[str, Any] = {
        "type": "bar",
        "orientation": "h",
        "base": np.array(base, np.float32),
        "x": np.array(size, np.float32),
        "y": np.array(at, np.float32),
        "width": HIGH,
        "marker": {"color": fill, "line": {"color": theme.GREY, "width": 0.8}},
        "hoverinfo": "skip",
    }
    if numbers:
        inside = {"textposition": "inside", "insidetextanchor": "middle", "textangle": 0, "constraintext": "none"}
        cells |= {"text": text, "textfont": {"size": theme.FONT_SIZE}, **inside}
    # An axis is drawn where a trace has it.
    other = {"type": "scatter", "x": [None], "y": [None], "yaxis": "y2", "hoverinfo": "skip"}
    bare = {"showgrid": False, "showline": False, "ticks": "", "fixedrange": True}
    reach = {"range": [lines - 0.5, -0.5], **bare}
    under, each = LINE * bool(below), LINE if numbers or lines <= MANY else LOW
    margin = {"l": 8, "r": 8, "t": 40, "b": 8 + under}
    made = layout(below, "", 60 + each * lines + under, y=reach | _names(left), margin=margin)
    made["xaxis"] |= bare | {"range": [-TAB - 0.1, len(titles) * (wide + GAP) - GAP + 0.1], "showticklabels": False}
    made["yaxis2"] = reach | _names(right) | {"overlaying": "y", "side": "right", "automargin": True, "zeroline": False}
    anchor = {"yref": "paper", "y": 1, "xanchor": "center", "yanchor": "bottom", "showarrow": False}
    made["annotations"] = [
        {"text": title, "x": column * (wide + GAP) + wide / 2, **anchor} for column, title in enumerate(titles)
    ]
    return Spec([cells, other], made | {"barmode": "overlay", "bargap": 0, "showlegend": False})


def _names(names: Mapping[float, str]) -> dict[str, Any]:
    return {"tickvals": list(names), "ticktext": [plain(name, NAME) for name in names.values()]}


def row_frame(left: float, right: float, line: int) -> list[dict[str, Any]]:
    """A frame around one line of cells: dark, as the cells are light, with a light edge that a dark page shows."""
    rect = {"type": "rect", "x0": left, "x1": right, "y0": line - 0.5, "y1": line + 0.5}
    return [rect | {"line": {"color": color, "width": width}} for color, width in ((theme.LIGHT, 9), (theme.DARK, 3))]


def cell_texts(matrix: Floats, limit: float) -> list[list[str]]:
    """Cell texts of a matrix: its numbers in their shortest form, "" where there is none.

    >>> cell_texts(np.array([[-1.5, np.nan]]), 2.0)
    [['<span style="color:#060606">−1.5</span>', '']]
    """

    def number_text(value: float, colour: str) -> str:
        return "" if math.isnan(value) else theme.in_cell(f"{value + 0.0:g}".replace("-", "−"), colour)

    rows = np.asarray(matrix, np.float64)
    return [list(map(number_text, row.tolist(), theme.shades(theme.DIVERGING, 0.5 + row / limit / 2))) for row in rows]
