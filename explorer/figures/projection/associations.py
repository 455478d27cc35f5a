"""Target words along their association, two lists with their means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain

ROW = 19
"""Pixels for one word."""


def association_dots(
    words: Sequence[Sequence[str]],
    values: Sequence[NDArray[np.float64]],
    *,
    lists: Sequence[str],
    ends: Sequence[str],
) -> Spec:
    """One dot per word, sorted; colour and shape say the list, a line its mean.

    Args:
        words: of the two lists.
        values: their associations.
        lists: names of the two lists.
        ends: what lies to the left and to the right.

    >>> spec = association_dots([["a", "b"], ["c"]], [np.array([0.1, 0.3]), np.array([0.2])], lists="xy", ends="lr")
    >>> spec.data[0]["y"], spec.layout["yaxis"]["categoryarray"]
    (['a', 'b'], ['a', 'c', 'b'])
    """
    both = [word for part in words for word in part]
    order = [both[at] for at in np.argsort(np.concatenate(values), kind="stable")]
    data: list[dict[str, Any]] = []
    for number, (name, part, found) in enumerate(zip(lists, words, values, strict=True)):
        look = theme.category(number)
        colour, symbol = look["color"], theme.SYMBOLS[number]
        data.append(
            {
                "type": "scatter",
                "mode": "markers",
                "x": found.astype(np.float32),
                "y": [plain(word) for word in part],
                "marker": {"color": colour, "symbol": symbol, "size": 10},
                "name": plain(name),
                "hovertemplate": "%{y}: %{x:.3f}<extra>" + plain(name) + "</extra>",
            }
        )
        data.append(
            {
                "type": "scatter",
                "mode": "lines",
                "x": np.full(2, found.mean(), np.float32),
                "y": [plain(order[0]), plain(order[-1])],
                "line": {"color": colour, "width": 2.5, "dash": look["dash"]},
                "name": f"mean, {plain(name)}",
                "hovertemplate": "mean %{x:.3f}<extra>" + plain(name) + "</extra>",
            }
        )
    made = layout(
        f"← {plain(ends[0])} · {plain(ends[1])} →",
        "",
        150 + ROW * len(order),
        legend=True,
        y={
            "type": "category",
            "categoryorder": "array",
            "categoryarray": [plain(word) for word in order],
            "ticks": "",
            "dtick": 1,
        },
    )
    return Spec(data, made)
