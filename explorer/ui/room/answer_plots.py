"""A class's answers as HTML, for the stage, the report, the phones and the teacher's preview: bars, words, or a plot.

Plots of numeric guesses (curves, points, a histogram) are SVG without Plotly, each an image with a data URL, since
Streamlit removes SVG elements from HTML.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from urllib.parse import quote

from explorer.questions import NUMBER, ORDER, POINT, WORDS
from explorer.rooms import Answer, RoomQuestion
from explorer.ui.room import vote_chart
from explorer.wording import count, number, share, verb

Guess = Sequence[float]
BINS = 20
"""Bars of a histogram."""
CSS = """
.room-said p {margin: 0 0 .3rem;}
.room-cloud {display: block; height: auto; aspect-ratio: 5 / 2; width: 100%; box-sizing: border-box;
  border-left: 2px solid var(--explorer-line); border-bottom: 2px solid var(--explorer-line);}
.room-cloud.line {aspect-ratio: auto; height: clamp(96px, 24vh, 16rem);}
.room-cloud.points {aspect-ratio: 1; width: min(100%, 15rem);}
.room-said .ends {display: flex; justify-content: space-between;}
"""
INK, TRUTH, MIDDLE = "#2B80BE", "#D0632A", "#7A828A"
"""Colours that work on light and dark pages, since an embedded image doesn't inherit the theme."""
_LINES = (
    f"path{{fill:none;stroke:{INK};stroke-width:.8;stroke-opacity:.9;stroke-linecap:round}}"
    ".points path{stroke-width:7}.line path{stroke-width:3px;vector-effect:non-scaling-stroke}"
    f".line .bar{{fill:{INK};stroke:none}}.line .middle{{stroke:{MIDDLE};stroke-dasharray:5 4}}"
    f".truth{{stroke:{TRUTH};stroke-width:1.6}}"
    f".points .truth{{stroke-width:10}}.line .truth{{stroke-width:5px}}"
)


def of_round(
    asked: RoomQuestion,
    answers: Sequence[Answer],
    *,
    covered: bool = False,
    truth: bool = False,
    own: Answer | None = None,
) -> str:
    """HTML of one round's answers to any question.

    Args:
        asked: the question.
        answers: those that may be seen.
        covered: whether the right choice or order is not marked.
        truth: whether the true number or point is marked even before the reveal.
        own: what the student has chosen whose screen it is, which is marked.
    """
    if asked.form == ORDER:
        return vote_chart.orders(asked, answers, covered)
    if asked.choices:
        right = () if covered else asked.rights
        mine = own if isinstance(own, tuple) else (own,) if isinstance(own, int) else ()
        tally = vote_chart.tally(answers)
        return vote_chart.html(asked.choices, tally, right=right, guesses=[len(answers)], own=mine)
    if asked.form == WORDS:
        return vote_chart.words([each for each in answers if isinstance(each, str)])
    numbers = [each for each in answers if isinstance(each, tuple)]
    seen = guesses_plot(asked, numbers, truth)
    return f"{seen}<p>{near(asked, numbers)}</p>" if asked.is_in_shares else seen


def guesses_plot(asked: RoomQuestion, drawn: Sequence[Guess], truth: bool = False) -> str:
    """Plot of all guesses at a numeric question, with the true answer after the reveal or on request.

    >>> asked = RoomQuestion("", (), 4.0, low=(0.0,), high=(10.0,))
    >>> "2 numbers, from 3 to 8. The class's middle (dashed) is 5.5." in guesses_plot(asked, [(3.0,), (8.0,)])
    True
    """
    right = asked.truth if asked.revealed or truth else ()
    if asked.form == POINT:
        return points(drawn, asked.low, asked.high, right)
    if asked.form == NUMBER:
        return histogram(drawn, asked.low, asked.high, right)
    return curves(drawn, asked.low, asked.high, right)


def near(asked: RoomQuestion, drawn: Sequence[Guess]) -> str:
    """Sentence on how many points are right, and the error of the median one.

    >>> asked = RoomQuestion("", (), (5, 5), form=POINT, low=(0, 0), high=(10, 10), slack=0.1)
    >>> near(asked, [(5, 5), (5, 9)])
    '1 of 2 points is within 10 % of the right one; the middle distance is 20 % (each axis counts as 100 %).'
    """
    if not drawn:
        return "Nobody has tapped a point."
    right = sum(asked.is_right(tuple(guess)) is True for guess in drawn)
    return (
        f"{right} of {count(len(drawn), 'point')} {verb(right, 'is', 'are')} within {share(asked.slack)} of the right "
        f"one; the middle distance is {share(median(map(asked.error, drawn)))} (each axis counts as 100 %)."
    )


