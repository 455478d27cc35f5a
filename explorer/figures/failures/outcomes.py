"""Outcomes of mistakes as bars with a limit, and libraries' reactions as a grid. Plain dicts, see figures.spec."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np

from explorer.figures import theme
from explorer.figures.label_text import plain
from explorer.figures.spec import Spec, layout

BAR_HEIGHT = 62
CELL_HEIGHT, LOW = 58, 36
"""Row heights in pixels for names of two lines, and of one line."""
COLOURS = (theme.OKABE_ITO[0], theme.OKABE_ITO[1], theme.OKABE_ITO[2])
ON = tuple(map(theme.ink_on, COLOURS))
"""Text colour on each of them."""


def bars(
    title: str,
    names: Sequence[str],
    values: Sequence[float],
    texts: Sequence[str],
    *,
    limit: float | None = None,
    limit_text: str = "",
) -> Spec:
    """One bar per name, with name and text above it, and a dashed line at the limit.

    A bar beyond the limit is striped and has another colour.
    """
    beyond = [limit is not None and value > limit for value in values]
    trace = {
        "type": "bar",
        "orientation": "h",
        "x": np.asarray(values, np.float64),
        "y": list(range(len(names))),
        "width": 0.34,
        "marker": {
            "color": [theme.OKABE_ITO[3 if over else 0] for over in beyond],
            "pattern": {"shape": ["/" if over else "" for over in beyond]},
        },
        "customdata": [plain(f"{name}: {text}") for name, text in zip(names, texts, strict=True)],
        "hovertemplate": "%{customdata}<extra></extra>",
    }
    written = {"showarrow": False, "font": {"size": theme.FONT_SIZE}}
    notes: list[dict[str, Any]] = [
        {"text": plain(f"{name}: {text}"), "x": 0, "xref": "paper", "y": row - 0.38, "xanchor": "left", **written}
        for row, (name, text) in enumerate(zip(names, texts, strict=True))
    ]
    bare = {"range": [len(names) - 0.5, -0.75], "showticklabels": False, "showgrid": False, "ticks": ""}
    most = max([*values, limit or 0.0, 1e-9])
    made = layout(
        title,
        "",
        100 + BAR_HEIGHT * len(names) + (26 if limit_text else 0),
        x={"range": [0, most * 1.08], "nticks": 5},
        y=bare,
        margin={"l": 12, "r": 12, "t": 34 if limit_text else 8, "b": 56},
    )
    if limit is None:
        return Spec([trace], made | {"annotations": notes})
    right = limit > most / 2
    notes.append(
        {"text": limit_text, "x": limit, "y": 1, "yref": "paper", "yanchor": "bottom", **written}
        | {"xanchor": "right" if right else "left"}
    )
    line = {"type": "line", "x0": limit, "x1": limit, "y0": 0, "y1": 1, "yref": "paper"}
    line["line"] = {"dash": "dash", "width": 2, "color": theme.INK}
    return Spec([trace], made | {"annotations": notes, "shapes": [line]})


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
