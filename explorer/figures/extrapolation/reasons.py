"""Experiments on why the loss rises: a dot for each, and how far back attention looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.extrapolation.loss import Trace
from explorer.figures.spec import Spec, layout
from explorer.wording import signed

Array = NDArray[np.floating[Any]]
PATTERN = {"fillmode": "overlay", "fgcolor": theme.LIGHT, "fgopacity": 0.5, "size": 9, "solidity": 0.2}


ROOM = 0.1  # the share whose piece has room for its number


def dots(values: Mapping[str, Array], *, x_title: str, x_range: tuple[float, float], marked: float) -> Spec:
    """One row for each experiment: a dot at the mean of the seeds, a bar from the lowest to the highest.

    Args:
        values: (seeds,) by the experiment's name; the first stands at the top.
        x_title: of the horizontal axis.
        x_range: of the horizontal axis.
        marked: where a vertical line stands.
    """
    means = np.array([seeds.mean() for seeds in values.values()])
    names = list(values)
    style = theme.category(0)
    trace = {
        "type": "scatter",
        "x": means.astype(np.float32),
        "y": list(range(len(names))),
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": np.array([seeds.max() for seeds in values.values()], np.float32) - means.astype(np.float32),
            "arrayminus": means.astype(np.float32) - np.array([seeds.min() for seeds in values.values()], np.float32),
            "thickness": 2,
            "width": 5,
        },
        "mode": "markers+text",
        "text": [signed(mean) for mean in means.tolist()],
        "textposition": "top center",
        "marker": {"color": style["color"], "symbol": style["symbol"], "size": 11},
        "customdata": names,
        "hovertemplate": "%{customdata}: %{x:.3f}<extra></extra>",
    }
    made = layout(
        x_title,
        "",
        110 + 38 * len(names),
        x={"range": list(x_range)},
        y={
            "range": [len(names) - 0.4, -0.9],
            "tickvals": list(range(len(names))),
            "ticktext": [wrapped(name) for name in names],
            "ticks": "",
        },
    )
    line = {"color": theme.INK, "width": 1, "dash": "dot"}
    made["shapes"] = [{"type": "line", "x0": marked, "x1": marked, "y0": 0, "y1": 1, "yref": "paper", "line": line}]
    return Spec([trace], made)


def wrapped(text: str, width: int = 26) -> str:
    """A text in lines of about `width` letters, as a tick label takes them.

    >>> wrapped("trained on rows 64 to 127 only, read on 0 to 63")
    'trained on rows 64 to 127<br>only, read on 0 to 63'
    """
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "<br>".join([*lines, line])


def looks(shares: Array, groups: Sequence[str], bins: Sequence[str]) -> Spec:
    """Stacked bars: each group's attention by how far back it goes.

    Args:
        shares: (groups, bins), each row adding up to 1.
        groups: names under the bars.
        bins: names of the pieces, nearest first.
    """
    traces: list[Trace] = []
    names = [wrapped(group, 14) for group in groups]
    below = np.cumsum(shares, axis=1) - shares
    numbers: list[dict[str, Any]] = []
    for i, name in enumerate(bins):
        style = theme.category(i)
        traces.append(
            {
                "type": "bar",
                "x": names,
                "y": 100 * shares[:, i].astype(np.float32),
                "name": name,
                "marker": {"color": style["color"], "pattern": PATTERN | {"shape": ("", "/", ".", "x", "-")[i % 5]}},
                "hovertemplate": "%{x}: %{y:.1f} %<extra>" + name + "</extra>",
            }
        )
        # On a plate of the piece's own colour, for a pattern behind a number makes it hard to read.
        plate = {"bgcolor": style["color"], "borderpad": 0, "showarrow": False, "yanchor": "middle"}
        font = {"color": theme.LIGHT if i == 0 else theme.DARK, "size": 16}
        numbers += [
            plate | {"font": font, "x": group, "y": 100 * float(start + part / 2), "text": f"{100 * part:.0f}"}
            for group, start, part in zip(names, below[:, i], shares[:, i], strict=True)
            if part >= ROOM
        ]
    made = layout("", "share of attention (%)", 440, legend=True, y={"range": [0, 100]})
    made["legend"] = made["legend"] | {"traceorder": "normal"}
    return Spec(traces, made | {"barmode": "stack", "annotations": numbers})
