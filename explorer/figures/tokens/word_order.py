"""Bar chart of how far words move when the order changes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.tokens.row_labels import ticks


def distances(
    labels: Sequence[str],
    plain_distance: NDArray[np.float32],
    distance: NDArray[np.float32],
    colors: Sequence[str | None] = (),
) -> Spec:
    """Distance that each word's vector moved when the order changed, without and with positions."""
    traces = []
    heights = np.arange(len(labels), dtype=np.float32)
    for number, (name, values) in enumerate((("no position", plain_distance), ("with positions", distance))):
        look = theme.category(number)
        traces.append(
            {
                "type": "bar",
                "y": heights,
                "x": np.asarray(values, np.float32),
                "orientation": "h",
                "name": name,
                "marker": {"color": look["color"], "pattern": {"shape": ["", "/"][number]}},
                "hovertemplate": "%{y} moved by %{x:.4f}<extra>" + name + "</extra>",
            }
        )
    longest = float(max(np.max(distance, initial=0), np.max(plain_distance, initial=0)))
    made = layout(
        "distance between the token's two vectors",
        "",
        130 + 40 * max(len(labels), 3),
        legend=True,
        x={"range": [0, (longest or 1) * 1.05]},
        y=ticks(labels, colors),
    )
    return Spec(traces, made | {"barmode": "group"})
