"""The sinusoidal table as a picture: position down, dimension across, with what each column is in its hover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures import theme

HEIGHT = 540
SMALL = 380


def heatmap(
    cells: NDArray[np.float32],
    *,
    positions: NDArray[np.float64],
    columns: NDArray[np.float64],
    column_texts: Sequence[str],
    extent: tuple[float, float, float, float],
    joined: int = 1,
    numbers: bool = False,
) -> go.Figure:
    """Cells (R, C) of a table, each the mean of `joined` positions.

    `extent` is what the picture shows when nothing is zoomed: first and last position, first and last column.
    The cells may be a part of it. `column_texts` are what the hover says of each column. Plotly's hover reads the
    text of a tick for the column under the pointer, so they are the hidden ticks of the first x axis; the second
    one shows numbers. With `numbers` the value stands in each cell.
    """
    figure = theme.base("", "position", SMALL if numbers else HEIGHT, legend=False)
    where = "position %{y}" if joined == 1 else f"mean of {joined} positions around %{{y}}"
    figure.add_heatmap(
        z=cells,
        x0=columns[0],
        dx=_spacing(columns),
        y0=positions[0],
        dy=_spacing(positions),
        zmin=-1,
        zmax=1,
        colorscale=theme.DIVERGING,
        colorbar={"thickness": 12, "tickvals": [-1, -0.5, 0, 0.5, 1], "outlinewidth": 0},
        hovertemplate=f"<b>%{{z:.4f}}</b><br>{where}<br>%{{x}}<extra></extra>",
    )
    if numbers:
        figure.data[0].texttemplate = "%{z:.2f}"
        figure.data[0].xgap = figure.data[0].ygap = 1
    first, last, left, right = extent
    # One empty cell as large as the table: it fixes what "everything" is, and carries the second x axis.
    figure.add_heatmap(
        z=[[None]],
        x=[left - 0.5, right + 0.5],
        y=[first - 0.5, last + 0.5],
        xaxis="x2",
        showscale=False,
        hoverinfo="skip",
    )
    figure.update_layout(
        xaxis={
            "tickmode": "array",
            "tickvals": columns.astype(np.float32),
            "ticktext": list(column_texts),
            "showticklabels": False,
            "ticks": "",
            "showgrid": False,
        },
        xaxis2={
            "title": {"text": "dimension"},
            "matches": "x",
            "overlaying": "x",
            "anchor": "y",
            "side": "bottom",
            "tickmode": "auto",
            "nticks": 12,
            "ticks": "outside",
            "showgrid": False,
            "showline": False,
            "zeroline": False,
            "automargin": True,
        },
        yaxis={"autorange": "reversed", "showgrid": False},
        margin={"t": 12},
    )
    return figure


def _spacing(values: NDArray[np.float64]) -> float:
    return float(values[1] - values[0]) if len(values) > 1 else 1.0


def column_texts(
    dim: int,
    columns: NDArray[np.float64],
    pair: NDArray[np.int64],
    is_cosine: NDArray[np.bool_],
    frequencies: NDArray[np.float64],
    joined: int,
) -> Iterator[str]:
    """What the hover says of each column: dimension, pair, frequency, wavelength; `joined` pairs a column."""
    for column, i, cosine in zip(columns, pair, is_cosine, strict=True):
        kind = "cosine" if cosine else "sine"
        head = f"dimension {column:.0f}: {kind} of pair {i}"
        if joined > 1:
            head = f"{kind}s of pairs {i} to {min(i + joined, (dim + 1 - cosine) // 2) - 1}, mean; the first has"
        wavelength = 2 * np.pi / frequencies[i]
        yield f"{head}<br>frequency {frequencies[i]:.4g} radians a position<br>wavelength {wavelength:,.1f} positions"
