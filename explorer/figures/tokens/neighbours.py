"""Nearest neighbours of a token's row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.tokens.row_labels import ticks

LONGEST = 14
"""Characters of the selected token in the legend, which has room beside the other entry on a phone."""


def neighbours(
    labels: Sequence[str],
    cosines: NDArray[np.float32],
    mean_cosine: float,
    colors: Sequence[str | None] = (),
    selected: str = "",
) -> Spec:
    """Nearest tokens to the `selected` one with their cosines, and where the mean of all tokens lies."""
    look = theme.category(0)
    near = {
        "type": "scatter",
        "y": np.arange(len(labels), dtype=np.float32),
        "x": np.asarray(cosines, np.float32),
        "mode": "markers",
        "marker": {"color": look["color"], "symbol": look["symbol"], "size": 13},
        "name": f"near “{plain(selected, LONGEST)}”" if selected else "neighbour",
        "hovertemplate": "%{x:.3f}<extra></extra>",
    }
    mean = {
        "type": "scatter",
        "x": [mean_cosine, mean_cosine],
        "y": [-0.6, len(labels) - 0.4],
        "mode": "lines",
        "line": {"color": theme.OKABE_ITO[3], "dash": "dash", "width": 2.5},
        "name": "any token, on average",
        "hoverinfo": "skip",
    }
    across = {"range": [min(0.0, float(np.min(cosines, initial=0)), mean_cosine) - 0.05, 1.02]}
    made = layout("cosine", "", 110 + 30 * len(labels), legend=True, x=across, y=ticks(labels, colors))
    return Spec([near, mean], made)
