"""Dot plot of the ablation experiments on the rise of the loss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.wording import signed

Array = NDArray[np.floating[Any]]


def dots(values: Mapping[str, Array], *, x_title: str, x_range: tuple[float, float]) -> Spec:
    """One row for each experiment: a dot at the mean of the seeds, a bar from the lowest to the highest; a line at 0.

    Args:
        values: (seeds,) by the experiment's name, from top to bottom.
        x_title: of the horizontal axis.
        x_range: of the horizontal axis.
    """
    means = np.array([seeds.mean() for seeds in values.values()])
    names = list(values)
    style = theme.category(0)
    trace = {
        "type": "scatter",
        "x": means.astype(np.float32),
        "y": list(range(len(names))),
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": np.array([seeds.max() for seeds in values.values()], np.float32) - means.astype(np.float32),
            "arrayminus": means.astype(np.float32) - np.array([seeds.min() for seeds in values.values()], np.float32),
            "thickness": 2,
            "width": 5,
        },
        "mode": "markers+text",
        "text": [signed(mean) for mean in means.tolist()],
        "textposition": "top center",
        "marker": {"color": style["color"], "symbol": style["symbol"], "size": 11},
        "customdata": names,
        "hovertemplate": "%{customdata}: %{x:.3f}<extra></extra>",
    }
    made = layout(
        x_title,
        "",
        110 + 38 * len(names),
        x={"range": list(x_range)},
        y={
            "range": [len(names) - 0.4, -0.9],
            "tickvals": list(range(len(names))),
            "ticktext": names,
            "ticks": "",
        },
    )
    line = {"color": theme.INK, "width": 1, "dash": "dot"}
    made["shapes"] = [{"type": "line", "x0": 0, "x1": 0, "y0": 0, "y1": 1, "yref": "paper", "line": line}]
    return Spec([trace], made)
