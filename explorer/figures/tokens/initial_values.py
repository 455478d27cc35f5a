"""Histograms of fresh tables' initial values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.tokens.row_labels import note


def histograms(
    names: Sequence[str], edges: Sequence[NDArray[np.float32]], counts: Sequence[NDArray[np.float32]]
) -> Spec:
    """One histogram panel per initializer, each with its own scale."""
    made, traces, titles = layout("", "", 240, margin={"t": 40, "l": 12}), [], []
    width = 1 / len(names)
    hidden = {"showticklabels": False, "ticks": "", "showgrid": False}
    for number, name in enumerate(names, start=1):
        suffix = "" if number == 1 else str(number)
        left = (number - 1) * width
        middles = (edges[number - 1][1:] + edges[number - 1][:-1]) / 2
        traces.append(
            {
                "type": "bar",
                "x": np.asarray(middles, np.float32),
                "y": np.asarray(counts[number - 1], np.float32),
                "xaxis": f"x{suffix}",
                "yaxis": f"y{suffix}",
                "marker": {"color": theme.OKABE_ITO[number - 1]},
                "hovertemplate": "around %{x:.3g}: %{y:.1%}<extra></extra>",
            }
        )
        across = {"domain": [left + 0.02, left + width - 0.02], "anchor": f"y{suffix}", "nticks": 5, "zeroline": False}
        made[f"xaxis{suffix}"] = across
        made[f"yaxis{suffix}"] = hidden | {"anchor": f"x{suffix}"}
        titles.append(note(name, left + width / 2, 1.02))
    return Spec(traces, made | {"bargap": 0, "annotations": titles})
