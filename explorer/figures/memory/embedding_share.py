"""Which share of real models their tables are: a bar for each model, in one column or in two. Plain dicts, see spec."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.figures import theme
from explorer.figures.memory.bill import hatching
from explorer.figures.spec import Spec, layout

TITLE = "share of all parameters, %"
COLUMNS = ([0.0, 0.4], [0.6, 1.0])
"""Where two columns stand, as shares of the picture; the names of the second stand between them."""


def shares(
    names: Sequence[str],
    parts: Mapping[str, Sequence[float]],
    texts: Sequence[str],
    chosen: int,
    *,
    wide: bool = False,
) -> Spec:
    """Stacked bars of percentages, one per model; `texts` stand behind the bars, the `chosen` one in bold.

    `wide`: the second half of the models stands beside the first, on the same scale, for letters twice as large; the
    browser puts it below where the window is narrow (js/stack_panels.js).
    """
    labels = [f"<b>{name}</b>" if index == chosen else name for index, name in enumerate(names)]
    words = [f" <b>{text}</b>" if index == chosen else f" {text}" for index, text in enumerate(texts)]
    totals = [sum(values[at] for values in parts.values()) for at in range(len(names))]
    half = -(-len(names) // 2) if wide else len(names)
    pieces = [slice(0, half), slice(half, None)] if wide else [slice(0, half)]
    traces: list[dict[str, Any]] = []
    for piece, axes in zip(pieces, ({}, {"xaxis": "x2", "yaxis": "y2"}), strict=False):
        traces += [
            {
                "type": "bar",
                "orientation": "h",
                "y": labels[piece],
                "x": list(values[piece]),
                "name": part,
                "legendgroup": part,
                "showlegend": not axes,
                "marker": {"color": theme.OKABE_ITO[index], "pattern": hatching(index)},
                "hovertemplate": "%{y}, %{fullData.name}: %{x:.3~g} %<extra></extra>",
                **axes,
            }
            for index, (part, values) in enumerate(parts.items())
        ]
        traces.append(_words(totals[piece], labels[piece], words[piece]) | axes)
    across = {"range": [0, max(totals) * (1.45 if wide else 1.1)], "showgrid": True}
    # Every model is named.
    upward = {"categoryorder": "array", "ticks": "", "showgrid": False, "tickmode": "linear", "dtick": 1}
    sides = {"l": 8, "r": 8 if wide else 72, "t": 40, "b": 48}
    first = upward | {"categoryarray": labels[:half][::-1]}
    # Two columns are as high as their names need in presenter mode, so that the sentence below stays in sight.
    made = layout(TITLE, "", 110 + (18 if wide else 24) * half, legend=True, x=across, y=first, margin=sides)
    if wide:
        made["xaxis2"] = made["xaxis"] | {"domain": COLUMNS[1], "anchor": "y2"}
        made["yaxis2"] = made["yaxis"] | {"categoryarray": labels[half:][::-1], "anchor": "x2"}
        made["xaxis"] |= {"domain": COLUMNS[0]}
        made["meta"] = {"halves": True}
    made["legend"]["traceorder"] = "normal"
    return Spec(traces, made | {"barmode": "stack", "bargap": 0.3})


def _words(x: Sequence[float], y: Sequence[str], texts: Sequence[str]) -> dict[str, Any]:
    behind = {"type": "scatter", "x": list(x), "y": list(y), "mode": "text", "text": list(texts)}
    return behind | {"textposition": "middle right", "showlegend": False, "hoverinfo": "skip", "cliponaxis": False}


def axes_of(spec: Spec, label: str) -> dict[str, Any]:
    """The axes on which a model's bar stands; none where they are the picture's first.

    >>> spec = shares(["A", "B"], {"token": [3, 1]}, ["3 %", "1 %"], 0, wide=True)
    >>> axes_of(spec, "<b>A</b>"), axes_of(spec, "B")
    ({}, {'xaxis': 'x2', 'yaxis': 'y2'})
    """
    trace = next(trace for trace in spec.data if label in trace["y"])
    return {name: trace[name] for name in ("xaxis", "yaxis") if name in trace}
