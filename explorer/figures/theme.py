"""Theme of all figures: colours, fonts, margins.

Text, grid and background colours are left to the browser: the chart (`explorer/ui/plot/js/theme_figure.js`) fills them
in from the visitor's light or dark theme, and swaps `INK` and `PAPER` for the theme's text and background colour.
Categories follow Okabe and Ito, "Color Universal Design" (2008), without the black and the yellow, which vanish on one
of the two backgrounds; sequential data use cividis (Nuñez, Anderton and Renslow 2018); signed data a ramp centred at 0.
"""

import math
import zlib
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

OKABE_ITO = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#8C8C8C"]
SYMBOLS = ["circle", "square", "diamond", "cross", "triangle-up", "x", "star"]
DASHES = ["solid", "dash", "dot", "dashdot", "9px 3px", "longdashdot", "4px 2px 1px 2px"]
SEQUENTIAL = [[0.0, "#00204C"], [0.25, "#424E6B"], [0.5, "#7C7B78"], [0.75, "#BBAE6D"], [1.0, "#FFEA46"]]
DIVERGING = [[0.0, "#0B4F8A"], [0.25, "#6FA8D6"], [0.5, "#F7F7F7"], [0.75, "#F2A54A"], [1.0, "#B35806"]]
FROM_ZERO = [[0.0, "#F7F7F7"], [0.5, "#F2A54A"], [1.0, "#B35806"]]
"""The upper half of `DIVERGING`, for cells with numbers that are never below 0."""

# Colours of background dots and lines, and of what was searched or chosen.
GREY, FOUND = OKABE_ITO[6], OKABE_ITO[3]

# Text colours in coloured cells and on light pictures, in both themes: one of them has a contrast of 4.5 on any colour.
DARK, LIGHT = "#060606", "#FFFFFF"

# Stand-ins that the chart component replaces by the theme's text and background colour.
INK = "#010203"
PAPER = "#FDFCFB"

FONT_SIZE = 14


def clear(colour: str, opacity: float) -> str:
    """Add transparency to a #rrggbb colour.

    Example:
        >>> clear("#D55E00", 0.35)
        'rgba(213,94,0,0.35)'
    """
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"


def shades(scale: list[list[Any]], shares: NDArray[np.floating[Any]]) -> list[str]:
    """Colours at (n,) `shares` of a scale, 0 to 1; the page's background for NaN, where nothing is drawn.

    Example:
        >>> shades(DIVERGING, np.array([0.0, 0.4, 2.0, np.nan]))
        ['#0B4F8A', '#C1D7EA', '#B35806', '#FDFCFB']
    """
    stops = [stop for stop, _ in scale]
    ends = [[int(colour[i : i + 2], 16) for _, colour in scale] for i in (1, 3, 5)]
    empty = np.isnan(shares)
    known = np.where(empty, 0.0, shares)
    parts = [np.interp(known, stops, end).round().astype(int).tolist() for end in ends]
    return [
        PAPER if nothing else f"#{red:02X}{green:02X}{blue:02X}"
        for nothing, red, green, blue in zip(empty.tolist(), *parts, strict=True)
    ]


def ink_on(colour: str) -> str:
    """Text colour on a background: near-black or white, whichever has more contrast; `INK` on `PAPER`.

    Example:
        >>> ink_on("#F2A54A"), ink_on("#0B4F8A"), ink_on(PAPER) == INK
        ('#060606', '#FFFFFF', True)
    """
    return INK if colour == PAPER else DARK if luminance(colour) > _EVEN else LIGHT


def in_cell(text: str, colour: str) -> str:
    """Text for a cell of that colour, in a readable one: Plotly's default grey has a contrast of only 3 on some.

    Example:
        >>> in_cell("0.75", "#F2A54A")
        '<span style="color:#060606">0.75</span>'
    """
    return f'<span style="color:{ink_on(colour)}">{text}</span>'


def luminance(colour: str) -> float:
    """Relative luminance of a #rrggbb colour after WCAG 2.2.

    Example:
        >>> luminance("#FFFFFF"), round(luminance("#808080"), 2)
        (1.0, 0.22)
    """
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    """The screen's scale (sRGB) to linear light."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


_EVEN = math.sqrt((luminance(DARK) + 0.05) * 1.05) - 0.05
"""Luminance at which near-black and white have the same contrast."""


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
    }


_SALT = 3645  # with it the tokens of "The cat sat on the mat" get hues that lie apart
_LIGHTNESS, _CHROMA = 0.62, 0.125
_HUES = 4096  # a step of one of the three bytes of a colour at most: nobody sees the difference


def token_color(piece: bytes) -> str:
    """The colour of a token, wherever it appears: made of its bytes, so that every vocabulary gives it the same.

    Only the hue differs, at one perceived lightness that contrasts with white and with the dark background. Two tokens
    may get similar colours, so a token's colour is never shown without its text. OKLCH after Björn Ottosson, "A
    perceptual color space for image processing" (2020).

    Example:
        >>> token_color(b" cat"), token_color(b" cat") == token_color(b" Cat")
        ('#8179CD', False)
    """
    return _of_hue(int(_HUES * (zlib.crc32(piece, _SALT) * (math.sqrt(5) - 1) / 2 % 1)))


@lru_cache(maxsize=_HUES)
def _of_hue(step: int) -> str:
    """The colour of one of `_HUES` hues around the circle: kept by hue, so that no token stays in memory."""
    hue = 2 * math.pi * step / _HUES
    a, b = _CHROMA * math.cos(hue), _CHROMA * math.sin(hue)
    long, middle, short = (
        (_LIGHTNESS + x * a + y * b) ** 3
        for x, y in ((0.3963377774, 0.2158037573), (-0.1055613458, -0.0638541728), (-0.0894841775, -1.2914855480))
    )
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(255 * _gamma(min(max(value, 0.0), 1.0))):02X}" for value in linear)


def _gamma(value: float) -> float:
    """Linear light to the screen's scale (sRGB)."""
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def category(index: int) -> dict[str, str]:
    """Colour, symbol and dash of the `index`-th category, since colour is never the only difference.

    Example:
        >>> category(1)
        {'color': '#E69F00', 'symbol': 'square', 'dash': 'dash'}
    """
    return {
        "color": OKABE_ITO[index % len(OKABE_ITO)],
        "symbol": SYMBOLS[index % len(SYMBOLS)],
        "dash": DASHES[index % len(DASHES)],
    }
