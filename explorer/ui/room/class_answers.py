"""A class's answers as HTML, for stage, report, phones and the teacher's preview: bars, words, or a line of numbers.

Bars are text, bar and count for each choice, without Plotly. The line of numbers is an image with a data URL, since
Streamlit removes SVG elements from HTML. Points are drawn in the picture they answer; here is a sentence.
"""

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from decimal import Decimal
from html import escape
from statistics import median
from urllib.parse import quote

from explorer.questions import NUMBER, ORDER, WORDS, Question
from explorer.questions.question import plain_words
from explorer.rooms import Answer, RoomQuestion
from explorer.wording import count, number, share, verb

BINS = 20
"""Bars of a histogram."""
LONGEST_TICK = 7
"""Most characters of a number at an axis for all five to stand side by side on a phone."""
FEW = 12
"""Most numbers that are drawn as dots, each at its own place."""
INK, TRUTH, MIDDLE = "#2B80BE", "#D0632A", "#20262C"
"""Colours that work on light and dark pages, since an embedded image doesn't inherit the theme."""
BAR = "light-dark(#6E7C89, #8C99A5)"
CSS = f"""
.room-bars {{display: grid; grid-template-columns: 1fr max-content; gap: .35em .6em; align-items: center; margin: 0;}}
.room-bars .said {{grid-column: 1 / -1; line-height: 1.2;}}
.room-bars .bar {{position: relative; isolation: isolate; overflow: hidden; line-height: 1.2; border-radius: .2rem;
  border: 1px solid var(--explorer-line); --fill: {BAR};}}
.room-bars .word {{display: block; padding: .15em .5em;}}
.room-bars .bar i {{position: absolute; z-index: -1; inset: 0 auto 0 0; border-bottom: .2em solid var(--fill);
  background: color-mix(in srgb, var(--fill) 40%, transparent);}}
.room-bars .bar:has(.before) {{padding-top: .35em;}}
.room-bars .bar i:has(~ .before) {{top: .35em;}}
.room-bars .bar .before {{bottom: auto; height: .3em; background: var(--fill);}}
.room-bars .right {{--fill: var(--explorer-strong); border: 2px solid var(--fill); font-weight: 700;}}
.room-choices {{margin: .2rem 0 .2rem 1.2rem; padding: 0;}}
.room-choices li {{margin: 0; padding: 0;}}
.room-said p {{margin: 0 0 .3rem;}}
.room-cloud {{display: block; height: clamp(96px, 24vh, 16rem); width: 100%; box-sizing: border-box;
  border-left: 2px solid var(--explorer-line); border-bottom: 2px solid var(--explorer-line);}}
.room-rounds {{display: grid; gap: .4rem 4vw;}}
.room-rounds b + p {{display: inline;}}
.room-order {{border-collapse: collapse; width: 100%; margin: .3rem 0;}}
.room-order th {{padding: .1em .4em .1em 0; line-height: 1.2; text-align: right; font-weight: inherit;}}
.room-order tr > :first-child {{width: 50%;}}
.room-order :is(td, th ~ th, td ~ th) {{padding: .1em .2em; min-width: 1.8em; text-align: center; white-space: nowrap;}}
.room-order td[style] {{border: 1px solid var(--explorer-line);
  background: color-mix(in srgb, {BAR} var(--part), transparent);}}
.room-order .right {{outline: 3px solid var(--explorer-strong); outline-offset: -3px; font-weight: 700;}}
.room-said .ticks {{position: relative; height: 1.5em;}}
.room-said .ticks span {{position: absolute; white-space: nowrap; transform: translateX(-50%);}}
.room-said .ticks span:first-child {{transform: none;}}
.room-said .ticks span:last-child {{transform: translateX(-100%);}}
.room-flag {{display: flex; margin: 0; line-height: 1.25; font-weight: 700; white-space: nowrap;}}
.room-flag i {{font-style: normal; flex: none; width: 1em; margin: 0 -.5em; text-align: center;}}
.room-flag span {{margin: 0 .7em;}}
.room-flag.truth i {{color: {TRUTH};}}
"""
_LINES = (
    f"path{{fill:none;stroke:{INK};vector-effect:non-scaling-stroke}}"
    f".bar{{fill:{INK};stroke:none}}.dot{{stroke-width:18px;stroke-linecap:round}}"
    ".tick{stroke:#7A828A;stroke-width:2px}.case{stroke:#FFF;stroke-width:8px}"
    f".middle{{stroke:{MIDDLE};stroke-width:4px;stroke-dasharray:9 7}}.truth{{stroke:{TRUTH};stroke-width:5px}}"
)


