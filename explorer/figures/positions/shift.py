"""Shift by k positions: the rotation matrix, its error, and the fitted map's error by wavelength and position."""

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
    upright,
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


def by_wavelength(wavelengths: Floats, inside: Floats, beyond: Floats | None, *, length: int) -> Spec:
    """Error of every pair at the training positions and, after the reveal, beyond them; both axes log."""
    traces, shapes, notes = [], [], []
    for name, values, index, symbol in (
        ("fitted positions", inside, 0, "circle"),
        ("positions beyond", beyond, 3, "diamond-open"),
    ):
        if values is None:
            continue
        traces.append(
            line(
                np.maximum(values, BOTTOM),
                x=wavelengths.astype(np.float32),
                mode="markers",
                name=name,
                marker={"color": theme.category(index)["color"], "symbol": symbol, "size": 8},
                hovertemplate=f"{name}<br>wavelength %{{x:,.1f}}<br>error %{{y:.2g}}<extra></extra>",
            )
        )
    for at, text, side in ((length / 6, "L/6", "right"), (length, "L", "left")):
        shapes.append(upright(at, 1.5))
        # On a log axis Plotly places shapes by value but annotations by its logarithm.
        note = {"x": float(np.log10(at)), "yref": "paper", "y": 1, "text": text, "xanchor": side, "yanchor": "top"}
        notes.append(note | {"showarrow": False})
    shortest, longest = (float(end) for end in np.log10([wavelengths.min(), wavelengths.max()]))
    drawn = np.concatenate([inside] if beyond is None else [inside, beyond])
    low, high = (float(end) for end in np.log10(np.maximum([drawn.min(), drawn.max()], BOTTOM)))
    # Space above the highest mark, for the names of the lines.
    upward = log_axis(low - 0.05 * (high - low) - 0.1, high + 0.2 * (high - low) + 0.1)
    across = log_axis(shortest - 0.25, longest + 0.25)
    made = layout("wavelength (positions)", "error", 440, legend=True, x=across, y=upward)
    return Spec(traces, made | {"shapes": shapes, "annotations": notes})


def by_position(values: Floats, *, fitted: int) -> Spec:
    """Error of the fitted map at every position; it was fitted to the first `fitted` of them, which are shaded."""
    trace = line(
        values,
        line={"color": theme.OKABE_ITO[3], "width": 2},
        hovertemplate="position %{x}: %{y:.3g}<extra></extra>",
    )
    seen = {"type": "rect", "yref": "paper", "x0": 0, "x1": fitted - 1, "y0": 0, "y1": 1, "line": {"width": 0}}
    seen |= {"fillcolor": theme.OKABE_ITO[0], "opacity": 0.12}
    note = {"text": "fitted", "x": 0, "xanchor": "left", "yref": "paper", "y": 1, "yanchor": "top", "showarrow": False}
    # A fixed range: an automatic one makes Plotly measure and redraw everything for every shift.
    upward = {"range": [0, 1.05 * float(np.nanmax(values)) or 1]}
    made = layout("position p", "error (root mean square)", 440, y=upward)
    return Spec([trace], made | {"shapes": [seen], "annotations": [note]})
