"""Size and kept neighbours of each quantized copy of a table, as bars side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.wording import share

ROOM = 1.45
"""Factor by which an axis extends beyond its longest bar, so that the bar's number fits on a phone too."""
HATCHING = ("", "/", "\\")


def copies(
    kinds: Sequence[str], megabytes: Sequence[float], kept: Sequence[float | None], centred: Sequence[float | None]
) -> Spec:
    """Bytes and kept neighbours of each copy, side by side; None leaves a share out.

    Each half has its own vertical axis, so that its bars are centred in their rows; every number is behind its bar,
    where no colour or hatching is under it.

    >>> [(trace["name"], trace.get("yaxis", "y")) for trace in copies(["FP32"], [1.0], [1.0], [1.0]).data]
    [('size', 'y'), ('nearest kept', 'y2'), ('nearest kept, mean row taken off', 'y2')]
    """
    bars = [_bars(kinds, [round(size, 3) for size in megabytes], [f"{size:.1f}" for size in megabytes], "size", 0)]
    for number, (name, shares) in enumerate((("nearest kept", kept), ("nearest kept, mean row taken off", centred)), 1):
        percent = [None if part is None else round(100 * part, 3) for part in shares]
        texts = ["?" if part is None else share(part, digits=3) for part in shares]
        bars.append(_bars(kinds, percent, texts, name, number) | {"xaxis": "x2", "yaxis": "y2"})
    rows = {"autorange": "reversed", "type": "category", "categoryarray": list(kinds)}
    most = max(megabytes, default=1.0)
    size = {"domain": [0, 0.44], "range": [0, most * ROOM], "nticks": 5}
    made = layout("size, MB (10⁶ bytes)", "", 340, legend=True, x=size, y=rows)
    made["xaxis2"] = made["xaxis"] | {
        "domain": [0.52, 1],
        "range": [0, 100 * ROOM],
        "tickvals": [0, 50, 100],
        "title": {"text": "nearest kept, %"},
        "anchor": "y2",
    }
    made["yaxis2"] = made["yaxis"] | {"anchor": "x2", "showticklabels": False, "ticks": ""}
    return Spec(bars, made | {"bargap": 0.25, "barmode": "group"})


def _bars(
    kinds: Sequence[str], lengths: Sequence[float | None], texts: Sequence[str], name: str, number: int
) -> dict[str, Any]:
    return {
        "type": "bar",
        "orientation": "h",
        "y": list(kinds),
        "x": list(lengths),
        "name": name,
        "offsetgroup": name,
        "marker": {"color": theme.category(number)["color"], "pattern": {"shape": HATCHING[number]}},
        "text": list(texts),
        "textposition": "outside",
        "textangle": 0,
        "constraintext": "none",
        "cliponaxis": False,
        "textfont": {"size": theme.FONT_SIZE, "color": theme.INK},
        "hovertemplate": f"%{{y}}: %{{text}}<extra>{name}</extra>",
    }
