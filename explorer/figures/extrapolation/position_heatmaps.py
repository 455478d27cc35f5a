"""The row added at each position, past the trained length too."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.extrapolation.loss_curves import HEIGHT
from explorer.figures.figure_spec import BAR, Spec, layout, square

Floats = NDArray[np.floating[Any]]
WORDS_HIGH = 4  # rows


def position_rows(rows: Floats, *, train_len: int, length: int, largest: float) -> Spec:
    """Position rows as lines, those of positions 0 … length − 1 from top to bottom.

    Args:
        rows: (D, positions); fewer than `length` if the rest has no rows.
        train_len: trained length.
        length: lower end of the vertical axis.
        largest: the colour scale runs from −largest to largest.
    """
    bottom = max(length, train_len + 8)
    cells = square(
        rows,
        transpose=True,
        zmin=-largest,
        zmax=largest,
        colorbar=BAR,
        hovertemplate="position %{y}, column %{x}: %{z:.3f}<extra></extra>",
    )
    # The cells are light in both themes, so the line on them is dark in both.
    edge = {"type": "line", "y0": train_len - 0.5, "y1": train_len - 0.5, "x0": 0, "x1": 1, "xref": "paper"}
    shapes = [edge | {"line": {"color": theme.DARK, "width": 3, "dash": "dash"}}]
    # Below the line: above it are the rows that training reached, and it would hide some of them.
    note = {"x": 1, "xref": "paper", "xanchor": "right", "y": train_len - 0.5, "yanchor": "top", "yshift": -3}
    notes = [note | {"text": f"↑ trained: 0 to {train_len - 1}", "showarrow": False, "bgcolor": theme.PAPER}]
    known = rows.shape[1]
    if known < length:
        shapes.append(_missing(known, length))
        # A few rows are too low for the label, so it is below them.
        first, end = (known, length) if length - known >= WORDS_HIGH else (length, bottom)
        notes.append({"x": 0.2, "xref": "paper", "y": (first + end - 1) / 2, "text": "no row", "showarrow": False})
    made = layout("number in the row", "position", HEIGHT, y={"range": [bottom - 0.5, -0.5]})
    return Spec([cells], made | {"shapes": shapes, "annotations": notes})


def _missing(first: int, length: int) -> dict[str, Any]:
    """Frame around the positions without a row."""
    frame = {"type": "rect", "y0": first - 0.5, "y1": length - 0.5, "xref": "paper", "x0": 0, "x1": 1}
    return frame | {"line": {"color": theme.INK, "width": 1, "dash": "dot"}, "fillcolor": theme.clear("#808080", 0.25)}