def html(
    question: Question,
    *rounds: Sequence[Answer],
    covered: bool = False,
    own: Answer | None = None,
    again: str = "",
) -> str:
    """HTML of the answers to any question, of each round; without a round its choices alone.

    Args:
        question: what was asked.
        rounds: the answers that may be seen.
        covered: whether nothing tells what is right.
        own: what the student has chosen whose screen it is, which is marked among choices.
        again: sentence on who answered again (`again_text`).
    """
    if question.form == ORDER and not rounds:
        kind, items = ("ul", question.choices) if covered else ("ol", [question.choices[at] for at in question.rights])
        return f'<{kind} class="room-choices">{"".join(f"<li>{escape(each)}</li>" for each in items)}</{kind}>'
    if question.choices and question.form != ORDER:
        mine = (own,) if isinstance(own, int) else ()
        return bars(question, rounds, () if covered else question.rights, mine, again)
    drawn = [_of_round(question, answers, covered) for answers in rounds]
    if len(drawn) == 1:
        return f"<p>{again}</p>{drawn[0]}" if again else drawn[0]
    named = zip(("Before the talk:", f"After it: {again}"), drawn, strict=False)
    return f'<div class="room-rounds">{"".join(f"<div><b>{name}</b> {each}</div>" for name, each in named)}</div>'


def _of_round(question: Question, answers: Sequence[Answer], covered: bool) -> str:
    given = [each for each in answers if isinstance(each, tuple)]
    if question.form == ORDER:
        return _order(question, given, covered)
    if question.form == WORDS:
        return _words(question, [each for each in answers if isinstance(each, str)], covered)
    if question.form == NUMBER:
        return histogram(question, given, covered=covered)
    return f"<p>{count(len(given), question.form) if covered else spread(question, given)}</p>"


def bars(
    question: Question,
    rounds: Sequence[Sequence[Answer]],
    right: Sequence[int] = (),
    own: Sequence[float] = (),
    again: str = "",
) -> str:
    """HTML bars, one for each choice, which is written on it; the right ones are marked by text, too.

    A bar's length is the share of all who have guessed; a thin one above it is that of the round before. Without a
    round each choice has an empty bar.

    >>> "2 of 3" in bars(Question("", ("a", "b"), "a"), [(0, 0, 1)], (0,))
    True
    >>> "0 → 2" in bars(Question("", ("a", "b"), "a"), [(1, 1), (0, 0, 1)])
    True
    """
    lines = []
    counted = [(Counter(answers), len(answers)) for answers in rounds]
    for index, choice in enumerate(question.choices):
        is_right = index in right
        words = f"{escape(choice)}{' ✓ right' if is_right else ''}{' ← your guess' if index in own else ''}"
        votes = [many[index] for many, _ in counted]
        fills = ""
        for at, (many, (_, total)) in enumerate(zip(votes, counted, strict=True), start=1):
            width = f"width: {100 * many / total:.0f}%" if many else "display: none"
            fills = f'<i{"" if at == len(votes) else " class=before"} style="{width}"></i>{fills}'
        lines.append(f'<span class="bar{" right" if is_right else ""}">{fills}<span class="word">{words}</span></span>')
        of = f" of {counted[0][1]}" if len(votes) == 1 else ""
        lines.append(f"<span>{' → '.join(map(str, votes))}{of}</span>")
    said = ""
    if rounds and not rounds[-1]:
        said = "Nobody has guessed yet."
    elif len(rounds) > 1:
        said = f"Thin: before the talk. Thick: after it. {again}"
    elif again:
        said = again
    said = f'<span class="said">{said}</span>' if said else ""
    return f'<div class="room-bars">{"".join(lines)}{said}</div>'


def _order(question: Question, given: Sequence[tuple[float, ...]], covered: bool) -> str:
    """HTML table of an order: how many put each item at each place; not `covered`, the right place of each.

    >>> "2 ✓" in _order(Question("", ("a", "b"), ("b", "a"), form=ORDER), [(1, 0), (1, 0)], covered=False)
    True
    """
    places = range(len(question.choices))
    rows = []
    for right, at in enumerate(places if covered else question.rights):
        cells = ""
        for place in places:
            many = sum(each[place] == at for each in given)
            is_right = not covered and place == right
            filled = f"{60 * many / len(given):.0f}%" if given else "0%"
            label = f"{many or ''}{' ✓' if is_right else ''}"
            cells += f'<td{" class=right" if is_right else ""} style="--part: {filled}">{label}</td>'
        rows.append(f"<tr><th>{escape(question.choices[at])}</th>{cells}</tr>")
    head = "".join(f"<th>{place + 1}.</th>" for place in places)
    said = f"{count(len(given), 'answer')}: how many put it at each place."
    if not covered:
        whole = sum(each == question.rights for each in given)
        said = f"{whole} of {len(given)} {verb(whole, 'has', 'have')} it all right."
    table = f'<table class="room-order"><tr><td></td>{head}</tr>{"".join(rows)}</table>'
    return f"<p>{said if given else 'Nobody has guessed yet.'}</p>{table}"


