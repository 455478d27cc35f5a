"""Heatmap of the sinusoidal table: position down, dimension across, each column explained in its hover."""

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import BAR, FEW, Spec, layout
from explorer.wording import fixed, tiny, verb

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
    revision: str | None = None,
) -> Spec:
    """Cells (R, C) of a table, each the mean of `joined` positions.

    `extent` is the unzoomed window: first and last position, first and last column. The cells may be a part of it.
    `column_texts` are each column's hover text. Plotly's hover shows the tick text of the column under the pointer, so
    they are hidden ticks of the first x axis; the second one shows numbers. `numbers`: write the value into each cell.
    A new `revision` resets the visitor's zoom.
    """
    height = SMALL if numbers else HEIGHT
    where = "position %{y}" if joined == 1 else f"mean of {joined} positions around %{{y}}"
    first, last, left, right = extent
    table = {
        "type": "heatmap",
        "z": cells,
        "x0": float(columns[0]),
        "dx": _spacing(columns),
        "y0": float(positions[0]),
        "dy": _spacing(positions),
        "zmin": -1,
        "zmax": 1,
        "colorscale": theme.DIVERGING,
        "colorbar": BAR | {"tickvals": [-1, -0.5, 0, 0.5, 1]},
        "hovertemplate": f"<b>%{{z:.4f}}</b><br>{where}<br>%{{x}}<extra></extra>",
    }
    if numbers:
        # Own cell texts: Plotly would write a hyphen for a minus.
        said = [
            [theme.in_cell(fixed(value), colour) for value, colour in zip(row.tolist(), colours, strict=True)]
            for row in cells
            for colours in [theme.shades(theme.DIVERGING, (1 + row) / 2)]
        ]
        table |= {"text": said, "texttemplate": "%{text}", "textfont": {"size": theme.FONT_SIZE}, "xgap": 1, "ygap": 1}
    # One empty cell as large as the table: it defines the unzoomed range, and belongs to the second x axis.
    everything = {
        "type": "heatmap",
        "z": [[None]],
        "x": [left - 0.5, right + 0.5],
        "y": [first - 0.5, last + 0.5],
        "xaxis": "x2",
        "showscale": False,
        "hoverinfo": "skip",
    }
    made = layout("", "position", height, margin={"t": 12})
    numbered = made["xaxis"] | {
        "title": {"text": "dimension"},
        "matches": "x",
        "overlaying": "x",
        "anchor": "y",
        "side": "bottom",
        "tickmode": "auto",
        "nticks": 12,
        "showgrid": False,
        "showline": False,
    }
    made["xaxis"] |= {
        "tickmode": "array",
        "tickvals": columns.astype(np.float32),
        "ticktext": list(column_texts),
        "showticklabels": False,
        "ticks": "",
        "showgrid": False,
    }
    # A frame around the first or the last row must not extend the axis.
    clip = {"clipmin": first - 0.5, "clipmax": last + 0.5}
    made["yaxis"] |= {"autorange": "reversed", "autorangeoptions": clip, "showgrid": False}
    # Integer ticks: for few rows or columns Plotly would choose fractions.
    if last - first < FEW:
        made["yaxis"] |= {"dtick": 1}
    if right - left < FEW:
        numbered |= {"tickmode": "linear", "dtick": 1}
    made["xaxis2"] = numbered
    if revision is not None:
        made["uirevision"] = revision
    return Spec([table, everything], made)


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
    """Hover text of each column: dimension, pair, frequency, wavelength; `joined` pairs per column."""
    # Lists first: Python formats its own numbers several times faster than NumPy's.
    rows = zip(columns.tolist(), pair.tolist(), is_cosine.tolist(), frequencies[pair].tolist(), strict=True)
    for column, i, cosine, frequency in rows:
        kind = "cosine" if cosine else "sine"
        head = f"dimension {column:.0f}: {kind} of pair {i}"
        if joined > 1:
            head = f"{kind}s of pairs {i} to {min(i + joined, dim // 2) - 1}, mean; the first has"
        wavelength = 2 * math.pi / frequency
        unit = verb(frequency == 1, "radian", "radians")
        yield f"{head}<br>frequency {tiny(frequency, 4)} {unit} per position<br>wavelength {wavelength:,.1f} positions"
