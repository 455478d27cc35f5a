"""Distance that each row moved in an optimizer step, as bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.gradients.matrix_panels import LONGEST, ROW_HEIGHT, Floats
from explorer.figures.label_text import plain


def movement(names: Sequence[str], groups: Sequence[str], ways: Mapping[str, Floats], *, wide: bool = False) -> Spec:
    """Distance that each row moved: one bar per method, each row labelled with its text; `wide`: both in one line."""
    traces = [
        {
            "type": "bar",
            "x": np.asarray(distances, np.float32),
            "y": list(range(len(names))),
            "orientation": "h",
            "name": way,
            "marker": {"color": theme.OKABE_ITO[number], "pattern": {"shape": ["", "/"][number % 2]}},
            "customdata": list(groups),
            "hovertemplate": "%{x:.4g}<br>%{customdata}<extra>" + way + "</extra>",
        }
        for number, (way, distances) in enumerate(ways.items())
    ]
    ticks = {
        "tickvals": list(range(len(names))),
        "ticktext": [
            f"{group} · {plain(name, LONGEST)}" if wide else f"{plain(name, LONGEST)}<br>{group}"
            for name, group in zip(names, groups, strict=True)
        ],
        "range": [len(names) - 0.5, -0.5],
        "showgrid": False,
    }
    height = 150 + 2 * ROW_HEIGHT * max(len(names), 3)
    # A fixed range: an automatic one makes Plotly measure and redraw everything for every step length.
    across = {"range": [0, 1.05 * max(float(np.max(distances, initial=0)) for distances in ways.values()) or 1]}
    made = layout("distance moved", "", height, legend=True, x=across, y=ticks, margin={"t": 48, "l": 8})
    return Spec(traces, made | {"barmode": "group", "bargap": 0.25})
