"""Published results: perplexity against the length of the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from explorer.figures import theme
from explorer.figures.extrapolation.loss_curves import line_at, note_at
from explorer.figures.figure_spec import Spec, layout


def published_perplexities(
    lengths: Sequence[int],
    lines: Mapping[str, Sequence[float]],
    *,
    indices: Sequence[int],
    trained_at: int,
    ticks: tuple[Sequence[int], Sequence[int]],
    note: str = "trained up to",
) -> Spec:
    """Perplexities from a publication against the length of the window; both axes are logarithmic.

    Args:
        lengths: of the windows.
        lines: perplexities by name; NaN for none.
        indices: index of each line's colour, dash and symbol.
        trained_at: trained length.
        ticks: of the horizontal and of the vertical axis.
        note: label of the line there, before the number.
    """
    traces = []
    for (name, values), index in zip(lines.items(), indices, strict=True):
        style = theme.category(index)
        traces.append(
            {
                "type": "scatter",
                "x": np.array(lengths, np.float32),
                "y": np.array(values, np.float32),
                "name": name,
                "mode": "lines+markers",
                "line": {"color": style["color"], "dash": style["dash"]},
                "marker": {"symbol": style["symbol"], "size": 8},
                "hovertemplate": "%{x:,}: %{y:.2f}<extra>" + name + "</extra>",
            }
        )
    x, y = ({"type": "log", "tickvals": list(at), "ticktext": [f"{n:,}" for n in at]} for at in ticks)
    made = layout("length of the window (tokens, log scale)", "perplexity (log scale)", 380, legend=True, x=x, y=y)
    # On a logarithmic axis Plotly takes an annotation's coordinate as a logarithm, but not a shape's.
    side = "left" if trained_at**2 < lengths[0] * lengths[-1] else "right"
    beside = note_at(float(np.log10(trained_at)), f"{note} {trained_at:,}", side=side)
    return Spec(traces, made | {"shapes": [line_at(trained_at)], "annotations": [beside]})
