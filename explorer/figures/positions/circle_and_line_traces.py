"""Lines without hover or legend, shared by the positions page's introductory pictures: circles, clock marks."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from explorer.figures import theme
from explorer.figures.figure_spec import Floats

_TURN = np.linspace(0, 2 * np.pi, 60)
FAINT = "rgba(128,128,128,0.65)"


def plain_line(x: Floats, y: Floats, **more: Any) -> dict[str, Any]:
    """A line without hover or legend unless `more` says so."""
    made = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "showlegend": False}
    return made | {"x": np.asarray(x, np.float32), "y": np.asarray(y, np.float32)} | more


def circle(x: float, y: float) -> dict[str, Any]:
    """Circle of radius 1 around (x, y), for a clock."""
    return plain_line(x + np.sin(_TURN), y + np.cos(_TURN), line={"color": theme.INK, "width": 1})


def join_lines(traces: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Join lines of one style into one trace, with a gap after each.

    >>> join_lines([{"x": [0, 1], "y": [2, 2]}, {"x": [0, 1], "y": [3, 3]}])["y"]
    [2.0, 2.0, None, 3.0, 3.0, None]
    """
    ends = {axis: [value for trace in traces for value in (*map(float, trace[axis]), None)] for axis in ("x", "y")}
    return {**traces[0], **ends}
