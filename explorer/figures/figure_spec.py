"""Pictures as plain dicts, in the project's style.

`go.Figure` checks each property on its way in and copies everything on its way out: four milliseconds per picture, half
of what a moved slider may take. So these pictures go to the chart as the dicts that Plotly draws, and the tests have
Plotly check every one of them.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme

Floats = NDArray[np.floating]
BAR = {"thickness": 12, "outlinewidth": 0}


@dataclass(frozen=True, eq=False)
class Spec:
    """Traces and layout of one picture. Nobody changes them once made, so one may be kept and shown again.

    Example:
        >>> spec = Spec([{"type": "scatter", "y": np.zeros(2, np.float32)}], layout("x", "y", 300))
        >>> spec.to_dict()["layout"]["height"], spec.layout["xaxis"]["title"]
        (300, {'text': 'x'})
    """

    data: list[dict[str, Any]]
    layout: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The dict that the chart sends, like that of `go.Figure.to_dict`; arrays stay NumPy arrays."""
        return {"data": self.data, "layout": dict(self.layout)}


def layout(
    x_title: str,
    y_title: str,
    height: int,
    *,
    legend: bool = False,
    x: dict[str, Any] | None = None,
    y: dict[str, Any] | None = None,
    margin: dict[str, int] | None = None,
) -> dict[str, Any]:
    """`theme.base_layout` as a fresh dict, with additions to its two axes and its margin."""
    made = theme.base_layout(x_title, y_title, height, legend=legend)
    made["xaxis"] |= x or {}
    made["yaxis"] |= y or {}
    made["margin"] |= margin or {}
    return made


def line(values: Floats, **more: Any) -> dict[str, Any]:
    """A line over 0, 1, 2, … (or from `x0`, or over `x`)."""
    axis = {} if "x" in more else {"x0": 0, "dx": 1}
    return {"type": "scatter", "mode": "lines", **axis, "y": values.astype(np.float32), **more}


def upright(x: float, width: float = 2, colour: str = theme.INK, dash: str = "dash") -> dict[str, Any]:
    """A vertical line over the whole height, as a shape."""
    look = {"color": colour, "width": width, "dash": dash}
    return {"type": "line", "x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper", "line": look}


def level(y: float, dash: str = "solid") -> dict[str, Any]:
    """A thin horizontal line over the whole width, as a shape."""
    look = {"color": theme.INK, "width": 1, "dash": dash}
    return {"type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": y, "y1": y, "line": look}


def one_each(curves: Mapping[str, Floats], *, first: int, hover: str) -> list[dict[str, Any]]:
    """One line per table, each with its own colour and dash, over `first`, `first` + 1, …"""
    looks = (theme.category(number) for number in range(len(curves)))
    return [
        line(
            values,
            x0=first,
            name=label,
            line={"color": look["color"], "dash": look["dash"], "width": 2},
            hovertemplate=f"{hover}<extra>{label}</extra>",
        )
        for (label, values), look in zip(curves.items(), looks, strict=True)
    ]


def square(values: Floats, **more: Any) -> dict[str, Any]:
    """A heatmap of signed numbers around 0."""
    cells = values.astype(np.float32, copy=False)
    return {"type": "heatmap", "z": cells, "colorscale": theme.DIVERGING, "colorbar": BAR} | more


FEW = 10


def integer_axis(count: int) -> dict[str, Any]:
    """Integer axis from 0, for `count` numbers: where they are few, Plotly's own ticks would be halves
    and fifths, and around a single one also negative.

    >>> integer_axis(1), integer_axis(2), integer_axis(200)
    ({'dtick': 1, 'range': [-0.5, 0.5]}, {'dtick': 1}, {})
    """
    return ({"dtick": 1} if count <= FEW else {}) | ({"range": [-0.5, 0.5]} if count == 1 else {})


# A square is aligned to the right, beside its colour bar.
SQUARE_X = {"constrain": "domain", "constraintoward": "right", "showgrid": False}
SQUARE_Y = {"constrain": "domain", "showgrid": False, "autorange": "reversed", "scaleanchor": "x"}


def log_axis(low: float, high: float, *, written_out: bool = False) -> dict[str, Any]:
    """A logarithmic axis from 10 to the power `low` to 10 to the power `high`, its numbers in one style: all of them
    written out, as always with `written_out`, or all as powers of ten. Below two decades there are steps of 2 and 5
    between.

    >>> [log_axis(*ends)["ticktext"] for ends in ((0.5, 3.2), (-0.2, 1), (-5.5, -2.8))]
    [['10', '100', '1,000'], ['1', '2', '5', '10'], ['10<sup>−5</sup>', '10<sup>−4</sup>', '10<sup>−3</sup>']]
    """
    first, last = math.floor(low), math.ceil(high)
    step, digits = max(1, math.ceil((high - low) / 7)), (1, 2, 5) if high - low < 2 else (1,)
    ticks = [
        (power, digit)
        for power in range(-(-first // step) * step, last + 1, step)
        for digit in digits
        if low <= power + math.log10(digit) <= high
    ]
    plain = written_out or all(-4 < power < 6 for power, _ in ticks)
    # The raised digits of a power have 0.7 of its size, and must stay readable.
    large: dict[str, Any] = {} if plain else {"tickfont": {"size": 1.25 * theme.FONT_SIZE}}
    return large | {
        "type": "log",
        "range": [low, high],
        "tickvals": [float(f"{digit}e{power}") for power, digit in ticks],
        "ticktext": [_plain(power, digit) if plain else _power(power, digit) for power, digit in ticks],
    }


def _plain(power: int, digit: int) -> str:
    """The number `digit` times ten to that power, written out.

    >>> _plain(3, 2), _plain(-3, 5)
    ('2,000', '0.005')
    """
    return f"{digit * 10**power:,}" if power >= 0 else f"{digit * 10.0**power:.{-power}f}"


def _power(power: int, digit: int) -> str:
    """The same as a power of ten.

    >>> _power(-12, 1), _power(7, 2)
    ('10<sup>−12</sup>', '2·10<sup>7</sup>')
    """
    return f"{'' if digit == 1 else f'{digit}·'}10<sup>{str(power).replace('-', '−')}</sup>"


GUESS = "your guess"
_GUESSED = {"symbol": "star", "size": 17, "color": theme.INK, "line": {"width": 1.5, "color": theme.PAPER}}


def guessed(spec: Spec, x: Any, y: Any, *, low: float | None = None, high: float | None = None, **more: Any) -> Spec:
    """The picture with the visitor's guess in it: a star with its name, and a bar where the guess was a range.

    >>> seen = guessed(Spec([], layout("x", "y", 300)), 2, 50, low=30, high=60)
    >>> seen.data[0]["text"], seen.data[0]["error_y"]["array"], seen.data[0]["error_y"]["arrayminus"]
    (['your guess'], [10], [20])
    """
    star = {
        "type": "scatter",
        "mode": "markers+text",
        "x": [x],
        "y": [y],
        "name": GUESS,
        "text": [GUESS],
        "textposition": "middle right",
        "marker": dict(_GUESSED),
        "cliponaxis": False,
        "showlegend": False,
        "hovertemplate": f"{GUESS}<extra></extra>",
    }
    if low is not None and high is not None:
        star["error_y"] = {"array": [high - y], "arrayminus": [y - low], "color": theme.INK, "thickness": 2, "width": 8}
    return Spec([*spec.data, star | more], spec.layout)
