"""Heatmaps past the trained length: the row added at each position, and tables of results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.extrapolation.loss_curves import HEIGHT, Trace
from explorer.figures.figure_spec import BAR, GUESS, Spec, layout, square

Floats = NDArray[np.floating[Any]]
WORDS_HIGH = 4  # rows


def position_rows(rows: Floats, *, train_len: int, length: int, largest: float) -> Spec:
    """Position rows as lines, those of positions 0 … length − 1 from top to bottom.

    Args:
        rows: (D, positions); fewer than `length` if the rest has no rows.
        train_len: trained length.
        length: lower end of the vertical axis.
        largest: the colour scale runs from −largest to largest.
    """
    bottom = max(length, train_len + 8)
    cells = square(
        rows,
        transpose=True,
        zmin=-largest,
        zmax=largest,
        colorbar=BAR,
        hovertemplate="position %{y}, column %{x}: %{z:.3f}<extra></extra>",
    )
    # The cells are light in both themes, so the line on them is dark in both.
    edge = {"type": "line", "y0": train_len - 0.5, "y1": train_len - 0.5, "x0": 0, "x1": 1, "xref": "paper"}
    shapes = [edge | {"line": {"color": theme.DARK, "width": 3, "dash": "dash"}}]
    # Below the line: above it are the rows that training reached, and it would hide some of them.
    note = {"x": 1, "xref": "paper", "xanchor": "right", "y": train_len - 0.5, "yanchor": "top", "yshift": -3}
    notes = [note | {"text": f"↑ trained: 0 to {train_len - 1}", "showarrow": False, "bgcolor": theme.PAPER}]
    known = rows.shape[1]
    if known < length:
        shapes.append(_missing(known, length))
        # A few rows are too low for the label, so it is below them.
        first, end = (known, length) if length - known >= WORDS_HIGH else (length, bottom)
        notes.append({"x": 0.2, "xref": "paper", "y": (first + end - 1) / 2, "text": "no row", "showarrow": False})
    made = layout("number in the row", "position", HEIGHT, y={"range": [bottom - 0.5, -0.5]})
    return Spec([cells], made | {"shapes": shapes, "annotations": notes})


def _missing(first: int, length: int) -> dict[str, Any]:
    """Frame around the positions without a row."""
    frame = {"type": "rect", "y0": first - 0.5, "y1": length - 0.5, "xref": "paper", "x0": 0, "x1": 1}
    return frame | {"line": {"color": theme.INK, "width": 1, "dash": "dot"}, "fillcolor": theme.clear("#808080", 0.25)}


def task_table(accuracy: Floats, spread: Floats, tasks: Sequence[str], names: Sequence[str]) -> Spec:
    """Accuracy in percent, tasks down and encodings across, each cell with its number and the seeds' spread."""
    text = _numbers(accuracy, spread, "<br>")
    return Spec(_cells(accuracy, text, names, [_two_lines(task) for task in tasks]), _bare(400, len(names), len(tasks)))


def tasks_by_length(
    accuracy: Floats, spread: Floats, tasks: Sequence[str], names: Sequence[str], lengths: Sequence[int]
) -> Spec:
    """Accuracy by length: under each task's name one row of cells for each length.

    Args:
        accuracy: (tasks, encodings, lengths) shares from 0 to 1.
        spread: the same shape, half of the seeds' range.
        tasks: names of the groups of rows.
        names: of the columns.
        lengths: of the sequences, the first being the trained one.
    """
    each = len(lengths) + 1  # a row for each task's name
    rows = np.full((len(tasks) * each, len(names)), np.nan, np.float32)
    text: list[list[str]] = [[""] * len(names) for _ in rows]
    headings = []
    ticks: dict[int, str] = {}
    for i, task in enumerate(tasks):
        top = i * each
        rows[top + 1 : top + each] = accuracy[i].T
        text[top + 1 : top + each] = _numbers(accuracy[i].T, spread[i].T, " ")
        ticks |= {top + 1 + j: f"{length}" for j, length in enumerate(lengths)}
        anchor = {"x": -0.5, "y": top, "xanchor": "left", "yanchor": "middle", "showarrow": False}
        headings.append(anchor | {"text": f"<b>{task}</b>"})
    made = _bare(48 + 26 * len(rows), len(names), len(rows), "length of the sequence")
    made["yaxis"] |= {"tickvals": list(ticks), "ticktext": list(ticks.values())}
    return Spec(_cells(rows, text, names, list(range(len(rows)))), made | {"annotations": headings})