def curves(drawn: Sequence[Guess], low: Guess, high: Guess, truth: Guess = ()) -> str:
    """Plot of all curves, from left to right, each height between its bounds; the range is given in words. With
    `truth`, the true one is drawn too, in another colour and thicker.

    >>> "1 curve, " in curves([(1.0, 2.0)], (0.0, 0.0), (4.0, 4.0))
    True
    """

    def path(curve: Guess, name: str = "") -> str:
        spots = [
            f"{100 * at / max(1, len(curve) - 1):.1f} {40 * (top - height) / (top - bottom):.1f}"
            for at, (height, bottom, top) in enumerate(zip(curve, low, high, strict=True))
        ]
        return f'<path{name} d="M{" L".join(spots)}"/>'

    paths = [*map(path, drawn), *([path(truth, ' class="truth"')] if truth else [])]
    ends = [curve[-1] for curve in drawn]
    said = f"{count(len(drawn), 'curve')}, from {_number_text(min(low))} (bottom) to {_number_text(max(high))} (top)"
    said += f"; the last point lies from {_number_text(min(ends))} to {_number_text(max(ends))}." if ends else "."
    return _picture(said + (" The thick one is right." if truth else ""), paths, 40, "curves")


def points(drawn: Sequence[Guess], low: Guess, high: Guess, truth: Guess = ()) -> str:
    """Plot of all points as dots in a square, with the true one where it may be seen.

    >>> picture = points([(0.0, 1.0)], (-1.0, -1.0), (1.0, 1.0))
    >>> picture.count("%3Cpath"), "across from −1 to 1 and up from −1 to 1." in picture
    (1, True)
    """
    across, up = (f"from {_number_text(low[axis])} to {_number_text(high[axis])}" for axis in (0, 1))
    said = f"{count(len(drawn), 'point')}, across {across} and up {up}."
    if truth:
        said += f" The large one is right: {_number_text(truth[0])} across and {_number_text(truth[1])} up."

    def dot(spot: Guess, name: str = "") -> str:
        across, down = (spot[0] - low[0]) / (high[0] - low[0]), (high[1] - spot[1]) / (high[1] - low[1])
        return f'<path{name} d="M{100 * across:.1f} {100 * down:.1f}h.01"/>'

    dots = [dot(spot) for spot in drawn]  # above the true one, which is larger
    return _picture(said, [*([dot(truth, ' class="truth"')] if truth else []), *dots], 100, "points")


def histogram(drawn: Sequence[Guess], low: Guess, high: Guess, truth: Guess = ()) -> str:
    """Histogram of all numbers, from the lowest to the highest possible answer, with the middle and the true one."""
    found = [guess[0] for guess in drawn]
    said = f"{count(len(found), 'number')}"
    marks = []
    width = (high[0] - low[0]) / BINS

    def across(value: float) -> str:
        return f"{100 * (value - low[0]) / (high[0] - low[0]):.1f}"

    if found:
        lowest, middle, highest = map(_number_text, (min(found), median(found), max(found)))
        said += f", from {lowest} to {highest}. The class's middle (dashed) is {middle}"
        marks.append(f'<path class="middle" d="M{across(median(found))} 0V20"/>')
    bins = Counter(min(int((value - low[0]) / width), BINS - 1) for value in found)
    bars = [
        f'<path class="bar" d="M{100 * at / BINS:g} 20v-{18 * many / max(bins.values()):.1f}h{100 / BINS:g}V20z"/>'
        for at, many in sorted(bins.items())
    ]
    said += "."
    if truth:
        said += f" The right one (thick) is <b>{_number_text(truth[0])}</b>."
        marks.append(f'<path class="truth" d="M{across(truth[0])} 0V20"/>')
    ends = f'<div class="ends"><span>{_number_text(low[0])}</span><span>{_number_text(high[0])}</span></div>'
    return _picture(said, [*bars, *marks], 20, "line", ends)


def own_mark(asked: RoomQuestion, own: Guess) -> str:
    """Line below a histogram that points at the number of the student whose screen it is.

    >>> own_mark(RoomQuestion("", (), 4.0, low=(0.0,), high=(8.0,)), (2.0,))
    '<p style="padding-left: 25%">▲ yours</p>'
    """
    at = 100 * (own[0] - asked.low[0]) / (asked.high[0] - asked.low[0])
    if at < 50:
        return f'<p style="padding-left: {at:.0f}%">▲ yours</p>'
    return f'<p style="padding-right: {100 - at:.0f}%; text-align: right">yours ▲</p>'


def _number_text(guess: float) -> str:
    """A guess as text, with the digits of the bounds in the question (`class_question.bounds`)."""
    return number(guess, 6)


def _picture(said: str, paths: Sequence[str], height: int, kind: str, ends: str = "") -> str:
    """HTML of a summary with the picture below it; `ends`: labels below its two ends."""
    # The image takes the whole width, so that its two ends stay above their labels.
    sides = 'viewBox="-1 0 102 20" preserveAspectRatio="none"' if kind == "line" else f'viewBox="0 0 100 {height}"'
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" {sides}><style>{_LINES}</style>{"".join(paths)}</svg>'
    )
    picture = f'<img class="room-cloud {kind}" src="data:image/svg+xml,{quote(drawn)}" alt="">'
    return f'<div class="room-said"><p>{said}</p>{picture}{ends}</div>'
