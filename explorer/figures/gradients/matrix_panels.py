"""Matrices side by side on one colour scale: a table and its gradient, before and after a step."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.row_strips import cell_texts, row_frame

Floats = NDArray[np.floating[Any]]

ROW_HEIGHT = 24
LONGEST = 12  # characters of a token's name on an axis
BOARD_HEIGHT = 30  # height of a row with numbers in its cells
Panel = tuple[str, Floats, Sequence[str]]


def blocks(panels: Sequence[Panel], *, numbers: bool = False, framed: Iterable[int] = ()) -> Spec:
    """Matrices side by side on one colour scale centred at 0: (title, (rows, D), names of the rows).

    A panel without names shares those of the panel to its left; the last of several has its names in the right margin.
    `framed`: rows of the first panel with a frame around them.
    """
    tallest = max((len(matrix) for _, matrix, _ in panels), default=0)
    made = layout(
        "",
        "",
        48 + BOARD_HEIGHT * max(tallest, 5) if numbers else 160 + ROW_HEIGHT * max(tallest, 3),
        margin={"l": 8, "r": 28, "t": 32, "b": 8} if numbers else {"l": 8, "r": 8, "t": 56, "b": 84},
    )
    limit = max([float(np.abs(matrix).max(initial=0)) for _, matrix, _ in panels] + [1e-9])
    last = len(panels) - 1
    gaps = [0.0 if at == 0 else 0.2 if names and at < last else 0.03 for at, (_, _, names) in enumerate(panels)]
    width = (1 - sum(gaps)) / max(len(panels), 1)
    right, traces, notes = 0.0, [], []
    for number, ((title, matrix, names), gap) in enumerate(zip(panels, gaps, strict=True), 1):
        tail = "" if number == 1 else str(number)
        left, right = right + gap, min(right + gap + width, 1.0)
        traces.append(_block(title, matrix, tail, limit, numbers, last=number == len(panels)))
        bare = {"showgrid": False, "zeroline": False, "showline": False, "ticks": ""}
        made[f"xaxis{tail}"] = {
            "domain": [left, right],
            "anchor": f"y{tail}",
            "title": {"text": "dimension" if number == (len(panels) + 1) // 2 and not numbers else ""},
            "showticklabels": False,
            **bare,
        }
        made[f"yaxis{tail}"] = {
            "anchor": f"x{tail}",
            "range": [max(tallest, 5 if numbers else 6) - 0.5, -0.5],
            "tickvals": list(range(len(names))),
            "ticktext": [plain(name, 16) for name in names],
            "side": "right" if number > 1 and number == len(panels) else "left",
            "automargin": True,
            **bare,
        }
        at = {"x": (left + right) / 2, "y": 1, "xref": "paper", "yref": "paper"}
        anchor = {"xanchor": "center", "yanchor": "bottom", "showarrow": False, "font": {"size": theme.FONT_SIZE}}
        notes.append({"text": title, **at, **anchor})
    frames = [edge for row in framed for edge in row_frame(-0.5, panels[0][1].shape[1] - 0.5, row)]
    return Spec(traces, made | {"annotations": notes, "shapes": frames})


def _block(title: str, matrix: Floats, tail: str, limit: float, numbers: bool, *, last: bool) -> dict[str, Any]:
    bar = {"orientation": "h", "thickness": 12, "outlinewidth": 0, "nticks": 5}
    texts = {"text": cell_texts(matrix, limit), "texttemplate": "%{text}", "textfont": {"size": 18}} if numbers else {}
    return {
        "type": "heatmap",
        "z": np.asarray(matrix, np.float32),
        "xaxis": f"x{tail}",
        "yaxis": f"y{tail}",
        "zmin": -limit,
        "zmax": limit,
        "colorscale": theme.DIVERGING,
        "showscale": last and not numbers,
        "colorbar": bar | {"yref": "container", "y": 0, "yanchor": "bottom"},
        "xgap": 1,
        "ygap": 1,
        "hovertemplate": "%{z:.4g}<br>row %{y}, dimension %{x}<extra></extra>",
        "name": title,
    } | texts
