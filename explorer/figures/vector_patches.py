"""Vectors of tokens as patches of coloured cells, a column for each token, for notebooks; the page has a component."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import BAR, Spec, layout

WIDE = 16
"""Numbers in a line of a patch."""


def patches(tokens: Sequence[str], vectors: Mapping[str, NDArray[np.floating[Any]]], selected: int) -> Spec:
    """One patch for each token (columns) and kind of vector (rows), in one colour scale.

    The 99th percentile of all absolute values reaches an end of the scale.

    Args:
        tokens: their names.
        vectors: by kind, (T, D) each, with D a multiple of `WIDE`.
        selected: the token with a frame.

    >>> spec = patches(["a", "b"], {"rows": np.ones((2, 32)), "sums": np.zeros((2, 32))}, 0)
    >>> spec.data[0]["z"].shape  # two kinds of 2 lines, two tokens of 16 columns, a gap after each
    (6, 34)
    """
    count, width = next(iter(vectors.values())).shape
    high = width // WIDE
    cells = np.stack(list(vectors.values())).reshape(len(vectors), count, high, WIDE).transpose(0, 2, 1, 3)
    end = float(np.quantile(np.abs(cells), 0.99)) or 1.0
    gaps = np.pad(cells.astype(np.float32), ((0, 0), (0, 1), (0, 0), (0, 1)), constant_values=np.nan)
    drawn = {
        "type": "heatmap",
        "z": gaps.reshape(len(vectors) * (high + 1), count * (WIDE + 1)),
        "colorscale": theme.DIVERGING,
        "zmin": -end,
        "zmax": end,
        "colorbar": BAR,
        "hoverinfo": "skip",
    }
    bare = {"showgrid": False, "zeroline": False, "ticks": ""}
    names = {"tickvals": [n * (WIDE + 1) + (WIDE - 1) / 2 for n in range(count)], "ticktext": list(tokens)}
    kinds = {"tickvals": [n * (high + 1) + (high - 1) / 2 for n in range(len(vectors))], "ticktext": list(vectors)}
    made = layout(
        "",
        "",
        120 + 90 * len(vectors),
        x={**bare, **names, "side": "top", "automargin": True, "tickangle": 0 if count <= 10 else -60},
        y={**bare, **kinds, "autorange": "reversed", "automargin": True},
    )
    left = selected * (WIDE + 1) - 0.5
    frame = {"type": "rect", "x0": left, "x1": left + WIDE, "y0": 0, "y1": 1, "yref": "paper"}
    return Spec([drawn], made | {"shapes": [frame | {"line": {"color": theme.INK, "width": 2}}]})
