"""Merge ladder: the adjacent parts that a tokenizer joins, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.tokens.row_labels import ticks

SMALLEST = 10
"""Font size in pixels to which the names of a very long word's pieces shrink; smaller, they are left out."""
NARROW = 245
"""Width in pixels of the ladder on a phone."""
SMALL = 12
"""Font size in pixels of names in low rows and narrow boxes."""
WIDE = 0.64
"""Width of a letter, of the font size."""
ROW, LOW_ROW, FEW_ROWS = 38, 26, 6
"""Height in pixels of a row of few, and of many."""


def ladder(rows: Sequence[Sequence[tuple[str, int, bool]]], names: Sequence[str]) -> Spec:
    """The merge ladder: from single bytes (top) to tokens (bottom).

    Args:
        rows: for each step its parts as (label, width in bytes, just joined).
        names: what each row is called.
    """
    traces: list[dict[str, Any]] = []
    labels: list[dict[str, Any]] = []
    total = sum(size for _, size, _ in rows[0]) if rows else 1
    box = NARROW / max(total, 1)
    low = len(rows) > FEW_ROWS
    size_of_name = SMALL if low or box < WIDE * theme.FONT_SIZE + 4 else theme.FONT_SIZE
    has_room = box >= WIDE * SMALL
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
                    most = int(size * box / (WIDE * size_of_name)) if has_room else 3 * size + 3
                    text.append(plain(label, max(1, most)))
                x += size
        # As text over the bars, a name keeps its size: inside a bar Plotly would shrink it, or leave it out, to keep a
        # margin that a narrow box on a phone has no room for.
        if has_room:
            names_at = [left + (right + 0.06) / 2 for left, right in zip(base, width, strict=True)]
            labels.append(
                {
                    "type": "scatter",
                    "mode": "text",
                    "x": names_at,
                    "y": at,
                    "text": text,
                    "textposition": "middle center",
                    "textfont": {"color": theme.INK, "size": size_of_name},
                    "showlegend": False,
                    "hoverinfo": "skip",
                }
            )
        traces.append(
            {
                "type": "bar",
                "y": at,
                "base": base,
                "x": width,
                "orientation": "h",
                "width": 0.78,
                "text": text,
                "textposition": "none" if has_room else "inside",
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
    at = list(range(0, total, max(1, total // 6)))  # a byte lies between two offsets: its number in the middle
    across = {
        "range": [-0.1, total + 0.1],
        "tickvals": [number + 0.5 for number in at],
        "ticktext": [str(number + 1) for number in at],
        "showgrid": False,
    }
    height = 90 + (LOW_ROW if low else ROW) * max(len(rows), 3)
    downwards = ticks(names) | ({"tickfont": {"size": SMALL}} if low else {})
    made = layout("byte of the word", "", height, legend=True, x=across, y=downwards)
    # No name for a part without room for it, as in a ladder of 40 bytes on a phone.
    whole = {"mode": "hide", "minsize": SMALLEST}
    return Spec([*traces, *labels], made | {"barmode": "overlay", "bargap": 0, "uniformtext": whole})
