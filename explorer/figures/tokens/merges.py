"""The merge ladder: which neighbours a tokenizer joins, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.figures import theme
from explorer.figures.labels import plain
from explorer.figures.spec import Spec, layout
from explorer.figures.tokens.labels import ticks


def ladder(rows: Sequence[Sequence[tuple[str, int, bool]]], names: Sequence[str]) -> Spec:
    """The merge ladder: from single bytes (top) to tokens (bottom).

    Args:
        rows: for each step its parts as (label, width in bytes, just joined).
        names: what each row is called.
    """
    traces: list[dict[str, Any]] = []
    for joined in (False, True):
        at: list[int] = []
        base: list[int] = []
        width: list[float] = []
        text: list[str] = []
        for y, parts in enumerate(rows):
            x = 0
            for label, size, is_joined in parts:
                if is_joined == joined:
                    at.append(y)
                    base.append(x)
                    width.append(size - 0.06)
                    text.append(plain(label, 3 * size + 3))
                x += size
        traces.append(
            {
                "type": "bar",
                "y": at,
                "base": base,
                "x": width,
                "orientation": "h",
                "width": 0.78,
                "text": text,
                "textposition": "inside",
                "insidetextanchor": "middle",
                "textangle": 0,
                "name": "just joined" if joined else "not touched",
                "marker": {
                    "color": theme.clear(theme.FOUND, 0.35) if joined else theme.clear(theme.OKABE_ITO[0], 0.16),
                    "line": {"color": theme.INK, "width": 2.5 if joined else 0.8},
                },
                "textfont": {"color": theme.INK, "size": theme.FONT_SIZE},
                "hovertemplate": "%{text}<extra></extra>",
            }
        )
    total = sum(size for _, size, _ in rows[0]) if rows else 1
    at = list(range(0, total, max(1, total // 6)))  # a byte is the stretch between two places: its number in the middle
    across = {
        "range": [-0.1, total + 0.1],
        "tickvals": [number + 0.5 for number in at],
        "ticktext": [str(number + 1) for number in at],
        "showgrid": False,
    }
    made = layout("byte of the word", "", 90 + 38 * max(len(rows), 3), legend=True, x=across, y=ticks(names))
    # Where a part has no room for its name, as 25 bytes on a phone, it has none.
    whole = {"mode": "hide", "minsize": theme.FONT_SIZE}
    return Spec(traces, made | {"barmode": "overlay", "bargap": 0, "uniformtext": whole})
