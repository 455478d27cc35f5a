"""Rows of tables as coloured cells: looked-up rows, positions and their sums."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout, upright
from explorer.figures.row_strips import row_frame
from explorer.figures.tokens.row_labels import SELECTED, note, ticks
from explorer.vectors.quantile import quantile


def limit(*values: NDArray[np.float32]) -> float:
    """End of the colour scale: the 99.5th percentile, so that a few large numbers don't wash out the rest.

    Example:
        >>> round(limit(np.arange(-1000, 1001, dtype=np.float32)))
        995
    """
    sizes = np.concatenate([np.abs(part).ravel() for part in values]) if values else np.zeros(0)
    return quantile(sizes, 0.995) or 1.0 if sizes.size else 1.0


def _heatmap(values: NDArray[np.float32], **extra: Any) -> dict[str, Any]:
    hover = "%{y} · dimension %{x}<br>%{z:.4f}<extra></extra>"
    return {"type": "heatmap", "z": np.ascontiguousarray(values, np.float32), "hovertemplate": hover, **extra}


_BAR = {"thickness": 12, "len": 1}


def rows(
    values: NDArray[np.float32], labels: Sequence[str], colors: Sequence[str | None] = (), end: float = 0.0
) -> Spec:
    """Rows of a table (n, D) as a heatmap, one line per token in its colour; the cells' colours are centred at 0.

    A frame marks the line of the selected token. `end` of the colour scale is that of the rows where it is 0.
    """
    end = end or limit(values)
    cells = _heatmap(values, colorscale=theme.DIVERGING, zmid=0, zmin=-end, zmax=end, colorbar=_BAR)
    made = layout("dimension", "", 110 + 24 * max(len(labels), 4), y=ticks(labels, colors), margin={"t": 8})
    made.pop("legend")  # it has none, and a phone would keep room for it
    made["shapes"] = [
        edge
        for y, label in enumerate(labels)
        if label.startswith(SELECTED)
        for edge in row_frame(-0.5, values.shape[1] - 0.5, y)
    ]
    return Spec([cells], made)


TITLE = 28
"""Pixels by which a title starts left of its cells, so that on a phone it ends before the colour bar."""
Part = tuple[str, NDArray[np.float32], Sequence[str], Sequence[str | None]]


def _number(at: int, text: str, cell: tuple[int, int], width: int) -> dict[str, Any]:
    """A cell's number, beside the cell on the side with more room."""
    row, column = cell
    side, away = ("left", 5) if column < width / 2 else ("right", -5)
    return {
        "text": text,
        "x": column,
        "y": row,
        "yref": "y" if at == 1 else f"y{at}",
        "xanchor": side,
        "xshift": away,
        "showarrow": False,
        "bgcolor": theme.PAPER,
        "borderpad": 1,
        "font": {"color": theme.INK},
    }


def aligned(parts: Sequence[Part], end: float, cell: tuple[int, int] = (0, 0), written: Sequence[str] = ()) -> Spec:
    """Heatmaps one under the other on one dimension axis and one colour scale.

    Args:
        parts: (title, values (t, D), labels (t,), colours of the tokens) from top to bottom.
        end: where the colours end, such as the `limit` of all their numbers.
        cell: row and dimension of the number that is written out.
        written: this number in each heatmap, from the top.
    """
    counts = [max(len(labels), 1) for _, _, labels, _ in parts]
    gap, pixels = 46, 22
    inner = sum(counts) * pixels + gap * (len(parts) - 1)
    made, traces, titles = layout("", "", inner + 100), [], []
    top = 1.0
    for number, ((title, values, labels, colors), count) in enumerate(zip(parts, counts, strict=True), start=1):
        bottom = max(top - count * pixels / inner, 0.0)
        suffix = "" if number == 1 else str(number)
        traces.append(_heatmap(values, coloraxis="coloraxis", xaxis="x", yaxis=f"y{suffix}"))
        axis = made["yaxis"] if number == 1 else {}
        made[f"yaxis{suffix}"] = axis | ticks(labels, colors) | {"domain": [bottom, top], "automargin": True}
        titles.append(note(title, 0, top) | {"xanchor": "left", "xshift": -TITLE})
        top = bottom - gap / inner
    last = "" if len(parts) == 1 else str(len(parts))
    made["xaxis"] |= {"anchor": f"y{last}", "title": {"text": "dimension"}}
    made["margin"]["t"] = 44
    made["annotations"] = [*titles, *(_number(*each, cell, parts[0][1].shape[1]) for each in enumerate(written, 1))]
    if written:
        made["shapes"] = [upright(cell[1], 1, dash="dot")]
    made["coloraxis"] = {"colorscale": theme.DIVERGING, "cmid": 0, "cmin": -end, "cmax": end, "colorbar": _BAR}
    return Spec(traces, made)