def with_guess_frame(table: Spec, column: int) -> Spec:
    """The table with a dotted frame around the visitor's guess, one of its columns.

    >>> with_guess_frame(task_table(np.ones((1, 2)), np.zeros((1, 2)), ["a"], ["x", "y"]), 1).layout["shapes"][0]["x0"]
    0.5
    """
    line = {"color": theme.INK, "width": 3, "dash": "dot"}
    frame = {"type": "rect", "x0": column - 0.5, "x1": column + 0.5, "yref": "paper", "y0": 0, "y1": 1, "line": line}
    note = {"x": column, "y": 0, "yref": "paper", "yanchor": "top", "text": GUESS, "showarrow": False}
    notes = [*table.layout.get("annotations", []), note]
    return Spec(table.data, table.layout | {"shapes": [frame], "annotations": notes})


def rises(
    rise: Floats, text: Sequence[Sequence[str]], names: Sequence[str], columns: Sequence[str], *, largest: float
) -> Spec:
    """Rise of the loss: one row per name, one column per new condition; NaN for no measurement.

    Args:
        rise: (names, columns) in nats.
        text: of each cell.
        names: of the rows.
        columns: names of the conditions.
        largest: the colour scale runs from 0 to it.
    """
    shade = np.clip(rise / largest, 0, 1)
    cells, numbers = _cells(shade, text, [_two_lines(column) for column in columns], list(names))
    cells["hovertemplate"] = "%{y}, new: %{x}<extra></extra>"
    return Spec([cells, numbers], _bare(90 + 58 * len(names), len(columns), len(names)))


def _numbers(share: Floats, spread: Floats, between: str) -> list[list[str]]:
    return [
        [f"{100 * a:.0f}" + (f"{between}±{100 * s:.0f}" if s >= 0.005 else "") for a, s in zip(*pair, strict=True)]
        for pair in zip(share.tolist(), spread.tolist(), strict=True)
    ]


def _cells(share: Floats, text: Sequence[Sequence[str]], x: Sequence[str], y: Sequence[Any]) -> list[Trace]:
    """Coloured cells with their numbers in a separate trace, since a heatmap has one text colour for all cells."""
    cells = {
        "type": "heatmap",
        "z": share.astype(np.float32),
        "x": list(x),
        "y": list(y),
        "zmin": 0,
        "zmax": 1,
        "colorscale": theme.SEQUENTIAL,
        "xgap": 2,
        "ygap": 2,
        "showscale": False,  # no colour bar: the numbers are in the cells, and a phone has no room for it
        "hoverongaps": False,
        "hovertemplate": "%{x}: %{z:.1%}<extra></extra>",
    }
    numbers = {
        "type": "scatter",
        "x": list(x) * len(y),
        "y": [row for row in y for _ in x],
        "text": [cell for row in text for cell in row],
        "mode": "text",
        "textfont": {
            "size": 14,
            "color": [*map(theme.ink_on, theme.shades(theme.SEQUENTIAL, share.ravel()))],
        },
        "hoverinfo": "skip",
    }
    return [cells, numbers]


def _bare(height: int, columns: int, rows: int, y_title: str = "") -> dict[str, Any]:
    """A table's axes: names above, no grid, no ticks, first row at the top.

    Zoom is off, since its buttons would cover the last column.
    """
    plain = {"showgrid": False, "ticks": "", "fixedrange": True}
    return layout(
        "",
        y_title,
        height,
        # Tilted names would overlap and be beside their columns.
        x=plain | {"range": [-0.5, columns - 0.5], "side": "top", "autotickangles": [0, -90]},
        y=plain | {"range": [rows - 0.5, -0.5]},
        margin={"t": 56, "b": 8},
    )


def _two_lines(text: str) -> str:
    head, _, tail = text.partition(" ")
    return f"{head}<br>{tail}" if tail else head
