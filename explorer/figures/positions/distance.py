"""Similarity of positions as a matrix, and as a curve over their distance, for computed and learned tables."""

from collections.abc import Mapping

from explorer.figures import theme
from explorer.figures.figure_spec import (
    SQUARE_X,
    SQUARE_Y,
    Floats,
    Spec,
    integer_axis,
    layout,
    level,
    one_each,
    square,
    upright,
)


def matrix(
    values: Floats,
    *,
    step: int = 1,
    largest: float = 1.0,
    name: str = "cosine",
    titles: tuple[str, str] = ("position", "position"),
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
    ticks = integer_axis(step * len(values))
    return Spec([trace], layout(*titles, 440, x=SQUARE_X | ticks, y=SQUARE_Y | ticks))


def over_distance(curves: Mapping[str, Floats], *, name: str = "cosine") -> Spec:
    """One line per table: similarity of rows k apart, for k = 0, 1, …"""
    traces = one_each(curves, first=0, hover=f"distance %{{x}}<br>{name} %{{y:.4f}}")
    longest = max(map(len, curves.values()))
    made = layout("distance k (positions)", name, 440, legend=len(curves) > 1, x=integer_axis(longest))
    return Spec(traces, made | {"shapes": [level(0)]})


def with_diagonals(square: Spec, length: int, distance: int) -> Spec:
    """The matrix of `length` positions with a line on either side through the pairs `distance` apart.

    >>> [shape["x0"] for shape in with_diagonals(Spec([], {}), 4, 1).layout["shapes"]]
    [1, 0]
    """
    look = {"type": "line", "line": {"color": theme.DARK, "width": 2}}  # the cells are light in both themes
    end = length - 1 - distance
    above = {"x0": distance, "y0": 0, "x1": length - 1, "y1": end}
    below = {"x0": 0, "y0": distance, "x1": end, "y1": length - 1}
    return Spec(square.data, square.layout | {"shapes": [look | above, look | below]})


def with_mark(curve: Spec, distance: int) -> Spec:
    """The curves with an upright line at a distance."""
    mark = upright(distance, colour=theme.OKABE_ITO[3], dash="solid")
    return Spec(curve.data, curve.layout | {"shapes": [*curve.layout["shapes"], mark]})
