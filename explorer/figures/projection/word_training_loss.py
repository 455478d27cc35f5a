"""Loss of the word training against passes over the text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout


def loss_curve(epochs: NDArray[np.float32], losses: NDArray[np.float32], total: float) -> Spec:
    """Mean loss per pair against passes over the text.

    >>> loss_curve(np.array([0.5], np.float32), np.array([2.0], np.float32), 5.0).layout["xaxis"]["range"]
    [0, 5.0]
    """
    line = {
        "type": "scatter",
        "x": epochs,
        "y": losses,
        "mode": "lines+markers",
        "line": {"color": theme.OKABE_ITO[0], "width": 2.5},
        "hovertemplate": "pass %{x:.1f}: %{y:.3f}<extra></extra>",
    }
    return Spec([line], layout("passes over the text", "loss per pair", 260, x={"range": [0, total]}))
