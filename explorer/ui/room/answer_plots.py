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
LONGEST_TICK = 7
"""Most characters of a number at an axis for all five to stand side by side on a phone."""
FEW = 12
"""Most numbers that are drawn as dots, each at its own place."""
CSS = """
.room-said p {margin: 0 0 .3rem;}
.room-cloud {display: block; height: auto; aspect-ratio: 5 / 2; width: 100%; box-sizing: border-box;
  border-left: 2px solid var(--explorer-line); border-bottom: 2px solid var(--explorer-line);}
.room-cloud.line {aspect-ratio: auto; height: clamp(96px, 24vh, 16rem);}
.room-cloud.points {aspect-ratio: 1; width: min(100%, 15rem);}
.room-said .ticks {position: relative; height: 1.5em;}
.room-said .ticks span {position: absolute; transform: translateX(-50%);}
.room-said .ticks span:first-child {transform: none;}
.room-said .ticks span:last-child {transform: translateX(-100%);}
.room-flag {margin: 0; line-height: 1.25; font-weight: 700; white-space: nowrap;}
.room-flag i {font-style: normal; display: inline-block; width: 1em; margin: 0 -.5em; text-align: center;}
.room-flag span {margin: 0 .7em;}
.room-flag.truth i {color: #D0632A;}
"""
INK, TRUTH, MIDDLE = "#2B80BE", "#D0632A", "#20262C"
"""Colours that work on light and dark pages, since an embedded image doesn't inherit the theme."""
_LINES = (
    f"path{{fill:none;stroke:{INK};stroke-width:.8;stroke-opacity:.9;stroke-linecap:round}}"
    ".points path{stroke-width:7}.line path{stroke-width:3px;vector-effect:non-scaling-stroke}"
    f".line .bar{{fill:{INK};stroke:none}}.line .dot{{stroke-width:18px}}"
    f".line .tick{{stroke:#7A828A;stroke-width:2px}}"
    f".line .case{{stroke:#FFF;stroke-width:8px;stroke-linecap:butt}}"
    f".line .middle{{stroke:{MIDDLE};stroke-width:4px;stroke-dasharray:9 7;stroke-linecap:butt}}"
    f".truth{{stroke:{TRUTH};stroke-width:1.6}}"
    f".points .truth{{stroke-width:10}}.line .truth{{stroke-width:5px}}"
)


def of_round(
    question: RoomQuestion,
    answers: Sequence[Answer],
    *,
    covered: bool = False,
    truth: bool = False,
    own: Answer | None = None,
) -> str:
    """HTML of one round's answers to any question.

    Args:
        question: what was asked.
        answers: those that may be seen.
        covered: whether the right choice or order is not marked.
        truth: whether the true number or point is marked even before the reveal.
        own: what the student has chosen whose screen it is, which is marked.
    """
    if question.form == ORDER:
        return vote_chart.orders(question, answers, covered)
    if question.choices:
        right = () if covered else question.rights
        mine = own if isinstance(own, tuple) else (own,) if isinstance(own, int) else ()
        tally = vote_chart.tally(answers)
        return vote_chart.html(question.choices, tally, right=right, guesses=[len(answers)], own=mine)
    if question.form == WORDS:
        return vote_chart.words([each for each in answers if isinstance(each, str)])
    numbers = [each for each in answers if isinstance(each, tuple)]
    seen = guesses_plot(question, numbers, truth)
    return f"{seen}<p>{near(question, numbers)}</p>" if question.is_in_shares else seen


def guesses_plot(question: RoomQuestion, drawn: Sequence[Guess], truth: bool = False) -> str:
    """Plot of all guesses at a numeric question, with the true answer after the reveal or on request.

    >>> asked = RoomQuestion("", (), 4.0, low=(0.0,), high=(10.0,))
    >>> drawn = guesses_plot(asked, [(3.0,), (8.0,)])
    >>> "2 numbers, from 3 to 8." in drawn, "class's middle: 5.5" in drawn
    (True, True)
    """
    right = question.truth if question.revealed or truth else ()
    if question.form == POINT:
        return points(drawn, question.low, question.high, right)
    if question.form == NUMBER:
        return histogram(drawn, question.low, question.high, right)
    return curves(drawn, question.low, question.high, right)