def _words(question: Question, answers: Sequence[str], covered: bool = False) -> str:
    """HTML list of the written answers that may be seen, the most frequent first, with ✓ at a right one.

    Answers that differ in case and punctuation alone are one, in the words of the right one or of the first.

    >>> _words(Question("", (), ("a sum",), form=WORDS), ["<b>", "A sum", "A Sum."])
    '<ul class="room-choices"><li><strong>a sum (2) ✓</strong></li><li>&lt;b&gt;</li></ul>'
    """
    right = question.right if isinstance(question.right, tuple) and not covered else ()
    said = Counter(plain_words(each) or each for each in answers)
    first = {plain_words(each) or each: each for each in [*reversed(answers), *map(str, right)]}
    if not said:
        return "<p>No answer is shown yet.</p>"
    items = []
    for each, many in said.most_common():
        text = escape(first[each]) + (f" ({many})" if many > 1 else "")
        items.append(f"<li>{f'<strong>{text} ✓</strong>' if first[each] in right else text}</li>")
    return f'<ul class="room-choices">{"".join(items)}</ul>'


def again_text(rounds: Sequence[Set[str]]) -> str:
    """Sentence on the last round after a talk: who answered again, and whose guess was kept; "" of the first round.

    >>> again_text([{"ada", "bob"}, {"ada", "eve"}]), again_text([{"ada"}])
    ('2 answered again; 1 earlier guess kept.', '')
    """
    if len(rounds) < 2:
        return ""
    kept = set().union(*rounds) - rounds[-1]
    return f"{len(rounds[-1])} answered again; {count(len(kept), 'earlier guess', 'earlier guesses')} kept."


def response_text(guessed: Set[str], here: Set[str], again: bool = False) -> str:
    """Sentence on the response count: the total is everybody who is present or has guessed.

    The difference is what a teacher may wait for. Guesses of seats that have left count, and the sentence says so.
    `again`: after a talk; the line is short.

    >>> response_text({"ada"}, {"ada", "bob"})
    '**1 of 2** answered'
    >>> response_text({"ada", "eve"}, {"ada", "bob"})
    '**2 of 3** answered (1 left)'
    >>> response_text({"ada"}, {"ada", "bob"}, again=True)
    '**1 of 2** again'
    """
    away = len(guessed - here)
    left = f" ({away} left)" if away else ""
    return f"**{len(guessed)} of {len(guessed | here)}** {'again' if again else 'answered'}{left}"


def needs_talk(question: RoomQuestion, answers: Iterable[Answer]) -> bool:
    """Whether the class talks next: its first guesses differ, one is right, and the class has not seen them.

    Peer instruction shows no guesses before the second vote: a longer bar would convince, and not a neighbour's reason
    (Crouch and Mazur 2001, https://doi.org/10.1119/1.1374249).

    >>> asked = RoomQuestion("", ("a", "b"), "b")
    >>> needs_talk(asked, [0, 1]), needs_talk(asked, [1, 1]), needs_talk(RoomQuestion("", ("a", "b"), round=2), [0, 1])
    (True, False, False)
    """
    first = question.round == 1 and not (question.shown or question.revealed)
    return first and question.form != WORDS and question.is_judged and len(set(answers)) > 1


def spread(question: Question, given: Sequence[tuple[float, ...]]) -> str:
    """Sentence on how far a class's points lie from the right one.

    >>> asked = Question("", (), (5, 5), form="point", low=(0, 0), high=(10, 10), slack=0.1)
    >>> spread(asked, [(5, 5), (5, 9)])
    '1 of 2 points is right. The middle one is off by 20 % of an axis.'
    """
    if not given:
        return "Nobody has answered."
    middle = median(map(question.error, given))
    if not question.is_in_shares:
        return f"{count(len(given), question.form)}; the middle error is {number(middle, 4)}."
    right = sum(question.judge(each).right is True for each in given)
    return (
        f"{right} of {count(len(given), 'point')} {verb(right, 'is', 'are')} right. "
        f"The middle one is off by {share(middle)} of an axis."
    )


