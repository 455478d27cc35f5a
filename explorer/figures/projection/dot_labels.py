"""Labels beside dots, the same in every picture of the page."""

from dataclasses import dataclass
from typing import Any

from explorer.figures import theme
from explorer.figures.label_text import plain
from explorer.figures.projection.label_placement import brief

HALO = ", ".join(f"{x}px {y}px 2px {theme.PAPER}" for x in (-1, 1) for y in (-1, 1))
"""Shadow around a name, so that it can be read on dots."""


@dataclass(frozen=True)
class Label:
    """A name beside a point: its row, the text, on which side it is written, and how many pixels away."""

    row: int
    text: str
    side: str = "middle right"
    gap: int = 6


def annotation(point: Any, label: Label) -> dict[str, Any]:
    """A label as a Plotly annotation beside its point.

    >>> annotation([1.0, 2.0], Label(0, "a<b", "top center"))["text"]
    'a&lt;b'
    """
    height, end = label.side.split()
    across = {"right": "left", "left": "right", "center": "center"}[end]
    up = {"top": "bottom", "bottom": "top", "middle": "middle"}[height]
    gap = label.gap
    over = max(min(gap - 1, 11), gap - 3)  # the line's own height keeps its letters off a ring
    shift = {"left": gap, "right": -gap, "center": 0}[across], {"bottom": over, "top": -over, "middle": 0}[up]
    return {
        **{axis: float(value) for axis, value in zip("xyz", point, strict=False)},
        "text": plain(brief(label.text)),
        "showarrow": False,
        "xanchor": across,
        "yanchor": up,
        "xshift": shift[0],
        "yshift": shift[1],
        "borderpad": 0,
        # A halo of the page's colour: a filled box would hide the dots around the name.
        "font": {"size": theme.FONT_SIZE, "color": theme.INK, "shadow": HALO},
    }
