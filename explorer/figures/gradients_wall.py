"""The table as a wall of rows, one place each, and a mark at every row that learns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.gradients import label

WALL_COLUMNS = 256
MARKED = 1_000  # more rows than this are drawn as cells of the wall
NAMED = 12  # so many marks on the wall carry their names


def wall(
    rows: NDArray[np.int64],
    counts: NDArray[np.int64],
    names: Sequence[str],
    vocab_size: int,
    selected: int | None = None,
) -> go.Figure:
    """The table as a wall of V places, 256 a line; a mark at every row that learns, larger where tokens repeat.

    The row with the id ``selected`` gets a ring.
    """
    figure = theme.base("", "number of the row", 420, legend=False)
    lines = -(-vocab_size // WALL_COLUMNS)
    if len(rows) > MARKED:
        figure.add_trace(_cells(rows, lines))
    else:
        figure.add_trace(_marks(rows, counts, names, lines, selected))
    if selected is not None:
        figure.add_scatter(
            x=[selected % WALL_COLUMNS],
            y=[selected // WALL_COLUMNS],
            mode="markers",
            marker={"size": 26, "symbol": "circle-open", "color": theme.INK, "line": {"width": 2}},
            hoverinfo="skip",
            name="selected token",
        )
    ticks = np.linspace(0, lines - 1, 5).astype(int)
    figure.update_layout(margin={"b": 16})
    figure.update_xaxes(range=[-3, WALL_COLUMNS + 2], showticklabels=False, ticks="", showgrid=False)
    figure.update_yaxes(
        range=[lines + lines / 20, -lines / 20],
        tickvals=ticks,
        ticktext=[f"{tick * WALL_COLUMNS:,}" for tick in ticks],
        showgrid=False,
    )
    figure.add_shape(
        type="rect",
        x0=-2.5,
        x1=WALL_COLUMNS + 1.5,
        y0=-lines / 24,
        y1=lines + lines / 24,
        line={"color": theme.INK, "width": 1},
        fillcolor=theme.OKABE_ITO[5],
        opacity=0.18,
        layer="below",
    )
    return figure


def _marks(
    rows: NDArray[np.int64], counts: NDArray[np.int64], names: Sequence[str], lines: int, selected: int | None
) -> go.Scatter:
    """A square for each row, with its name where they are few."""
    few = len(rows) <= NAMED
    return go.Scatter(
        x=(rows % WALL_COLUMNS).astype(np.int16),
        y=(rows // WALL_COLUMNS).astype(np.int16),
        mode="markers+text" if few else "markers",
        text=[_spaced(name, row == selected) for name, row in zip(names, rows, strict=True)] if few else None,
        textposition=_beside(rows, names, lines),
        textfont={"color": theme.INK},
        marker={
            "size": np.minimum(9 + 3 * np.sqrt(counts - 1), 24).astype(np.float32),
            "color": theme.OKABE_ITO[3],
            "symbol": "square",
            "opacity": 1,
            "line": {"width": 1, "color": theme.PAPER},
        },
        customdata=[
            [label(name, 24), int(row), int(count)] for name, row, count in zip(names, rows, counts, strict=True)
        ],
        hovertemplate="<b>%{customdata[0]}</b><br>row %{customdata[1]:,}, %{customdata[2]}× in the text<extra></extra>",
        name="rows that learn",
    )


def _cells(rows: NDArray[np.int64], lines: int) -> go.Heatmap:
    """One cell a row of the table, filled where it learns: marks would hide each other and seem too many."""
    filled = np.zeros(lines * WALL_COLUMNS, np.uint8)
    filled[rows] = 1
    return go.Heatmap(
        z=filled.reshape(lines, WALL_COLUMNS),
        zmin=0,
        zmax=1,
        colorscale=[[0, "rgba(0,0,0,0)"], [1, theme.OKABE_ITO[3]]],
        showscale=False,
        hoverinfo="skip",
        name="rows that learn",
    )


def _spaced(name: str, ringed: bool) -> str:
    """A name with room around it where its mark has a ring."""
    return f"\u2003{label(name)}\u2003" if ringed else label(name)


def _beside(rows: NDArray[np.int64], names: Sequence[str], lines: int) -> list[str]:
    """On which side of its mark a name finds room, for a wall some 900 pixels wide and 340 high."""
    xs, ys = rows % WALL_COLUMNS * (900 / WALL_COLUMNS), rows // WALL_COLUMNS * (340 / lines)
    taken = [(x - 8, x + 8, y) for x, y in zip(xs, ys, strict=True)]
    places = []
    for x, y, name in zip(xs[:NAMED], ys[:NAMED], names, strict=False):
        wide = 10 + 8 * min(len(name), 12)
        sides = {"middle right": (x + 8, x + 8 + wide, y), "middle left": (x - 8 - wide, x - 8, y)}
        sides["bottom center"] = (x - wide / 2, x + wide / 2, y + 18)
        free = [side for side, (left, right, at) in sides.items() if left > 0 and right < 900]
        chosen = next((s for s in free if not any(_meet(sides[s], other) for other in taken)), "bottom center")
        taken.append(sides[chosen])
        places.append(chosen)
    return places


def _meet(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    return one[0] < other[1] and other[0] < one[1] and abs(one[2] - other[2]) < 16
