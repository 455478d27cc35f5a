"""Cost of each gradient method as bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout

Floats = NDArray[np.floating[Any]]


def bars(names: Sequence[str], values: Floats, *, title: str, texts: Sequence[str], more: Floats | None = None) -> Spec:
    """One bar per name, with its value written at its end; `more` adds a thin second mark per bar (the median, say)."""
    ticks = {"autorange": "reversed", "showgrid": False}
    made = layout(title, "", 90 + 44 * max(len(names), 2), x={"rangemode": "tozero"}, y=ticks, margin={"l": 8, "t": 12})
    trace = {
        "type": "bar",
        "x": np.asarray(values, np.float64),
        "y": list(names),
        "orientation": "h",
        "text": list(texts),
        "textposition": "auto",
        "marker": {"color": theme.OKABE_ITO[0]},
        "hovertemplate": "%{y}: %{text}<extra></extra>",
    }
    if more is None:
        return Spec([trace], made)
    mark = {"symbol": "line-ns-open", "size": 22, "color": theme.INK, "line": {"width": 3, "color": theme.INK}}
    median = {"type": "scatter", "mode": "markers", "x": np.asarray(more, np.float64), "y": list(names)}
    return Spec([trace, median | {"marker": mark, "hovertemplate": "median %{x:.3g}<extra></extra>"}], made)
