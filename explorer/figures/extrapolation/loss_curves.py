"""Loss curves past the trained length: by position and by window length.

An encoding keeps its colour, dash and symbol in every figure: `index` is its number in the list of encodings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout, level, upright

HEIGHT = 460
LEVELS_MARGIN = 68  # for the names of the levels at the right of the plot
LOSS = "loss (nats per character)"
LOW, HIGH = 1.4, 4.0  # fixed, so that the axis never jumps

Trace = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Curve:
    """One line with its band.

    Attributes:
        label: name in the legend.
        index: index of its colour, dash and symbol.
        values: (seeds, points).
        faint: drawn as an earlier state of another line.
        variant: index of the model's extension method: the same colour with another dash and symbol.
        strong: the line that is asked about, drawn thicker.
    """

    label: str
    index: int
    values: NDArray[np.floating[Any]]
    faint: bool = False
    variant: int = 0
    strong: bool = False


def loss_by_position(
    positions: NDArray[np.floating[Any]],
    curves: Sequence[Curve],
    *,
    train_len: int,
    levels: Mapping[str, float] | None = None,
    guess: tuple[Sequence[float], Sequence[float]] | None = None,
    guess_name: str = "your guess",
    targets: tuple[Sequence[float], Sequence[float]] | None = None,
    y_range: tuple[float, float] = (LOW, HIGH),
    length: int | None = None,
) -> Spec:
    """A line and a band for each curve over positions; counting baselines as dotted levels; a visitor's guess.

    Args:
        positions: (points,) the middle of each block of positions.
        curves: measured losses.
        train_len: trained length, marked by a vertical line.
        levels: horizontal lines with names.
        guess: positions and losses that a visitor drew.
        guess_name: its name in the legend.
        targets: positions and losses of an invisible grid; a click in the plot counts for its nearest point.
        y_range: of the vertical axis.
        length: right end of the horizontal axis.
    """
    traces: list[Trace] = []
    for curve in curves:
        traces += _line(*_to_the_edge(positions, curve, train_len), markers=False)
    if guess is not None:
        traces.append(_guess(guess, guess_name))
    if targets is not None:
        traces.append(_targets(*targets))
    if not traces:  # Plotly would drop the axes of an empty plot
        traces.append({"type": "scatter", "x": [0], "y": [None], "showlegend": False})
    right = length or (float(positions[-1]) + 8 if len(positions) else train_len)
    made = _layout("position of the letter", "surprise per letter (loss)", levels or {})
    made["xaxis"]["range"], made["yaxis"]["range"] = [0, right], list(y_range)
    made["shapes"] = [upright(train_len, 1.5), *made["shapes"]]
    made["annotations"] = [note_at(train_len, f"trained up to {train_len - 1}"), *made["annotations"]]
    if targets is not None:
        made |= {"hovermode": "closest", "hoverdistance": -1}  # any click hits its nearest grid point
    return Spec(traces, made)


def _to_the_edge(
    positions: NDArray[np.floating[Any]], curve: Curve, train_len: int
) -> tuple[NDArray[np.floating[Any]], Curve]:
    """Draw the last block of trained positions and the first one after it up to the edge between them.

    A line from middle to middle would begin to rise before the trained length.
    """
    at = int(np.searchsorted(positions, train_len - 0.5))
    if not 0 < at < len(positions):
        return positions, curve
    values = np.insert(curve.values, [at, at], curve.values[:, at - 1 : at + 1], axis=1)
    return np.insert(positions, [at, at], train_len - 0.5), replace(curve, values=values)


def loss_by_length(
    lengths: Sequence[int],
    curves: Sequence[Curve],
    *,
    train_len: int,
    levels: Mapping[str, float],
    chosen: int | None = None,
) -> Spec:
    """Mean loss over whole windows against their length, on a logarithmic axis, with a line at the chosen one."""
    made = _layout("length of the window", "mean " + LOSS, levels)
    made["xaxis"] |= {"type": "log", "tickvals": list(lengths), "ticktext": [f"{n:,}" for n in lengths]}
    made["xaxis"]["range"] = [np.log10(lengths[0] * 0.85), np.log10(lengths[-1] * 1.15)]
    made["yaxis"]["range"] = [LOW, HIGH]
    made["shapes"] = [upright(train_len, 1.5), *made["shapes"]]
    if chosen is not None:
        made["shapes"].append(upright(chosen, 2.5, dash="solid"))
    return Spec(
        [trace for curve in curves for trace in _line(np.array(lengths[: curve.values.shape[1]], float), curve)], made
    )


def training_loss(steps: Sequence[int], losses: Sequence[float], *, total: int, top: float) -> Spec:
    """The training loss so far, on an axis that already reaches to the run's end."""
    line = {
        "type": "scatter",
        "x": np.array(steps, np.float32),
        "y": np.array(losses, np.float32),
        "mode": "lines",
        "line": {"color": theme.OKABE_ITO[0], "width": 2.5},
        "hovertemplate": "step %{x}: %{y:.3f}<extra></extra>",
    }
    return Spec([line], layout("step", "training loss", 240, x={"range": [0, total]}, y={"range": [0, top]}))


