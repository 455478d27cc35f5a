"""One place for colours, fonts and margins.

Text, grid and background colours are left to the browser: the chart (`explorer/ui/plot/js/theme.js`) fills them in from
the visitor's light or dark theme, and swaps `INK` and `PAPER` for the theme's text and background colour.
Categories follow Okabe and Ito, "Color Universal Design" (2008), without the black and the yellow, which vanish on one
of the two backgrounds; sequential data use cividis (Nuñez, Anderton and Renslow 2018); signed data a ramp centred at 0.
"""

from __future__ import annotations

from typing import Any

OKABE_ITO = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#8C8C8C"]
SYMBOLS = ["circle", "square", "diamond", "cross", "triangle-up", "x", "star"]
DASHES = ["solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "4px 2px 1px 2px"]
SEQUENTIAL = [[0.0, "#00204C"], [0.25, "#424E6B"], [0.5, "#7C7B78"], [0.75, "#BBAE6D"], [1.0, "#FFEA46"]]
DIVERGING = [[0.0, "#0B4F8A"], [0.25, "#6FA8D6"], [0.5, "#F7F7F7"], [0.75, "#F2A54A"], [1.0, "#B35806"]]

# Stand-ins that the chart component replaces by the theme's text and background colour.
INK = "#010203"
PAPER = "#FDFCFB"

FONT_SIZE = 14


def base_layout(x_title: str = "", y_title: str = "", height: int = 440, *, legend: bool = True) -> dict[str, Any]:
    """The layout of an empty figure in the project's style, as a fresh dict; `height` in CSS pixels.

    Example:
        >>> base_layout("position", "value", 300)["xaxis"]["title"], base_layout()["height"]
        ({'text': 'position'}, 440)
    """
    axis = {"automargin": True, "zeroline": False, "ticks": "outside", "ticklen": 4}
    return {
        "height": height,
        "font": {"size": FONT_SIZE, "family": "sans-serif"},
        "margin": {"l": 56, "r": 16, "t": 24, "b": 48},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "xaxis": {"title": {"text": x_title}, **axis},
        "yaxis": {"title": {"text": y_title}, **axis},
        "showlegend": legend,
        "legend": {"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0},
        "hoverlabel": {"font": {"size": FONT_SIZE}},
        "dragmode": "zoom",
    }


def category(index: int) -> dict[str, str]:
    """Colour, symbol and dash of the `index`-th category, so that colour never stands alone.

    Example:
        >>> category(1)
        {'color': '#E69F00', 'symbol': 'square', 'dash': 'dash'}
    """
    return {
        "color": OKABE_ITO[index % len(OKABE_ITO)],
        "symbol": SYMBOLS[index % len(SYMBOLS)],
        "dash": DASHES[index % len(DASHES)],
    }
