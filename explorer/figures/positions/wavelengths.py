"""Frequencies: wavelength of every pair."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.figures import theme
from explorer.figures.figure_spec import Floats, Spec, layout, line, log_axis


def wavelengths(values: Floats, *, length: int, chosen: Sequence[int]) -> Spec:
    """Wavelength against pair, log axis; pairs without a full turn within `length` have another symbol."""
    pairs = np.arange(len(values), dtype=np.int16)
    unfinished = values > length - 1
    traces = []
    for mask, name, index, symbol in (
        (~unfinished, "comes round", 0, "circle"),
        (unfinished, "never comes round", 3, "diamond-open"),
    ):
        traces.append(
            line(
                values[mask],
                x=pairs[mask],
                mode="markers",
                name=name,
                marker={"color": theme.category(index)["color"], "symbol": symbol, "size": 7},
                hovertemplate="pair %{x}<br>one turn in %{y:,.1f} positions<extra></extra>",
            )
        )
    traces.append(
        line(
            values[list(chosen)],
            x=list(chosen),
            mode="markers",
            name="chosen",
            marker={"color": theme.INK, "symbol": "circle-open", "size": 15, "line": {"width": 2}},
            hoverinfo="skip",
        )
    )
    last = length - 1
    dashed = {"color": theme.INK, "dash": "dash", "width": 1.5}
    shape = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": last, "y1": last, "line": dashed}
    note = {
        "xref": "paper",
        "x": 0.01,
        "y": float(np.log10(last)),  # on a log axis Plotly places shapes by value but annotations by its logarithm
        "yanchor": "bottom",  # not an offset in pixels, since type is larger in presenter mode
        "text": f"last position, {last}",
        "xanchor": "left",
        "showarrow": False,
    }
    ends = [*values, last]
    low, high = (float(end) for end in np.log10([min(ends), max(ends)]))
    upward = log_axis(low - 0.05 * (high - low) - 0.1, high + 0.05 * (high - low) + 0.15)
    made = layout("pair", "wavelength (positions)", 420, legend=True, y=upward)
    return Spec(traces, made | {"shapes": [shape], "annotations": [note]})
