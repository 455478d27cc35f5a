"""Bars with a limit: a bar beyond it is striped."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout, upright
from explorer.figures.label_text import plain
from explorer.wording import number

BAR_HEIGHT = 62


def bars(
    title: str,
    names: Sequence[str],
    values: Sequence[float],
    texts: Sequence[str],
    *,
    limit: float | None = None,
    limit_text: str = "",
) -> Spec:
    """One bar per name, with name and text above it, and a dashed line at the limit.

    A bar beyond the limit is striped and has another colour; at its end stands by how much, where that is hard to see.
    """
    beyond = [limit is not None and value > limit for value in values]
    trace = {
        "type": "bar",
        "orientation": "h",
        "x": np.asarray(values, np.float64),
        "y": list(range(len(names))),
        "width": 0.34,
        "marker": {
            "color": [theme.OKABE_ITO[3 if over else 0] for over in beyond],
            "pattern": {"shape": ["/" if over else "" for over in beyond]},
        },
        "customdata": [plain(f"{name}: {text}") for name, text in zip(names, texts, strict=True)],
        "hovertemplate": "%{customdata}<extra></extra>",
    }
    written = {"showarrow": False, "font": {"size": theme.FONT_SIZE}}
    notes: list[dict[str, Any]] = [
        {"text": plain(f"{name}: {text}"), "x": 0, "xref": "paper", "y": row - 0.38, "xanchor": "left", **written}
        for row, (name, text) in enumerate(zip(names, texts, strict=True))
    ]
    bare = {"range": [len(names) - 0.5, -0.75], "showticklabels": False, "showgrid": False, "ticks": ""}
    most = max([*values, limit or 0.0, 1e-9])
    over = {
        row: value - limit for row, value in enumerate(values) if limit is not None and 0 < value - limit < most / 50
    }
    notes += [
        {"text": f"{number(gap)} past it", "x": values[row], "y": row, "xanchor": "left", "xshift": 6, **written}
        for row, gap in over.items()
    ]
    made = layout(
        title,
        "",
        100 + BAR_HEIGHT * len(names) + (26 if limit_text else 0),
        x={"range": [0, most * (1.25 if over else 1.08)], "nticks": 5},
        y=bare,
        margin={"l": 12, "r": 12, "t": 34 if limit_text else 8, "b": 56},
    )
    if limit is None:
        return Spec([trace], made | {"annotations": notes})
    right = limit > most / 2
    notes.append(
        {"text": limit_text, "x": limit, "y": 1, "yref": "paper", "yanchor": "bottom", **written}
        | {"xanchor": "right" if right else "left"}
    )
    return Spec([trace], made | {"annotations": notes, "shapes": [upright(limit)]})
