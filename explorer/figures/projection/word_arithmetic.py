"""Figures of word arithmetic: the parallelogram of an analogy, accuracy by section, words along a ruler."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.projection.dot_labels import Label, annotation
from explorer.figures.projection.map_axis_ranges import extent
from explorer.wording import signed

AXIS = 14
"""Maximum length of a word along an axis."""


def parallelogram(
    points: NDArray[np.float32],
    names: Sequence[str],
    others: NDArray[np.float32],
    other_names: Sequence[str],
    cosines: Sequence[float] = (),
) -> Spec:
    """Three words, the corner that completes them, and the nearest words around it, best first.

    `points` (4, 2) are a, b, c and c − a + b; `names` are those of a, b, c. The `cosines` of the others to the corner
    stand beside their names: they say which is near, where the flat picture may not.

    >>> corners = np.array([[0, 0], [1, 0], [0, 1], [1, 1]], np.float32)
    >>> spec = parallelogram(corners, ["a", "b", "c"], corners[3:], ["d"])
    >>> spec.layout["yaxis"]["scaleanchor"]
    'x'
    """
    a, b, c, corner = points
    blue = theme.OKABE_ITO[0]
    data: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "x": np.array([start[0], end[0]], np.float32),
            "y": np.array([start[1], end[1]], np.float32),
            "mode": "lines",
            "line": {"color": blue, "width": 2.5, "dash": dash},
            "hoverinfo": "skip",
        }
        for start, end, dash in ((a, b, "solid"), (c, corner, "solid"), (a, c, "dash"), (b, corner, "dash"))
    ]
    arrows = [
        {
            **{"x": float(end[0]), "y": float(end[1]), "ax": float(start[0]), "ay": float(start[1])},
            **{"xref": "x", "yref": "y", "axref": "x", "ayref": "y", "showarrow": True, "text": ""},
            **{"arrowhead": 2, "arrowsize": 1.4, "arrowwidth": 2, "arrowcolor": blue},
        }
        for start, end in ((a, b), (c, corner))
    ]
    data.append(_dots(points[:3], "%{text}", {"size": 12, "color": blue}, names))
    cross = {"size": 14, "symbol": "x", "color": theme.FOUND}
    data.append(_dots(points[3:], "c − a + b", cross) | {"meta": {"clear": 7}})  # no name covers the cross
    if len(others):
        sizes = [12, *[8] * (len(others) - 1)]
        look = {"size": sizes, "symbol": "diamond", "color": theme.OKABE_ITO[2]}
        data.append(_dots(others, "%{text}", look, other_names))
    box = extent(np.concatenate([points, others]) if len(others) else points)
    wide, tall = (box[2] - box[0]) * 0.12, (box[3] - box[1]) * 0.15
    made = layout(
        f"the step from {plain(names[0], AXIS)} to {plain(names[1], AXIS)}",
        f"towards {plain(names[2], AXIS)}",
        540,
        x={"range": [box[0] - wide, box[2] + wide]},
        y={"range": [box[1] - tall, box[3] + tall], "scaleanchor": "x", "constrain": "domain"},
    )
    # Where there is no room, the browser hides the later names.
    written = {name: f"{name} {signed(cosine)}" for name, cosine in zip(other_names, cosines, strict=False)}
    notes = [*_names(points, names, others, other_names, written), *arrows]
    return Spec(data, made | {"annotations": notes, "meta": {"labels": True}})


def _dots(points: NDArray[np.float32], hover: str, marker: dict[str, Any], words: Sequence[str] = ()) -> dict[str, Any]:
    return {
        "type": "scatter",
        "x": points[:, 0].copy(),
        "y": points[:, 1].copy(),
        "mode": "markers",
        "marker": marker,
        "hovertemplate": f"{hover}<extra></extra>",
    } | ({"text": [plain(word) for word in words]} if len(words) else {})


def _names(
    points: NDArray[np.float32],
    names: Sequence[str],
    others: NDArray[np.float32],
    other_names: Sequence[str],
    texts: Mapping[str, str],
) -> list[dict[str, Any]]:
    """Names of the three words, then of the answers, best first, other than these three; `texts` for some of them."""
    high = float(points[:, 1].mean())
    given = [("top center" if float(y) >= high else "bottom center", 9) for y in points[:3, 1]]
    written = list(zip(points[:3], names, given, strict=True))
    if len(others):
        beside = zip(others, other_names, ((side, 8) for side in _away_from_nearest(others, points)), strict=True)
        written += [each for each in beside if each[1] not in names]
    labels = (Label(at, texts.get(name, name), *where) for at, (_, name, where) in enumerate(written))
    # On paper, or a dashed line would strike the name through.
    return [annotation(each[0], at) | {"bgcolor": theme.PAPER} for each, at in zip(written, labels, strict=True)]


LINE = 3
"""How many times as far a mark counts that is above or below: a name is long and low."""


def _away_from_nearest(points: NDArray[np.float32], marks: NDArray[np.float32]) -> list[str]:
    """Side for each point's name on which its nearest neighbour among all points and marks does not lie.

    >>> points = np.array([[0, 0], [1, 0], [5, 5]], np.float32)
    >>> _away_from_nearest(points, np.array([[6, 5]], np.float32))
    ['middle left', 'middle right', 'middle left']
    """
    steps = np.concatenate([points, marks])[None] - points[:, None]
    lengths = np.linalg.norm(steps * (1, LINE), axis=2)
    lengths[lengths == 0] = np.inf
    across = steps[np.arange(len(points)), lengths.argmin(axis=1), 0]
    return ["middle left" if each > 0 else "middle right" for each in across]


def accuracy(
    sections: Sequence[str],
    strict: NDArray[np.float64],
    loose: NDArray[np.float64],
    intervals: NDArray[np.float64] | None = None,
) -> Spec:
    """Share of analogy questions answered in each section, with the three given words excluded and allowed.

    `intervals` (n, 2) are drawn as whiskers on the first bars.

    >>> accuracy(["family"], np.array([0.8]), np.array([0.1])).data[0]["x"].tolist()
    [80.0]
    """
    data = []
    for number, (name, values) in enumerate((("given words excluded", strict), ("given words allowed", loose))):
        look = theme.category(number)
        data.append(
            {
                "type": "bar",
                "y": list(sections),
                "x": (values * 100).astype(np.float32),
                "name": name,
                "orientation": "h",
                "marker": {"color": look["color"], "pattern": {"shape": ["", "/"][number]}},
                "hovertemplate": "%{y}: %{x:.1f} %<extra>" + name + "</extra>",
            }
        )
    if intervals is not None:
        data[0]["error_x"] = whiskers(100 * strict, 100 * intervals)
    made = layout(
        "answered correctly, %",
        "",
        90 + 34 * len(sections),
        legend=True,
        x={"range": [0, 100]},
        y={"autorange": "reversed", "ticks": ""},
    )
    return Spec(data, made | {"barmode": "group", "bargap": 0.25})


def whiskers(values: NDArray[Any], intervals: NDArray[Any]) -> dict[str, Any]:
    """Lines from the low to the high end of intervals (n, 2) around values (n,), as Plotly's error bars.

    >>> whiskers(np.array([5.0]), np.array([[4.0, 7.0]]))["array"].tolist()
    [2.0]
    """
    return {
        "type": "data",
        "symmetric": False,
        "array": np.maximum(intervals[:, 1] - values, 0).astype(np.float32),
        "arrayminus": np.maximum(values - intervals[:, 0], 0).astype(np.float32),
        "color": theme.INK,
        "thickness": 1.5,
        "width": 4,
    }


def ruler(
    points: NDArray[np.float32],
    words: Sequence[str],
    labels: Sequence[Label],
    *,
    ends: Sequence[tuple[str, str]],
    spread: Sequence[tuple[float, float]],
    box: tuple[float, float, float, float],
    revision: str,
    intervals: Sequence[NDArray[np.float64] | None] = (),
) -> Spec:
    """Words along one or two differences of words; 0 lies halfway between the two ends of an axis.

    Args:
        points: (n, 2); the second column is the second ruler, or the distance from the first.
        words: n names.
        labels: which of them are written.
        ends: (minus, plus) of the first axis, and of the second where there is one.
        spread: (mean, standard deviation) of all rows of the table along each axis: two thirds of a bell curve.
        box: (x0, y0, x1, y1) of the drawing area.
        revision: zoom is kept while this stays the same.
        intervals: (n, 2) of the coordinates on each axis, drawn as whiskers; None for an axis without.

    >>> spot = np.zeros((1, 2), np.float32)
    >>> spec = ruler(spot, ["nurse"], [], ends=[("he", "she")], spread=[(0, 1)], box=(-1, 0, 1, 1), revision="")
    >>> spec.layout["xaxis"]["title"]["text"], spec.layout["yaxis"]["title"]["text"]
    ('← he      she →', 'distance from the axis')
    """
    titles = [f"← {plain(low)}      {plain(high)} →" for low, high in ends]
    line = {"color": theme.GREY, "width": 1, "dash": "dash"}
    shapes: list[dict[str, Any]] = []
    for axis, (middle, deviation) in zip("xy", spread[: len(ends)], strict=False):
        other = "y" if axis == "x" else "x"
        along = {f"{axis}ref": axis, f"{other}ref": "paper", f"{other}0": 0, f"{other}1": 1}
        band = {f"{axis}0": middle - deviation, f"{axis}1": middle + deviation}
        fill = {"fillcolor": theme.GREY, "opacity": 0.15, "line": {"width": 0}, "layer": "below"}
        shapes.append({"type": "rect", **along, **band, **fill})
        shapes.append({"type": "line", **along, f"{axis}0": 0, f"{axis}1": 0, "line": line})
    dots = _dots(points, "%{text}: %{x:.2f}", {"size": 8, "color": theme.OKABE_ITO[0]}, words)
    for axis, found, values in zip("xy", intervals, points.T, strict=False):
        if found is not None:
            dots[f"error_{axis}"] = whiskers(values, found) | {"color": theme.GREY, "width": 0, "thickness": 1.5}
    made = layout(
        titles[0],
        titles[1] if len(titles) > 1 else "distance from the axis",
        520,
        x={"range": [box[0], box[2]]},
        y={"range": [box[1], box[3]]},
    )
    made |= {
        "annotations": [annotation(points[label.row], label) for label in labels],
        "meta": {"labels": True},
        "uirevision": revision,
        "shapes": shapes,
    }
    return Spec([dots], made)
