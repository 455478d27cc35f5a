"""How alike two positions are: a matrix, and a curve over their distance. Used for computed and learned tables."""

from __future__ import annotations

from collections.abc import Mapping

from explorer.figures import theme
from explorer.figures.spec import SQUARE_X, SQUARE_Y, Floats, Spec, layout, one_each, square, whole


def matrix(
    values: Floats,
    *,
    step: int = 1,
    largest: float = 1.0,
    name: str = "cosine",
    titles: tuple[str, str] = ("position", "position"),
    height: int = 440,
) -> Spec:
    """Every position against every position, (P, P), drawn every `step` positions; colours from −largest to largest.

    `titles` name the positions across and down.
    """
    trace = square(
        values,
        x0=0,
        dx=step,
        y0=0,
        dy=step,
        zmin=-largest,
        zmax=largest,
        hovertemplate=f"positions %{{y}} and %{{x}}<br>{name} %{{z:.4f}}<extra></extra>",
    )
    ticks = whole(step * len(values))
    return Spec([trace], layout(*titles, height, x=SQUARE_X | ticks, y=SQUARE_Y | ticks))


def over_distance(curves: Mapping[str, Floats], *, name: str = "cosine", first: int = 0, height: int = 440) -> Spec:
    """One line per table: likeness of rows k apart, for k = `first`, `first` + 1, …"""
    traces = one_each(curves, first=first, hover=f"distance %{{x}}<br>{name} %{{y:.4f}}")
    if all(len(curve) == 1 for curve in curves.values()):  # a line through one point can't be seen
        traces = [trace | {"mode": "markers"} for trace in traces]
    zero = {
        "type": "line",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": 0,
        "y1": 0,
        "line": {"color": theme.INK, "width": 1},
    }
    longest = max(map(len, curves.values())) + first
    made = layout("distance k (positions)", name, height, legend=len(curves) > 1, x=whole(longest))
    return Spec(traces, made | {"shapes": [zero]})
