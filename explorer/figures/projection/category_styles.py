"""Styles of a map's categories: a colour and a shape for each."""

from explorer.figures import theme

LOOKS = len(theme.OKABE_ITO) * len(theme.SYMBOLS)
"""Number of distinct styles (`look`)."""
SYMBOLS_3D = ["circle", "square", "diamond", "cross", "circle-open", "x", "diamond-open"]


def look(number: int) -> dict[str, str]:
    """Colour and shape of a kind of words: with seven colours and seven shapes, no two of 49 are alike.

    >>> look(0)["color"] == look(7)["color"], look(0)["symbol"] == look(7)["symbol"]
    (True, False)
    """
    round_ = number // len(theme.OKABE_ITO)
    return {
        "color": theme.OKABE_ITO[number % len(theme.OKABE_ITO)],
        "symbol": theme.SYMBOLS[(number + round_) % len(theme.SYMBOLS)],
        "symbol3d": SYMBOLS_3D[(number + round_) % len(SYMBOLS_3D)],
    }
