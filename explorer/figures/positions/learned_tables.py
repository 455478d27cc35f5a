"""Learned and computed tables compared: norms, spectrum, positions on their principal components, scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from explorer.figures import theme
from explorer.figures.figure_spec import BAR, Floats, Spec, layout, log_axis, one_each
from explorer.wording import share


def lines(curves: Mapping[str, Floats], *, x_title: str, y_title: str, first: int = 0, log: bool = False) -> Spec:
    """One line per table, over positions or components counted from `first`."""
    traces = one_each(curves, first=first, hover=f"{x_title} %{{x}}<br>%{{y:.4g}}")
    y_axis: dict[str, Any] = {"rangemode": "tozero"}
    if log:
        values = np.concatenate([curve[curve > 0] for curve in curves.values()])
        low, high = (float(end) for end in np.log10([values.min(), values.max()]))
        y_axis = log_axis(low - 0.05 * (high - low) - 0.02, high + 0.05 * (high - low) + 0.02)
    return Spec(traces, layout(x_title, y_title, 420, legend=True, y=y_axis))


def components(scores: Floats, shares: Sequence[float], *, three: bool) -> Spec:
    """Positions on their first principal components, (L, 2 or 3), coloured by position and joined in order."""
    made = layout(_title(0, shares), _title(1, shares), 440)
    trace: dict[str, Any] = {
        "type": "scatter3d" if three else "scatter",
        "x": scores[:, 0].astype(np.float32),
        "y": scores[:, 1].astype(np.float32),
        "mode": "lines+markers",
        "marker": {
            "size": 4 if three else 7,
            "color": np.arange(len(scores), dtype=np.int16),
            "colorscale": theme.SEQUENTIAL,
            "colorbar": BAR | {"title": {"text": "position"}},
            # With outlines: in the dark theme the first positions are nearly as dark as the background.
            "line": {"width": 0.8, "color": theme.GREY},
        },
        "line": {"color": "rgba(128,128,128,0.45)", "width": 1},
        "hovertemplate": "position %{marker.color}<extra></extra>",
    }
    if three:
        trace["z"] = scores[:, 2].astype(np.float32)
        axes = {axis: {"title": {"text": name}, "nticks": 5} for axis, name in zip(_AXES, _ORDINALS, strict=True)}
        camera = {"eye": {"x": 1.5, "y": 1.5, "z": 1.0}, "center": {"z": -0.15}}
        made |= {"scene": axes | {"camera": camera, "aspectmode": "cube"}, "margin": {"l": 0, "r": 0, "t": 8, "b": 8}}
        return Spec([trace], made)
    note = {"x": float(scores[0, 0]), "y": float(scores[0, 1]), "text": "position 0", "arrowcolor": theme.INK}
    return Spec([trace], made | {"annotations": [note | {"showarrow": True}]})


_AXES, _ORDINALS = ("xaxis", "yaxis", "zaxis"), ("1st", "2nd", "3rd")


def _title(i: int, shares: Sequence[float]) -> str:
    return f"component {i + 1} ({share(shares[i])} of the variance)"


def difference(values: Floats) -> Spec:
    """Absolute difference between two tables (L, D), sequential colours from 0 to 2."""
    trace = {
        "type": "heatmap",
        "z": values.astype(np.float32),
        "zmin": 0,
        "zmax": 2,
        "colorscale": theme.SEQUENTIAL,
        "colorbar": BAR,
        "hovertemplate": "position %{y}, dimension %{x}<br>difference %{z:.4f}<extra></extra>",
    }
    x_axis, y_axis = {"showgrid": False}, {"autorange": "reversed", "showgrid": False}
    return Spec([trace], layout("dimension", "position", 380, x=x_axis, y=y_axis))
