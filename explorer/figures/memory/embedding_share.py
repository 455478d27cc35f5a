"""Embedding share of real models: a bar for each model, in one column or in two. Plain dicts, see spec."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, guessed, layout
from explorer.figures.memory.memory_bill import hatching

TITLE = "share of all parameters, %"
COLUMNS = ([0.0, 0.4], [0.6, 1.0])
"""Domains of the two columns, as shares of the picture, with room for the second's names between them."""


def shares(
    names: Sequence[str],
    parts: Mapping[str, Sequence[float]],
    texts: Sequence[str],
    chosen: int,
    *,
    guess: tuple[int, float] | None = None,
    wide: bool = False,
) -> Spec:
    """Stacked bars of percentages, one per model, with `texts` behind the bars and a frame around the `chosen` one.

    `guess`: index of a model and its guessed share, a star between its bar and its text.
    `wide`: the second half of the models is beside the first, on the same scale, for the large type size; the browser
    stacks the halves in a narrow window (js/stack_panels.js).
    """
    words = [f" {text}" for text in texts]
    totals = [sum(values[at] for values in parts.values()) for at in range(len(names))]
    ends = list(totals)
    if guess is not None:
        at, share = guess
        ends[at], words[at] = max(totals[at], share), f"\u2002{words[at]}"  # wide enough for half a star
    half = -(-len(names) // 2) if wide else len(names)
    pieces = [slice(0, half), slice(half, None)] if wide else [slice(0, half)]
    traces: list[dict[str, Any]] = []
    for piece, axes in zip(pieces, ({}, {"xaxis": "x2", "yaxis": "y2"}), strict=False):
        traces += [
            {
                "type": "bar",
                "orientation": "h",
                "y": list(names[piece]),
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
        traces.append(_words(ends[piece], names[piece], words[piece]) | axes)
    across = {"range": [0, max(totals) * (1.45 if wide else 1.1)], "showgrid": True}
    # Every model is named.
    upward = {"categoryorder": "array", "ticks": "", "showgrid": False, "tickmode": "linear", "dtick": 1}
    upward |= {} if guess is None else {"ticklabelstandoff": 12}  # so that a star at 0 covers no name
    sides = {"l": 8, "r": 8 if wide else 72, "t": 40, "b": 48}
    first = upward | {"categoryarray": list(names[:half][::-1])}
    # Two columns are only as high as their names need in presenter mode, so that the sentence below is visible.
    made = layout(TITLE, "", 110 + (18 if wide else 24) * half, legend=True, x=across, y=first, margin=sides)
    if wide:
        made["xaxis2"] = made["xaxis"] | {"domain": COLUMNS[1], "anchor": "y2"}
        made["yaxis2"] = made["yaxis"] | {"categoryarray": list(names[half:][::-1]), "anchor": "x2"}
        made["xaxis"] |= {"domain": COLUMNS[0]}
        made["meta"] = {"halves": True}
    made["legend"]["traceorder"] = "normal"
    # A shape instead of other names, so that another choice redraws nothing else.
    second = wide and chosen >= half
    row = (len(names) if second else half) - 1 - chosen
    made["shapes"] = [_frame(row, "2" if second else "") | {"visible": chosen >= 0}]
    spec = Spec(traces, made | {"barmode": "stack", "bargap": 0.3})
    if guess is None:
        return spec
    beside: dict[str, Any] = {"xaxis": "x2", "yaxis": "y2"} if at >= half else {}
    return guessed(spec, share, names[at], mode="markers", showlegend=True, **beside)


def _frame(row: int, axes: str) -> dict[str, Any]:
    """A frame around a row of the picture, numbered from below."""
    corners = {"xref": f"x{axes} domain", "x0": 0, "x1": 1, "yref": f"y{axes}", "y0": row - 0.48, "y1": row + 0.48}
    return {"type": "rect", **corners, "line": {"color": theme.INK, "width": 1.5}}


def _words(x: Sequence[float], y: Sequence[str], texts: Sequence[str]) -> dict[str, Any]:
    behind = {"type": "scatter", "x": list(x), "y": list(y), "mode": "text", "text": list(texts)}
    return behind | {"textposition": "middle right", "showlegend": False, "hoverinfo": "skip", "cliponaxis": False}
