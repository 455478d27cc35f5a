"""Tables of numbers in coloured cells."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout

Floats = NDArray[np.floating[Any]]


def shares(share: Floats, spread: Floats, rows: Sequence[str], columns: Sequence[str], *, y_title: str) -> Spec:
    """Shares (rows, columns) from 0 to 1 as percentages, each with half of its seeds' range."""
    text = [
        [f"{100 * a:.0f}" + (f" ±{100 * s:.0f}" if s >= 0.005 else "") for a, s in zip(*pair, strict=True)]
        for pair in zip(share.tolist(), spread.tolist(), strict=True)
    ]
    cells, numbers = _cells(share, text, columns, rows)
    return Spec([cells, numbers], _bare(90 + 40 * len(rows), len(columns), len(rows), y_title))


def rises(
    rise: Floats, text: Sequence[Sequence[str]], names: Sequence[str], columns: Sequence[str], *, largest: float
) -> Spec:
    """Rise of the loss in nats (names, columns), a column per new condition; NaN for no measurement.

    The colour scale runs from 0 to `largest`.
    """
    shade = np.clip(rise / largest, 0, 1)
    cells, numbers = _cells(shade, text, [column.replace(" ", "<br>", 1) for column in columns], list(names))
    cells["hovertemplate"] = "%{y}, new: %{x}<extra></extra>"
    return Spec([cells, numbers], _bare(90 + 58 * len(names), len(columns), len(names)))


def _cells(share: Floats, text: Sequence[Sequence[str]], x: Sequence[str], y: Sequence[Any]) -> list[dict[str, Any]]:
    """Coloured cells with their numbers in a separate trace, since a heatmap has one text colour for all cells."""
    cells: dict[str, Any] = {
        "type": "heatmap",
        "z": share.astype(np.float32),
        "x": list(x),
        "y": list(y),
        "zmin": 0,
        "zmax": 1,
        "colorscale": theme.FROM_ZERO,
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
            "color": [*map(theme.ink_on, theme.shades(theme.FROM_ZERO, share.ravel()))],
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
        y=plain | {"type": "category", "range": [rows - 0.5, -0.5]},
        margin={"t": 56, "b": 8},
    )
