"""One moment of a training as a map of dots with names, in a drawing area that all moments share."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.projection.category_styles import look
from explorer.figures.projection.dot_labels import Label, annotation
from explorer.figures.projection.map_axis_ranges import to_scale
from explorer.figures.projection.point_cloud import cloud, pack_names
from explorer.figures.projection.word_map import LISTED


def map_frame(
    points: NDArray[np.float32],
    words: Sequence[str],
    groups: Mapping[str, NDArray[np.int64]],
    labels: Sequence[Label],
    *,
    box: tuple[float, float, float, float],
) -> Spec:
    """One moment of a training: dots, kinds of words, labels.

    `box` holds the points of every moment. The page names the kinds beside the picture, so that its own legend has
    them in a saved file only.

    >>> spec = map_frame(np.zeros((2, 2), np.float32), ["a", "b"], {"kind": np.array([1])}, [], box=(-1, -1, 1, 1))
    >>> [len(trace["x"]) for trace in spec.data]
    [2, 1]
    """
    kinds = [
        {
            "type": "scatter",
            "x": np.ascontiguousarray(points[rows, 0]),
            "y": np.ascontiguousarray(points[rows, 1]),
            "mode": "markers",
            "text": [plain(words[row]) for row in rows],
            "name": name,
            "marker": {"size": 8, "color": look(number)["color"], "symbol": look(number)["symbol"]},
            "hovertemplate": f"%{{text}}<extra>{name}</extra>",
            **LISTED,
        }
        for number, (name, rows) in enumerate(groups.items())
        if len(rows)
    ]
    sides = to_scale(box, fitting=True)
    bare = {"showticklabels": False, "ticks": ""}  # numbers without a name tell nothing
    x, y = ({**sides[axis], **bare} for axis in ("xaxis", "yaxis"))
    made: dict[str, Any] = layout("", "", 480, legend=True, x=x, y=y, margin={"l": 8, "r": 8, "t": 8, "b": 8})
    made |= {
        "annotations": [annotation(points[label.row], label) for label in labels],
        "meta": {"labels": True},
        "uirevision": "moments",
    }
    return Spec([cloud(points, pack_names(words), size=4, opacity=0.4, name="words", box=box), *kinds], made)
