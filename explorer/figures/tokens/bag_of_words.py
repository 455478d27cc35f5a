"""Bags of tokens against sequences: two sums, then one token's vector at two positions, in one colour scale."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import BAR, Spec, layout
from explorer.figures.tokens.row_cells import limit
from explorer.figures.tokens.row_labels import tinted

COLUMNS = 24
"""Number of dimensions drawn; the sentence is about all of them."""
LONGEST = 24
"""Most characters of a name; more would leave no room for the cells on a phone."""


def bags(vectors: NDArray[np.floating[Any]], labels: Sequence[str], colors: Sequence[str | None] = ()) -> Spec:
    """One row of cells for each of `vectors` (rows, D), the first `COLUMNS` dimensions, named and coloured by token.

    The first two are the sums of sentences, which name them.
    """
    drawn = np.asarray(vectors[:, :COLUMNS], np.float32)
    end = limit(drawn)
    cells = {
        "type": "heatmap",
        "z": drawn,
        "colorscale": theme.DIVERGING,
        "zmin": -end,
        "zmax": end,
        "xgap": 1,
        "ygap": 6,
        "colorbar": BAR,
        "hovertemplate": "dimension %{x}: %{z:.4f}<extra></extra>",
    }
    names = [tinted(label, color, LONGEST) for label, color in zip_longest(labels, colors[: len(labels)])]
    names[:2] = [f"sum of the rows of<br>“{name}”" for name in names[:2]]
    ticks = {"tickvals": list(range(len(labels))), "ticktext": names}
    return Spec(
        [cells],
        layout("dimension", "", 110 + 52 * len(labels), y={**ticks, "autorange": "reversed", "automargin": True}),
    )
