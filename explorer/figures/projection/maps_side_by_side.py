"""Maps of the same points side by side, for notebooks; the page draws them with its own component."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.projection.category_styles import look
from explorer.figures.projection.map_axis_ranges import extent, to_scale

ACROSS = 3
HIGH = 360
"""Height of a row of maps in pixels."""


def maps(
    pictures: Sequence[tuple[str, NDArray[np.float32]]],
    words: Sequence[str],
    groups: Mapping[str, NDArray[np.int64]],
) -> Spec:
    """Up to three maps, title and points (n, 2), in a row, each to scale; `words` are shown under the pointer.

    A kind of `groups` has its colour and its shape in all of them; other points are grey.

    >>> spec = maps([("PCA", np.zeros((2, 2), np.float32))] * 4, ["a", "b"], {"kind": np.array([1])})
    >>> [len(trace["x"]) for trace in spec.data[:2]], sorted(name for name in spec.layout if name.startswith("xaxis"))
    ([1, 1], ['xaxis', 'xaxis2', 'xaxis3', 'xaxis4'])
    """
    rest = np.setdiff1d(np.arange(len(words)), np.concatenate([*groups.values(), np.empty(0, np.int64)]))
    looks = {name: look(number) for number, name in enumerate(groups)}
    shown = [(name, ids, looks[name]["color"], looks[name]["symbol"]) for name, ids in groups.items() if len(ids)]
    if len(rest):
        shown.insert(0, ("others", rest, theme.GREY, "circle"))
    texts = [plain(word) for word in words]
    across = min(len(pictures), 2 if len(pictures) == 4 else ACROSS)
    rows = -(-len(pictures) // across)
    made: dict[str, Any] = layout("", "", HIGH * rows, legend=True)
    data: list[dict[str, Any]] = []
    notes = []
    for at, (title, points) in enumerate(pictures):
        number = str(at + 1) if at else ""
        left, top = at % across / across, 1 - at // across / rows
        sides = to_scale(extent(points), fitting=True)
        bare = {"showticklabels": False, "zeroline": False, "title": {"text": ""}}
        across_it = {"domain": [left, left + 0.96 / across], "anchor": f"y{number}"}
        made[f"xaxis{number}"] = bare | sides["xaxis"] | across_it
        made[f"yaxis{number}"] = (
            bare
            | sides["yaxis"]
            | {
                "domain": [top - 0.88 / rows, top - 0.06 / rows],
                "anchor": f"x{number}",
                "scaleanchor": f"x{number}",
            }
        )
        anchor = {"x": left + 0.48 / across, "y": top, "xref": "paper", "yref": "paper", "yanchor": "top"}
        notes.append({"text": title, "showarrow": False, **anchor})
        data += [
            {
                "type": "scatter",
                "x": np.ascontiguousarray(points[ids, 0]),
                "y": np.ascontiguousarray(points[ids, 1]),
                "xaxis": f"x{number}",
                "yaxis": f"y{number}",
                "mode": "markers",
                "text": [texts[row] for row in ids],
                "name": name,
                "legendgroup": name,
                "showlegend": not at,
                "marker": {"size": 6, "color": colour, "symbol": symbol},
                "hovertemplate": f"%{{text}}<extra>{plain(name)}</extra>",
            }
            for name, ids, colour, symbol in shown
        ]
    return Spec(data, made | {"annotations": notes})
