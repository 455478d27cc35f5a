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

WALL_COLUMNS, FEW_COLUMNS = 256, 64
FEW = FEW_COLUMNS**2  # a table of at most so many rows is a square in which each cell can be seen
MARKED = 1_000  # more rows than this are drawn as cells of the wall
FEW_MARKS, NAMED = 12, 16  # so many marks all have a name; of more, up to so many that cover nothing
SPARE = 100  # square pixels of a name, measured in large letters, that may cover another or a mark
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
    """The table as a wall of V cells with a mark at every touched row, larger for repeated tokens.

    A line has 256 cells, of a small table 64, whose cells are drawn.
    The row with the id ``selected`` gets a ring; `colors` are those of the tokens, row by row.
    """
    columns = FEW_COLUMNS if vocab_size <= FEW else WALL_COLUMNS
    lines = -(-vocab_size // columns)
    many = len(rows) > MARKED
    traces = [_cells(rows, lines, columns) if many else _marks(rows, counts, names, lines, columns, selected, colors)]
    if selected is not None:
        ring = {"size": RING, "symbol": "circle-open", "color": theme.INK, "line": {"width": 2}}
        ring_at = {"x": [selected % columns], "y": [selected // columns], "mode": "markers"}
        traces.append({"type": "scatter", **ring_at, "marker": ring, "hoverinfo": "skip", "name": "selected token"})
    if vocab_size <= FEW:
        traces.append(_grid(vocab_size, lines, columns))
    ticks = np.linspace(0, lines - 1, 5).astype(int).tolist()
    across = {
        "range": [-columns / 85, columns * (1 + 1 / 128)],
        "showticklabels": False,
        "ticks": "",
        "showgrid": False,
    }
    down = {
        "range": [lines + lines / 20, -lines / 20],
        "tickvals": ticks,
        "ticktext": [f"{tick * columns:,}" for tick in ticks],
        "showgrid": False,
    }
    frame = {
        "type": "rect",
        "x0": -columns / 102,
        "x1": columns * (1 + 1 / 170),
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
    columns: int,
    selected: int | None,
    colors: Sequence[str],
) -> dict[str, Any]:
    """Squares of the rows, with names for those that are read most."""
    named = label_mask(counts)
    sizes = np.minimum(9 + 3 * np.sqrt(counts - 1), 24).astype(np.float32)
    # Room for the ring around the selected row's mark.
    halves = [RING / 2 if rows[at] == selected else float(sizes[at]) / 2 for at in named]
    xs, ys = rows % columns * (NARROW / columns), rows // columns * (HEIGHT / lines)
    shown = [plain(names[at], LONGEST) for at in named]
    texts, text_sides = [""] * len(rows), ["middle right"] * len(rows)
    few = len(rows) <= FEW_MARKS
    room: dict[str, Any] = {"width": NARROW, "marks": halves, "every": few, "spare": 0 if few else SPARE}
    found = sides(xs[named].tolist(), ys[named].tolist(), shown, **room)
    for at, name, side in zip(named, shown, found, strict=True):
        if not side:
            continue
        texts[at], text_sides[at] = f"{_PAD}{name}{_PAD}" if rows[at] == selected else name, side
    return {
        "type": "scatter",
        "x": (rows % columns).astype(np.int16),
        "y": (rows // columns).astype(np.int16),
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
    ([1, 0, 2], 16)
    """
    found: list[int] = np.argsort(-sizes, kind="stable")[:NAMED].tolist()
    return found


def _cells(rows: NDArray[np.int64], lines: int, columns: int) -> dict[str, Any]:
    """One cell per row of the table, filled for touched rows; marks of many rows would overlap and look like more."""
    filled = np.zeros(lines * columns, np.uint8)
    filled[rows] = 1
    return {
        "type": "heatmap",
        "z": filled.reshape(lines, columns),
        "zmin": 0,
        "zmax": 1,
        "colorscale": [[0, "rgba(0,0,0,0)"], [1, theme.OKABE_ITO[3]]],
        "showscale": False,
        "hoverinfo": "skip",
        "name": "rows that learn",
    }


def _grid(vocab_size: int, lines: int, columns: int) -> dict[str, Any]:
    """A light cell for each row of a small table."""
    cells = np.full(lines * columns, np.nan, np.float32)
    cells[:vocab_size] = 0
    return {
        "type": "heatmap",
        "z": cells.reshape(lines, columns),
        "colorscale": [[0, theme.OKABE_ITO[5]], [1, theme.OKABE_ITO[5]]],
        "opacity": 0.25,
        "xgap": 1,
        "ygap": 1,
        "showscale": False,
        "hoverinfo": "skip",
        "name": "all rows",
    }
