"""The table as a wall of rows, one place each, and a mark at every row that learns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.gradients.rows import LONGEST
from explorer.figures.labels import plain, sides
from explorer.figures.spec import Spec, layout

WALL_COLUMNS = 256
MARKED = 1_000  # more rows than this are drawn as cells of the wall
NAMED = 12  # this many marks on the wall carry their names
RING = 26
NARROW, HEIGHT = 270, 320  # pixels of the wall on a phone: names that find room there find it everywhere
_PAD = "\u2003"  # a space as wide as the ring reaches beyond its mark


def wall(
    rows: NDArray[np.int64],
    counts: NDArray[np.int64],
    names: Sequence[str],
    vocab_size: int,
    selected: int | None = None,
    colors: Sequence[str] = (),
) -> Spec:
    """The table as a wall of V places, 256 per line; a mark at every row that learns, larger where tokens repeat.

    The row with the id ``selected`` gets a ring; `colors` are those of the tokens, row by row.
    """
    lines = -(-vocab_size // WALL_COLUMNS)
    traces = [_cells(rows, lines) if len(rows) > MARKED else _marks(rows, counts, names, lines, selected, colors)]
    if selected is not None:
        ring = {"size": RING, "symbol": "circle-open", "color": theme.INK, "line": {"width": 2}}
        place = {"x": [selected % WALL_COLUMNS], "y": [selected // WALL_COLUMNS], "mode": "markers"}
        traces.append({"type": "scatter", **place, "marker": ring, "hoverinfo": "skip", "name": "selected token"})
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
    """A square for each row, with its name where they are few."""
    few = len(rows) <= NAMED
    sizes = np.minimum(9 + 3 * np.sqrt(counts - 1), 24).astype(np.float32)
    shown = [plain(name, LONGEST) for name in names] if few else []
    # Room for the ring around the selected row's mark.
    halves = [RING / 2 if row == selected else size / 2 for row, size in zip(rows, sizes, strict=True)]
    xs, ys = rows % WALL_COLUMNS * (NARROW / WALL_COLUMNS), rows // WALL_COLUMNS * (HEIGHT / lines)
    return {
        "type": "scatter",
        "x": (rows % WALL_COLUMNS).astype(np.int16),
        "y": (rows // WALL_COLUMNS).astype(np.int16),
        "mode": "markers+text" if few else "markers",
        "text": [f"{_PAD}{name}{_PAD}" if row == selected else name for name, row in zip(shown, rows, strict=True)]
        if few
        else None,
        "textposition": sides(xs.tolist(), ys.tolist(), shown, width=NARROW, marks=halves) if few else None,
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


def _cells(rows: NDArray[np.int64], lines: int) -> dict[str, Any]:
    """One cell per row of the table, filled where it learns: marks would hide each other and seem too many."""
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
