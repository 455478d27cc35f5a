"""Labels of rows and marks: escaped for Plotly, and placed so that they cover neither each other nor the marks."""

import re
from collections.abc import Sequence

LINE = 22
"""Label height and letter width in presenter mode, in pixels; labels that fit there fit everywhere."""
LETTER = 10
LONGEST_LINE = 60
_LINE = re.compile(r".{40,60}?\s(?=.)|.{60}(?=.)")

_SIDES = {
    "middle right": (1, 0),
    "middle left": (-1, 0),
    "top center": (0, -1),
    "bottom center": (0, 1),
    "top right": (1, -1),
    "bottom right": (1, 1),
    "top left": (-1, -1),
    "bottom left": (-1, 1),
}
Box = tuple[float, float, float, float]


def plain(text: str, most: int | None = None) -> str:
    """Escape a visitor's text: truncated to `most`, else in lines of 60 letters; nothing is left that Plotly would read
    as markup.

    >>> plain("<b>R&D</b>"), plain("a" * 20, 14)
    ('&lt;b>R&amp;D&lt;/b>', 'aaaaaaaaaaaaa…')
    """
    if most is not None and len(text) > most:
        text = text[: most - 1] + "…"
    lines = _LINE.sub(r"\g<0>\n", text) if len(text) > LONGEST_LINE else text
    return lines.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br>")


def sides(
    xs: Sequence[float],
    ys: Sequence[float],
    names: Sequence[str],
    *,
    width: float,
    marks: Sequence[float],
    stretched: float = 1.0,
    every: bool = True,
    spare: float = 0.0,
    before: Sequence[str] = (),
) -> list[str]:
    """Choose the side of each label greedily, in Plotly's names.

    A label gets the side where it covers least of what is already placed, within 0 and `width`.

    Args:
        xs: of the marks, in pixels from the left.
        ys: in pixels from the top.
        names: label texts.
        width: of the picture in pixels.
        marks: half the size of each mark in pixels.
        stretched: also consider a picture wider by this factor; covered areas of both are added.
        every: whether a label that covers something is kept; else it gets no side: "".
        spare: area in square pixels that a label may cover, since it is measured at the large type size.
        before: preferred side of each label, so that it keeps its side while the marks move; "" for none.

    >>> sides([10, 40], [10, 10], ["ab", "cd"], width=100, marks=[5, 5])
    ['top center', 'middle right']
    """
    scales = (1.0,) if stretched == 1 else (1.0, stretched)
    taken: list[list[Box]] = [
        [(scale * x - r, scale * x + r, y - r, y + r) for x, y, r in zip(xs, ys, marks, strict=True)]
        for scale in scales
    ]
    chosen = []
    for x, y, name, mark, was in zip(xs, ys, names, marks, before or [""] * len(names), strict=True):
        best, best_boxes, least = "", [], float("inf")
        for side in dict.fromkeys([was, *_SIDES] if was else _SIDES):
            boxes = [_box(scale * x, y, LETTER * len(name), mark, side) for scale in scales]
            cost = 0.0
            for box, there in zip(boxes, taken, strict=True):
                cost = _covered(box, there, cost)
            outside = (
                max(0, -box[0]) + max(0, box[1] - scale * width) for box, scale in zip(boxes, scales, strict=True)
            )
            cost += 1e6 * sum(outside)
            if cost < least:
                best, best_boxes, least = side, boxes, cost
            if cost <= spare:
                break  # no side is better than one that covers nothing
        if least > spare and not every:
            chosen.append("")
            continue
        for there, box in zip(taken, best_boxes, strict=True):
            there.append(box)
        chosen.append(best)
    return chosen


def _box(x: float, y: float, wide: float, mark: float, side: str) -> Box:
    across, down = _SIDES[side]
    left = x - wide / 2 + across * (mark + 2 + wide / 2)
    top = y - LINE / 2 + down * (mark + LINE / 2)
    return left, left + wide, top, top + LINE


def _covered(box: Box, others: Sequence[Box], already: float) -> float:
    """`already` and the areas in which a box overlaps others; most of them lie elsewhere, and are left at once."""
    left, right, top, bottom = box
    for west, east, north, south in others:
        if west < right and left < east and north < bottom and top < south:
            already += (min(right, east) - max(left, west)) * (min(bottom, south) - max(top, north))
    return already