def histogram(question: Question, drawn: Sequence[Sequence[float]], *, covered: bool = False) -> str:
    """All numbers between the bounds, a few as dots, with their median; not `covered`, what counts as right.

    >>> picture = histogram(Question("", (), 37, slack=5, low=(0,), high=(50,)), [(3.0,), (8.0,)])
    >>> [words in picture for words in ("2 numbers, from 3 to 8.", "middle: 5.5", "right: 32 to 42")]
    [True, True, True]
    """
    found, (low,), (high,) = [guess[0] for guess in drawn], question.low, question.high

    def across(value: float) -> float:
        return 100 * (value - low) / (high - low)

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
    sentence += f", from {question.number(min(found), 6)} to {question.number(max(found), 6)}." if found else "."
    lines = [] if covered else [("truth", f"right: {question.right_words}", question.value)]
    if found:  # no more exact than they are
        decimals = max(-int(Decimal(repr(float(each))).as_tuple().exponent) for each in found)
        middle = round(median(found), decimals)
        lines.append(("middle", f"middle: {question.number(middle, 6)}", middle))
    for name, _, value in lines:
        line = f'd="M{across(value):.1f} 0V20"'
        marks.append(f'<path class="case" {line}/><path class="{name}" {line}/>')
    flags = "".join(_flag(across(value), words, "▼", name) for name, words, value in lines)
    ticks = {share: question.number(low + (high - low) * share / 100, 6) for share in range(0, 101, 25)}
    if max(map(len, ticks.values())) > LONGEST_TICK:
        ticks = {share: ticks[share] for share in (0, 100)}
    paths += [f'<path class="tick" d="M{share} 20v-1.5"/>' for share in ticks]
    labels = "".join(f'<span style="left: {_left(share):.1f}%">{text}</span>' for share, text in ticks.items())
    inside = "".join([*paths, *marks] if len(found) > FEW else [*marks, *paths])  # a line would hide a dot
    picture = _image("-3 0 106 20", inside)
    return f'<div class="room-said"><p>{sentence}</p>{flags}{picture}<div class="ticks">{labels}</div></div>'


def points(question: Question, given: Sequence[Sequence[float]]) -> str:
    """All points between the bounds, and the right one at its cross; `spread` says how far they are.

    >>> asked = Question("", (), (5, 5), form="point", low=(0, 0), high=(10, 10))
    >>> points(asked, [(0, 10), (5, 5)]).count(quote("h.01"))
    2
    """

    (left, bottom), (right, top) = question.low, question.high

    def place(point: Sequence[float]) -> str:
        return f"M{100 * (point[0] - left) / (right - left):.1f} {60 * (top - point[1]) / (top - bottom):.1f}"

    inside = "".join(f'<path class="dot" d="{place(each)}h.01"/>' for each in given)
    drawn = _image("-3 -4 106 68", f'{inside}<path class="truth" d="{place(question.truth)}m-2 0h4m-2 -3v6"/>')
    across, up = f"{number(left)} to {number(right)}", f"{number(bottom)} to {number(top)}"
    return f"{drawn}<p>Across from {across}, up from {up}. The cross is right.</p>"


def _image(box: str, inside: str) -> str:
    """Image that takes the whole width, so that its places stay at their labels."""
    sides = f'viewBox="{box}" preserveAspectRatio="none"'
    image = f'<svg xmlns="http://www.w3.org/2000/svg" {sides}><style>{_LINES}</style>{inside}</svg>'
    return f'<img class="room-cloud" src="data:image/svg+xml,{quote(image)}" alt="">'


def own_mark(question: Question, own: Sequence[float]) -> str:
    """Line below a histogram that points at the number of the student whose screen it is."""
    return _flag(100 * (own[0] - question.low[0]) / (question.high[0] - question.low[0]), "yours", "▲")


def _flag(share: float, words: str, mark: str, name: str = "") -> str:
    """Line of words whose mark stands at a share of a histogram's width; the words are on its longer side.

    >>> _flag(50, "yours", "▲")
    '<p class="room-flag" style="padding-right: 50.0%; justify-content: end"><span>yours</span><i>▲</i></p>'
    """
    left, kind = _left(share), f"room-flag {name}".strip()
    if share < 50:
        style = f"padding-left: {left:.1f}%"
        return f'<p class="{kind}" style="{style}"><i>{mark}</i><span>{words}</span></p>'
    right = f"padding-right: {100 - left:.1f}%; justify-content: end"
    return f'<p class="{kind}" style="{right}"><span>{words}</span><i>{mark}</i></p>'


def _left(share: float) -> float:
    """Share of the image's width at which its drawing, with a margin on both sides, has this share of its own."""
    return (share + 3) / 1.06