def _layout(x_title: str, y_title: str, levels: Mapping[str, float]) -> dict[str, Any]:
    """Axes, and the levels with their names."""
    margin = {"r": LEVELS_MARGIN if levels else 16}
    made = layout(x_title, y_title, HEIGHT, legend=True, margin=margin)
    made["legend"] |= {"tracegroupgap": 0}  # lines and their bands are groups, which would stand far apart
    return made | {
        "shapes": [level(loss, "dot") for loss in levels.values()],
        "annotations": [_level_note(name, loss) for name, loss in levels.items()],
    }


def _guess(guess: tuple[Sequence[float], Sequence[float]], name: str) -> Trace:
    return {
        "type": "scatter",
        "x": list(guess[0]),
        "y": list(guess[1]),
        "name": name,
        "mode": "lines+markers",
        "line": {"color": theme.INK, "dash": "dot", "width": 3},
        "marker": {"symbol": "star", "size": 13, "color": theme.INK},
        "hovertemplate": "position %{x}: you say %{y:.1f}<extra></extra>",
    }


def _targets(positions: Sequence[float], levels: Sequence[float]) -> Trace:
    x, y = np.meshgrid(np.array(positions, np.float32), np.array(levels, np.float32))
    return {
        "type": "scatter",
        "x": x.ravel(),
        "y": y.ravel(),
        "mode": "markers",
        "marker": {"opacity": 0, "size": 12},
        "showlegend": False,
        "hovertemplate": "click: %{y:.1f} at position %{x}<extra></extra>",
    }


def _line(x: NDArray[np.floating[Any]], curve: Curve, *, markers: bool = True) -> list[Trace]:
    colour = theme.category(curve.index)["color"]
    style = theme.category(curve.index - curve.variant)
    values = np.asarray(curve.values, np.float32)
    traces = []
    if len(values) > 1:
        traces.append(band(x, values, colour) | {"legendgroup": curve.label})
    traces.append(
        {
            "type": "scatter",
            "x": x.astype(np.float32),
            "y": values.mean(axis=0),
            "name": curve.label,
            "mode": "lines+markers" if markers else "lines",
            "line": {"color": colour, "dash": style["dash"], "width": 1 if curve.faint else 5 if curve.strong else 2.5},
            "marker": {"symbol": style["symbol"], "size": 9},
            "opacity": 0.45 if curve.faint else 1,
            "legendgroup": curve.label,
            "showlegend": not curve.faint,
            "hovertemplate": "%{x:.0f}: %{y:.3f}<extra>" + curve.label + "</extra>",
        }
    )
    return traces


def band(x: NDArray[np.floating[Any]], values: NDArray[np.floating[Any]], colour: str) -> Trace:
    """Band from the lowest to the highest seed: values (seeds, points) over x."""
    return {
        "type": "scatter",
        "x": np.concatenate([x, x[::-1]]).astype(np.float32),
        "y": np.concatenate([values.max(axis=0), values.min(axis=0)[::-1]]).astype(np.float32),
        "mode": "lines",
        "fill": "toself",
        "fillcolor": theme.clear(colour, 0.22),
        "line": {"width": 0},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def note_at(x: float, text: str, *, side: str = "left") -> dict[str, Any]:
    """A text beside such a line, as an annotation."""
    note = {"x": x, "y": 1, "yref": "paper", "text": text, "showarrow": False, "xanchor": side, "yanchor": "top"}
    return note | {"xshift": 4 if side == "left" else -4}


LEVEL_NAMES = {"unigram": "counting<br>letters", "bigram": "1 letter", "trigram": "2 letters"}
"""What a model without a network guesses the next letter from."""


def _level_note(name: str, y: float) -> dict[str, Any]:
    anchor = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 4, "y": y, "yanchor": "middle", "align": "left"}
    return anchor | {"text": LEVEL_NAMES.get(name, name), "showarrow": False}
