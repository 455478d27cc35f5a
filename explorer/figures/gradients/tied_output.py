"""Gradients at both ends of a table: what each row gets through the lookup, and what through the softmax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout, log_axis
from explorer.figures.gradients.matrix_panels import LONGEST, Floats
from explorer.figures.gradients.touched_rows import label_mask
from explorer.figures.label_text import plain, sides

NARROW, HEIGHT = 250, 200  # pixels of the plot on a phone, in the path: labels that fit there fit everywhere
BELOW, ABOVE = 0.3, 0.5  # margin of the logarithmic axis below the shortest and above the longest gradient, in decades
LOOKUP, SOFTMAX = "rows that were read", "rows that were compared"


def ends(lookup: Floats, softmax: Floats | None, names: Sequence[str], colors: Sequence[str] = ()) -> Spec:
    """Length of each row's gradient over the number of the row, on a logarithmic axis; rows of length 0 are not drawn.

    Args:
        lookup: (V,) through the lookup.
        softmax: (V,) through the softmax; None: the table gets nothing from there (untied), or it is still covered.
        names: (V,) what to call each row.
        colors: of the tokens that were read, by ascending row; one colour for all where there are none.
    """
    both = np.concatenate([lookup, softmax if softmax is not None else lookup])
    low, high = np.log10(both[both > 0].min(initial=1.0)), np.log10(max(float(both.max(initial=0)), 1e-12))
    traces: list[dict[str, Any]] = []
    for lengths, title, index in ((softmax, SOFTMAX, 5), (lookup, LOOKUP, 3)):
        if lengths is None:
            continue
        rows: NDArray[np.int64] = np.flatnonzero(lengths)
        read = title == LOOKUP
        shown = [plain(names[row], LONGEST) for row in rows.tolist()]
        texts, text_sides = (
            _label_sides(rows, lengths, shown, len(lookup), float(low), float(high), softmax is None)
            if read
            else (None, None)
        )
        look = {"color": theme.OKABE_ITO[index], "size": 5, "symbol": "circle", "opacity": 0.7}
        if read:
            edge = {"width": 1, "color": theme.INK}
            look |= {"color": list(colors) or look["color"], "size": 13, "symbol": "square", "opacity": 1, "line": edge}
            # A square's colour is its token's, so the legend has a square of no token.
            entry = {"color": theme.PAPER, "size": 13, "symbol": "square", "line": edge}
            traces.append(
                {"type": "scatter", "mode": "markers", "x": [None], "y": [None], "name": title}
                | {"marker": entry, "legendgroup": title, "hoverinfo": "skip"}
            )
        traces.append(
            {
                "type": "scatter",
                "mode": "markers+text" if read else "markers",
                "x": rows.astype(np.int32),
                "y": lengths[rows].astype(np.float32),
                "name": title,
                "legendgroup": title,
                "showlegend": not read,
                "text": texts,
                "hovertext": shown,
                "textposition": text_sides,
                "textfont": {"color": theme.INK},
                "cliponaxis": False,
                "marker": look,
                "hovertemplate": "<b>%{hovertext}</b>, row %{x:,}<br>%{y:.2g}<extra>" + title + "</extra>",
            }
        )
    across = {"range": [-len(lookup) / 40, len(lookup) * 1.04], "showgrid": False}
    upward = log_axis(float(low) - BELOW, float(high) + ABOVE)
    return Spec(traces, layout("number of the row", "how hard it is pushed", 460, legend=True, x=across, y=upward))


def _label_sides(
    rows: NDArray[np.int64],
    lengths: Floats,
    names: Sequence[str],
    vocab_size: int,
    low: float,
    high: float,
    alone: bool,
) -> tuple[list[str], list[str]]:
    """Label and side of each square: all of a few rows that stand `alone`; of many, or among dots, only those with the
    largest gradients, where there is room.
    """
    named = label_mask(lengths[rows])
    xs = rows[named] / vocab_size * NARROW
    ys = (high + ABOVE - np.log10(lengths[rows[named]])) / (high - low + BELOW + ABOVE) * HEIGHT
    shown = [names[at] for at in named]
    few, marks = alone and len(rows) == len(named), [6.5] * len(named)
    texts, text_sides = [""] * len(rows), ["middle right"] * len(rows)
    found = sides(xs.tolist(), ys.tolist(), shown, width=NARROW, marks=marks, every=few)
    for at, name, side in zip(named, shown, found, strict=True):
        if side:
            texts[at], text_sides[at] = name, side
    return texts, text_sides
