"""Chart heights as CSS expressions: the browser resolves them with the window and the picture's width."""

from __future__ import annotations

from typing import Any

LOWEST = 200
"""Minimum height in pixels, however narrow the picture."""
LEAST = 260
"""Pixels of a picture in a low embedded frame."""
LEAST_IN_SIGHT = 300
AROUND = 465
"""Pixels of a window around the first picture: title, tabs and a sentence above it, its main control below it.
A step of the path has its own (style.py).
"""
CONTROL = 165
"""Pixels of a part's main controls below its first picture, or of the slider in it, in an embedded frame: two rows,
or one and the text box.
"""
TITLES = 52
"""Pixels of an axis with its numbers, above its margin."""
SCALE_OF_COLOURS = 76
"""Pixels of a colour bar beside a picture."""
SQUARE = 0.6
"""Aspect ratio (height / width) from which a picture of equal units gains nothing from more width."""


def ratio(spec: dict[str, Any]) -> float | None:
    """Aspect ratio (height / width) of the axes where it is fixed: equal units with known ends, or one heatmap's cells.

    >>> axes = {"xaxis": {"range": [0, 4]}, "yaxis": {"range": [1, -1], "scaleanchor": "x"}}
    >>> ratio({"data": [{"type": "scatter"}], "layout": axes}), ratio({"data": [], "layout": {}})
    (0.5, None)
    """
    across, up = (spec["layout"].get(axis) or {} for axis in ("xaxis", "yaxis"))
    if not up.get("scaleanchor"):
        return None
    if across.get("range") and up.get("range"):
        width, height = (abs(end - first) for first, end in (across["range"], up["range"]))
        return float(height / width)
    return 1.0 if _one_heatmap(spec) and not across.get("range") and not up.get("range") else None


def _one_heatmap(spec: dict[str, Any]) -> bool:
    return len(spec["data"]) == 1 and spec["data"][0].get("type") == "heatmap"


def upright(spec: dict[str, Any]) -> bool:
    """Whether a picture is much narrower than a projector's screen whatever its height."""
    return not _one_heatmap(spec) and (ratio(spec) or 0) > SQUARE


def useful(spec: dict[str, Any], height: int, scale: float = 1) -> str:
    """Cap the height at what the width can use: with equal units more would be blank above and below.

    >>> axes = {"xaxis": {"range": [0, 4]}, "yaxis": {"range": [1, -1], "scaleanchor": "x"}, "margin": {"l": 50}}
    >>> useful({"data": [{"type": "scatter"}], "layout": axes}, 440), useful({"data": [], "layout": {}}, 440)
    ('min(440px, max(200px, (100cqw - 50px) * 0.5000 + 52px))', '440px')
    """
    shape = ratio(spec)
    if shape is None:
        return f"{height}px"
    margin = spec["layout"].get("margin") or {}
    beside = margin.get("l", 0) + margin.get("r", 0) + (scale * SCALE_OF_COLOURS if _one_heatmap(spec) else 0)
    titles = 0 if spec["layout"]["yaxis"].get("visible") is False else scale * TITLES
    around = margin.get("t", 0) + margin.get("b", 0) + titles
    return f"min({height}px, max({LOWEST}px, (100cqw - {beside:.0f}px) * {shape:.4f} + {around:.0f}px))"


def in_sight(height: str, least: int) -> str:
    """Cap the height so that a part's main control is in sight below its first picture, but at least at `least`.

    >>> in_sight("440px", 0)
    'min(440px, max(300px, 100svh - var(--explorer-around, 465px)))'
    """
    return f"min({height}, max({max(least, LEAST_IN_SIGHT)}px, 100svh - var(--explorer-around, {AROUND}px)))"


def in_frame(height: str, above: int) -> str:
    """Cap the height at what is in sight in an embedded frame, below `above` pixels.

    >>> in_frame("440px", 90)
    'min(440px, max(260px, 100vh - 90px))'
    """
    return f"min({height}, max({LEAST}px, 100vh - {above}px))"
