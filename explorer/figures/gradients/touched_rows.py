"""Wall of a table's rows, one cell each, and a mark at every touched row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.gradients.matrix_panels import LONGEST
from explorer.figures.label_text import plain, sides

WALL_COLUMNS = 256
MARKED = 1_000  # more rows than this are drawn as cells of the wall
NAMED = 12  # maximum number of named marks; more would overlap on a phone
RING = 26
NARROW, HEIGHT = 270, 320  # width in pixels on a phone: labels that fit there fit everywhere
_PAD = "\u2003"  # a space as wide as the ring's margin


def wall(
    rows: NDArray[np.int64],
    counts: NDArray[np.int64],
    names: Sequence[str],
    vocab_size: int,
    selected: int | None = None,
    colors: Sequence[str] = (),
) -> Spec:
    """The table as a wall of V cells, 256 per line, with a mark at every touched row, larger for repeated tokens.

    The row with the id ``selected`` gets a ring; `colors` are those of the tokens, row by row.
    """
    lines = -(-vocab_size // WALL_COLUMNS)
    traces = [_cells(rows, lines) if len(rows) > MARKED else _marks(rows, counts, names, lines, selected, colors)]
    if selected is not None:
        ring = {"size": RING, "symbol": "circle-open", "color": theme.INK, "line": {"width": 2}}
        ring_at = {"x": [selected % WALL_COLUMNS], "y": [selected // WALL_COLUMNS], "mode": "markers"}
        traces.append({"type": "scatter", **ring_at, "marker": ring, "hoverinfo": "skip", "name": "selected token"})
    ticks = np.linspace(0, lines - 1, 5).astype(int).tolist()
    across = {"range": [-3, WALL_COLUMNS + 2], "showticklabels": False, "ticks": "", "showgrid": False}
    down = {
        "range": [lines + lines / 20, -lines / 20],
        "tickvals": ticks,
        "ticktext": [f"{tick * WALL_COLUMNS:,}" for tick in ticks],
        "showgrid": False,
    }
    frame = {
        "type": "rect",
        "x0": -2.5,
        "x1": WALL_COLUMNS + 1.5,
        "y0": -lines / 24,
        "y1": lines + lines / 24,
        "line": {"color": theme.INK, "width": 1},
        "fillcolor": theme.OKABE_ITO[5],
        "opacity": 0.18,
        "layer": "below",
    }
    return Spec(traces, layout("", "number of the row", 420, x=across, y=down, margin={"b": 16}) | {"shapes": [frame]})


def _marks(
    rows: NDArray[np.int64],
    counts: NDArray[np.int64],
    names: Sequence[str],
    lines: int,
    selected: int | None,
    colors: Sequence[str],
) -> dict[str, Any]:
    """Squares of the rows, with names for those that are read most."""
    named = label_mask(counts)
    sizes = np.minimum(9 + 3 * np.sqrt(counts - 1), 24).astype(np.float32)
    # Room for the ring around the selected row's mark.
    halves = [RING / 2 if rows[at] == selected else float(sizes[at]) / 2 for at in named]
    xs, ys = rows % WALL_COLUMNS * (NARROW / WALL_COLUMNS), rows // WALL_COLUMNS * (HEIGHT / lines)
    shown = [plain(names[at], LONGEST) for at in named]
    texts, text_sides = [""] * len(rows), ["middle right"] * len(rows)
    found = sides(xs[named].tolist(), ys[named].tolist(), shown, width=NARROW, marks=halves, every=len(rows) <= NAMED)
    for at, name, side in zip(named, shown, found, strict=True):
        if not side:
            continue
        texts[at], text_sides[at] = f"{_PAD}{name}{_PAD}" if rows[at] == selected else name, side
    return {
        "type": "scatter",
        "x": (rows % WALL_COLUMNS).astype(np.int16),
        "y": (rows // WALL_COLUMNS).astype(np.int16),
        "mode": "markers+text",
        "text": texts,
        "textposition": text_sides,
        "textfont": {"color": theme.INK},
        "cliponaxis": False,
        "marker": {
            "size": sizes,
            "color": list(colors) or theme.OKABE_ITO[3],
            "symbol": "square",
            "opacity": 1,
            "line": {"width": 1, "color": theme.PAPER},
        },
        "customdata": [
            [plain(name, 24), int(row), int(count)] for name, row, count in zip(names, rows, counts, strict=True)
        ],
        "hovertemplate": "<b>%{customdata[0]}</b><br>row %{customdata[1]:,}, "
        "%{customdata[2]}× in the text<extra></extra>",
        "name": "rows that learn",
    }


def label_mask(sizes: NDArray[Any]) -> list[int]:
    """Choose the marks to name: the largest first, ties in their order.

    >>> label_mask(np.array([5, 7, 5])), len(label_mask(np.ones(30)))
    ([1, 0, 2], 12)
    """
    found: list[int] = np.argsort(-sizes, kind="stable")[:NAMED].tolist()
    return found


def _cells(rows: NDArray[np.int64], lines: int) -> dict[str, Any]:
    """One cell per row of the table, filled for touched rows; marks of many rows would overlap and look like more."""
    filled = np.zeros(lines * WALL_COLUMNS, np.uint8)
    filled[rows] = 1
    return {
        "type": "heatmap",
        "z": filled.reshape(lines, WALL_COLUMNS),
        "zmin": 0,
        "zmax": 1,
        "colorscale": [[0, "rgba(0,0,0,0)"], [1, theme.OKABE_ITO[3]]],
        "showscale": False,
        "hoverinfo": "skip",
        "name": "rows that learn",
    }
