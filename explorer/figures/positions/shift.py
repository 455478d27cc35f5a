"""Shift by k positions: the rotation matrix, its error, and a turned hand."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import (
    BAR,
    BOTTOM,
    SQUARE_X,
    SQUARE_Y,
    Floats,
    Spec,
    integer_axis,
    layout,
    line,
    log_axis,
    square,
)
from explorer.figures.positions.circle_and_line_traces import join_lines, plain_line
from explorer.figures.positions.rope_alibi import APART
from explorer.figures.positions.rope_alibi import rotation as rotation_of_pairs


def rotation(matrix: Floats, columns: Sequence[int]) -> Spec:
    """Block of M_k, (n, n), with the numbers of its rows and columns in the table: a 2 × 2 rotation for each pair."""
    labels = [str(column) for column in columns]
    every = -(-len(labels) // 8)
    ticks = {"tickmode": "array", "tickvals": list(range(0, len(labels), every)), "ticktext": labels[::every]}
    trace = square(
        matrix,
        zmin=-1,
        zmax=1,
        colorbar=BAR | {"tickvals": [-1, 0, 1]},
        text=[[f"row {row}, column {column}" for column in labels] for row in labels],
        hovertemplate="%{text}: %{z:.4f}<extra></extra>",
        xgap=1,
        ygap=1,
    )
    titles = "column (of the row it reads)", "column (of the row it makes)"
    return Spec([trace], layout(*titles, 440, x=SQUARE_X | ticks, y=SQUARE_Y | ticks))


def turned(before: Floats, after: Floats, starts: Floats, angle: float, names: Sequence[str]) -> Spec:
    """A hand on several dials, before and after a turn by one angle, which an arc shows.

    Args:
        before: tips, (dials, 2).
        after: tips after the turn, (dials, 2).
        starts: angle of each hand before the turn, clockwise from the top, in radians.
        angle: of the turn; an arc of more than a whole turn is a circle.
        names: below the dials.
    """
    spec = rotation_of_pairs({"before": before, "after": after}, names)
    sweep = np.linspace(0, min(angle, 2 * np.pi), 40)
    arcs = [
        {"x": APART * dial + 0.4 * np.sin(start + sweep), "y": 0.4 * np.cos(start + sweep)}
        for dial, start in enumerate(starts.tolist())
    ]
    arc = join_lines([plain_line(**each, line={"color": theme.OKABE_ITO[2], "width": 5}) for each in arcs])
    reach = {"xaxis": spec.layout["xaxis"] | {"range": [-1.4, APART * (len(names) - 1) + 1.4]}}
    return Spec([spec.data[0], arc, *spec.data[1:]], spec.layout | reach)


def errors(positions: NDArray[np.integer], values: Floats) -> Spec:
    """Error of the rotation at every compared position, log axis; an exact 0 is drawn at the bottom of the axis."""
    # A line, since marks at each position would dominate the browser's time for a frame.
    trace = line(
        np.maximum(values, BOTTOM),
        x=positions.astype(np.int16),
        mode="lines" if len(positions) > 1 else "markers",
        line={"color": theme.OKABE_ITO[0], "width": 1.5},
        hovertemplate="position %{x}: %{y:.2g}<extra></extra>",
    )
    across = integer_axis(int(positions[-1]) + 1)
    return Spec([trace], layout("position p", "largest error", 440, x=across, y=log_axis(-18, 0.5)))
