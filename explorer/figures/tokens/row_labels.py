"""Row labels of the Tokens page's pictures.

Labels may hold a visitor's text. Plotly reads a few HTML tags in labels, so every label goes through
`explorer.figures.label_text.plain`.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from explorer.figures.label_text import plain

SELECTED = "▸ "
"""Before the label of the selected row."""


def tinted(label: str, color: str | None, most: int = 20) -> str:
    """A label with a square of its token's colour (theme.token_color) before it.

    Example:
        >>> tinted("cat", "#8179CD"), tinted("position 0", None)
        ('<span style="color:#8179CD">■</span> cat', 'position 0')
    """
    return plain(label, most) if color is None else f'<span style="color:{color}">■</span> {plain(label, most)}'


def ticks(labels: Sequence[str], colors: Sequence[str | None] = ()) -> dict[str, Any]:
    """An axis with one label per row, counted from the top; `colors` as far as they go.

    Where one label has the `SELECTED` mark, the others get it unseen: a margin that changed with the selection would
    draw the cells in other pixels, and 384 columns on a phone would seem to have other numbers.
    """
    texts = [tinted(label, color) for label, color in zip_longest(labels, colors[: len(labels)])]
    if any(label.startswith(SELECTED) for label in labels):
        unseen = f'<span style="color:transparent">{SELECTED}</span>'
        texts = [
            text if label.startswith(SELECTED) else unseen + text for label, text in zip(labels, texts, strict=True)
        ]
    return {
        "tickvals": list(range(len(labels))),
        "ticktext": texts,
        "autorange": "reversed",
        "ticks": "",
        "showgrid": False,
    }


def note(text: str, x: float, y: float) -> dict[str, Any]:
    """A panel's title, above `y`; both coordinates as shares of the picture."""
    return {"text": text, "x": x, "xref": "paper", "y": y, "yref": "paper", "yanchor": "bottom", "showarrow": False}
