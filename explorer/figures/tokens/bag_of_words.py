"""Bags of tokens against sequences: two sums, then one token's vector at two positions, in one colour scale.

The scale is the first sum's, so that this keeps its colours while other words are written into the second sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import BAR, Spec, layout
from explorer.figures.tokens.row_labels import tinted

COLUMNS = 24
"""Number of dimensions drawn; the sentence is about all of them."""
LONGEST = 24
"""Most characters of a name; more would leave no room for the cells on a phone."""


def scale_of(vectors: NDArray[np.floating[Any]]) -> float:
    """End of the colour scale: the largest number drawn of the first sum.

    >>> scale_of(np.array([[1.0, -2.0], [3.0, 0.0]]))
    2.0
    """
    return float(np.abs(vectors[0, :COLUMNS]).max(initial=0)) or 1.0


def bags(vectors: NDArray[np.floating[Any]], labels: Sequence[str], colors: Sequence[str | None] = ()) -> Spec:
    """One row of cells for each of `vectors` (rows, D), the first `COLUMNS` dimensions, named and coloured by token.

    The first two are the sums of sentences, which name them.
    """
    drawn = np.asarray(vectors[:, :COLUMNS], np.float32)
    end = scale_of(vectors)
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