def near(question: RoomQuestion, drawn: Sequence[Guess]) -> str:
    """Sentence on how many points are right, and the error of the median one.

    >>> asked = RoomQuestion("", (), (5, 5), form=POINT, low=(0, 0), high=(10, 10), slack=0.1)
    >>> near(asked, [(5, 5), (5, 9)])
    '1 of 2 points is within 10 % of the right one; the middle distance is 20 % (each axis counts as 100 %).'
    """
    if not drawn:
        return "Nobody has tapped a point."
    right = sum(question.is_right(tuple(guess)) is True for guess in drawn)
    return (
        f"{right} of {count(len(drawn), 'point')} {verb(right, 'is', 'are')} within {share(question.slack)} of the "
        f"right one; the middle distance is {share(median(map(question.error, drawn)))} (each axis counts as 100 %)."
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
    sentence = (
        f"{count(len(drawn), 'curve')}, from {_number_text(min(low))} (bottom) to {_number_text(max(high))} (top)"
    )
    sentence += f"; the last point lies from {_number_text(min(ends))} to {_number_text(max(ends))}." if ends else "."
    return _picture(sentence + (" The thick one is right." if truth else ""), paths, 40, "curves")


def points(drawn: Sequence[Guess], low: Guess, high: Guess, truth: Guess = ()) -> str:
    """Plot of all points as dots in a square, with the true one where it may be seen.

    >>> picture = points([(0.0, 1.0)], (-1.0, -1.0), (1.0, 1.0))
    >>> picture.count("%3Cpath"), "across from −1 to 1 and up from −1 to 1." in picture
    (1, True)
    """
    across, up = (f"from {_number_text(low[axis])} to {_number_text(high[axis])}" for axis in (0, 1))
    sentence = f"{count(len(drawn), 'point')}, across {across} and up {up}."
    if truth:
        sentence += f" The large one is right: {_number_text(truth[0])} across and {_number_text(truth[1])} up."

    def dot(spot: Guess, name: str = "") -> str:
        across, down = (spot[0] - low[0]) / (high[0] - low[0]), (high[1] - spot[1]) / (high[1] - low[1])
        return f'<path{name} d="M{100 * across:.1f} {100 * down:.1f}h.01"/>'

    dots = [dot(spot) for spot in drawn]  # above the true one, which is larger
    return _picture(sentence, [*([dot(truth, ' class="truth"')] if truth else []), *dots], 100, "points")


def histogram(drawn: Sequence[Guess], low: Guess, high: Guess, truth: Guess = ()) -> str:
    """Histogram of all numbers between the bounds, a few as dots, with their median and the true one at its line."""
    found = [guess[0] for guess in drawn]
    width = high[0] - low[0]

    def across(value: float) -> float:
        return 100 * (value - low[0]) / width

    paths, marks, stacks = list[str](), list[str](), Counter[int]()
    bins = [min(int(across(value) * BINS / 100), BINS - 1) for value in found]
    step = 18 / max([*Counter(bins).values(), 4])
    for value, at in zip(found, bins, strict=True):
        stacks[at] += 1
        paths.append(f'<path class="dot" d="M{across(value):.1f} {20 - step * (stacks[at] - 0.5):.1f}h.01"/>')
    if len(found) > FEW:
        unit = 18 / max(stacks.values())
        paths = [
            f'<path class="bar" d="M{100 * at / BINS:g} 20v-{unit * many:.1f}h{100 / BINS:g}V20z"/>'
            for at, many in sorted(stacks.items())
        ]
    sentence = f"{count(len(found), 'number')}"
    sentence += f", from {_number_text(min(found))} to {_number_text(max(found))}." if found else "."
    lines = [("truth", "right", truth[0])] if truth else []
    lines += [("middle", "class's middle", median(found))] if found else []
    for name, _, value in lines:
        line = f'd="M{across(value):.1f} 0V20"'
        marks.append(f'<path class="case" {line}/><path class="{name}" {line}/>')
    flags = "".join(_flag(across(value), f"{words}: {_number_text(value)}", "▼", name) for name, words, value in lines)
    ticks = {share: _number_text(low[0] + width * share / 100) for share in range(0, 101, 25)}
    if max(map(len, ticks.values())) > LONGEST_TICK:
        ticks = {share: ticks[share] for share in (0, 100)}
    paths += [f'<path class="tick" d="M{share} 20v-1.5"/>' for share in ticks]
    labels = "".join(f'<span style="left: {_left(share):.1f}%">{text}</span>' for share, text in ticks.items())
    drawn_paths = [*paths, *marks] if len(found) > FEW else [*marks, *paths]  # a line would hide a dot
    return _picture(sentence, drawn_paths, 20, "line", flags, f'<div class="ticks">{labels}</div>')


def own_mark(question: RoomQuestion, own: Guess) -> str:
    """Line below a histogram that points at the number of the student whose screen it is."""
    return _flag(100 * (own[0] - question.low[0]) / (question.high[0] - question.low[0]), "yours", "▲")


def _flag(share: float, words: str, mark: str, name: str = "") -> str:
    """Line of words whose mark stands at a share of a histogram's width; the words are on its longer side.

    >>> _flag(50, "yours", "▲")
    '<p class="room-flag" style="padding-right: 50.0%; text-align: right"><span>yours</span><i>▲</i></p>'
    """
    left, kind = _left(share), f"room-flag {name}".strip()
    if share < 50:
        return f'<p class="{kind}" style="padding-left: {left:.1f}%"><i>{mark}</i><span>{words}</span></p>'
    right = f"padding-right: {100 - left:.1f}%; text-align: right"
    return f'<p class="{kind}" style="{right}"><span>{words}</span><i>{mark}</i></p>'


def _left(share: float) -> float:
    """Share of the image's width at which its drawing, with a margin on both sides, has this share of its own."""
    return (share + 1) / 1.02


def _number_text(guess: float) -> str:
    """A guess as text, with the digits of the bounds in the question (`class_question.bounds`)."""
    return number(guess, 6)


def _picture(said: str, paths: Sequence[str], height: int, kind: str, above: str = "", below: str = "") -> str:
    """HTML of a summary with the picture below it, which has labels above and below."""
    # The image takes the whole width, so that its places stay at their labels.
    sides = 'viewBox="-1 0 102 20" preserveAspectRatio="none"' if kind == "line" else f'viewBox="0 0 100 {height}"'
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" {sides}><style>{_LINES}</style>{"".join(paths)}</svg>'
    )
    picture = f'<img class="room-cloud {kind}" src="data:image/svg+xml,{quote(drawn)}" alt="">'
    return f'<div class="room-said"><p>{said}</p>{above}{picture}{below}</div>'
