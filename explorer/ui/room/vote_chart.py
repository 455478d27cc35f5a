"""Vote chart of a class's guesses as HTML, without Plotly: text, bar and count for each choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from html import escape

from explorer.questions import ORDER
from explorer.questions.question import plain_words
from explorer.rooms import Answer, RoomQuestion
from explorer.wording import count, number

BAR = "light-dark(#6E7C89, #8C99A5)"
CSS = """
.room-bars {display: grid; grid-template-columns: 1fr max-content; gap: .15rem .6rem; align-items: center; margin: 0;}
.room-bars :is(.word, .said) {grid-column: 1 / -1; line-height: 1.2;}
.room-bars .word:not(:first-child) {margin-top: .5rem;}
.room-bars .bar {height: 1.2em; border-radius: .2rem; box-shadow: inset 0 0 0 1px var(--explorer-line);}
.room-bars .bar i {display: block; height: 100%; border-radius: .2rem; background: BAR;}
.room-bars .before {height: .6em; opacity: .6;}
.room-bars .right i {background: var(--explorer-strong);}
.room-bars .right-word {font-weight: 700;}
.room-choices {margin: .2rem 0 .2rem 1.2rem; padding: 0;}
.room-choices li {margin: 0; padding: 0;}
""".replace("BAR", BAR)
ON_SCREEN = (
    CSS
    + """
.st-key-room_bar {position: fixed; z-index: 999991; left: 0; right: 0; bottom: 0; padding: .4rem 1.2rem; gap: .2rem;
  background: var(--explorer-quiet); border-top: 2px solid var(--explorer-strong); max-height: 60vh; overflow: auto;}
.st-key-room_bar div:has(> div > .st-key-room_line) {gap: .4rem;}
.room-space {height: 7rem;}
.st-key-room_join {position: fixed; z-index: 999992; inset: 0; padding: 3vh 4vw; gap: 4vw; overflow: auto;
  background: var(--explorer-paper); align-items: center; justify-content: center;}
@media (min-width: 1000px) {
  .st-key-room_join {flex-wrap: nowrap !important;}  /* however long the address is */
  .st-key-room_join > :first-child {flex: none;}
  .st-key-room_join > :last-child {flex: 0 1 auto; min-width: 0;}
}
.room-code {font-size: clamp(2.6rem, 9vw, 10rem); line-height: 1.2; font-weight: 700; letter-spacing: .08em;}
.room-at {font-size: clamp(1.2rem, 2.6vw, 3rem); line-height: 1.3; overflow-wrap: anywhere;}
.room-qr {display: block; width: min(60vh, 80vw); height: auto;}
.st-key-room_read_qr .room-qr {width: 12rem;}
"""
)
"""CSS of the teacher's screen, with the room's bar and the invitation."""


def tally(answers: Iterable[object]) -> dict[int, int]:
    """Count the votes for each choice that has any.

    >>> tally([0, 2, (0, 1)])
    {0: 2, 2: 1, 1: 1}
    """
    chosen = ((each,) if isinstance(each, int) else each for each in answers if isinstance(each, int | tuple))
    return dict(Counter(at for each in chosen for at in each))


def votes(question: RoomQuestion, answers: Iterable[Answer]) -> list[int]:
    """Votes for each choice; of an order, how many have put the item in its right position.

    >>> votes(RoomQuestion("", ("a", "b"), ("b", "a"), form=ORDER), [(1, 0), (0, 1), (1, 0)])
    [2, 2]
    """
    if question.form != ORDER:
        found = tally(answers)
        return [found.get(at, 0) for at in range(len(question.choices))]
    given = [each for each in answers if isinstance(each, tuple)]
    return [sum(each[question.rights.index(at)] == at for each in given) for at in range(len(question.choices))]


def orders(question: RoomQuestion, answers: Sequence[Answer], covered: bool = False) -> str:
    """HTML bars of an order, item by item as they should stand; while `covered`, each with its mean position only."""
    given, many = [each for each in answers if isinstance(each, tuple)], len(question.choices)
    if covered:
        means = [sum(each.index(at) + 1 for each in given) / max(1, len(given)) for at in range(many)]
        lines = [
            _line(escape(question.choices[at]), mean, many, f"position {number(mean, 2)}", "")
            for at, mean in enumerate(means)
        ]
        return _grid(lines, f"Each bar shows the mean position in {count(len(given), 'answer')}.")
    right = votes(question, given)
    lines = [
        _line(f"{place}. {escape(question.choices[at])}", right[at], len(given), f"{right[at]} of {len(given)}")
        for place, at in enumerate(question.rights, start=1)
    ]
    whole = sum(question.is_right(each) is True for each in given)
    return _grid(lines, f"The right order. Each bar: who put the item there; {whole} of {len(given)} have all of it.")


def html(
    choices: Sequence[str],
    *rounds: Mapping[int, int],
    right: Sequence[int] = (),
    guesses: Sequence[int] = (),
    own: Sequence[float] = (),
    said: str = "",
) -> str:
    """HTML bars, one for each choice and round, the last one largest; the right ones are marked by text, too.

    A bar's length is the share of all who have guessed. Without a round each choice has one empty bar.

    Args:
        choices: their texts.
        rounds: votes of each choice, by its index.
        right: indices of the right choices.
        guesses: number of guesses of each round; by default all of its votes, which is too many where several choices
            are allowed.
        own: indices of what the student has chosen whose screen it is.
        said: of the last round, where it is not the current one.

    >>> "2 of 3" in html(["a", "b"], {0: 2, 1: 1}, right=(0,))
    True
    """
    totals = list(guesses) or [sum(tally.values()) for tally in rounds]
    lines = []
    for index, choice in enumerate(choices):
        is_right = index in right
        words = f"{escape(choice)}{' ✓ right' if is_right else ''}{' ← your guess' if index in own else ''}"
        lines.append(f'<span class="word{" right-word" if is_right else ""}">{words}</span>')
        for at, (tally, total) in enumerate(zip(rounds, totals, strict=True), start=1):
            kind = ("" if at == len(rounds) else " before") + (" right" if is_right else "")
            lines.append(_bar(tally.get(index, 0), total, f"{tally.get(index, 0)} of {total}", kind))
        if not rounds:
            lines.append(_bar(0, 0, ""))
    if not rounds:
        return _grid(lines)
    if not totals[-1]:
        return _grid(lines, "Nobody has guessed yet.")
    return _grid(lines, said or ("Above: before the talk. Below: after it." if len(rounds) > 1 else ""))


def _bar(part: float, total: int, told: str, kind: str = "") -> str:
    """A bar filled by `part` of `total`, and a text after it."""
    share = 100 * part / total if total else 0
    return f'<span class="bar{kind}"><i style="width: {share:.0f}%"></i></span><span>{told}</span>'


def _line(words: str, part: float, total: int, told: str, kind: str = " right") -> str:
    """A label (as HTML) above its bar, by default that of right answers."""
    return f'<span class="word">{words}</span>{_bar(part, total, told, kind)}'


def _grid(lines: Sequence[str], said: str = "") -> str:
    more = f'<span class="said">{said}</span>' if said else ""
    return f'<div class="room-bars">{"".join(lines)}{more}</div>'


def words(answers: Sequence[str]) -> str:
    """HTML list of the written answers that the teacher has approved.

    >>> words(["<b>", "A sum", "a sum", "a sum."])
    '<ul class="room-choices"><li>&lt;b&gt;</li><li>A sum (3)</li></ul>'
    """
    first: dict[str, str] = {}
    said = Counter(first.setdefault(plain_words(each) or each, each) for each in answers)
    if not said:
        return "<p>No answer has been let through.</p>"
    items = (f"<li>{escape(each)}{f' ({many})' if many > 1 else ''}</li>" for each, many in sorted(said.items()))
    return f'<ul class="room-choices">{"".join(items)}</ul>'


def quiz(found: Sequence[tuple[str, Mapping[int, int]]], results: Sequence[str]) -> str:
    """HTML bars, one for each question of a quiz: how many answered correctly, wrongly, or asked for the answer.

    >>> "2 right, 1 not right" in quiz([("1: Memory", {0: 2, 1: 1})], ("right", "not right", "asked for the answer"))
    True
    """
    lines = []
    for words, tally in found:
        total = sum(tally.values())
        sentence = ", ".join(f"{tally[at]} {name}" for at, name in enumerate(results) if tally.get(at))
        lines.append(_line(escape(words), tally.get(0, 0), total, sentence or "nobody yet"))
    return _grid(lines, "Each bar shows the share of right answers among those given so far.")


def before_and_after(rows: Sequence[tuple[str, int, str, int, bool]]) -> str:
    """HTML bars: share of right answers by question and round (`answer_summary.answer_rows`), no opinion questions.

    >>> before_and_after([("Which is nicest?", 1, "red", 3, False)])
    '<div class="room-bars"></div>'
    """
    judged = {question for question, *_, is_right in rows if is_right}
    total: dict[tuple[str, int], int] = {}
    right: dict[tuple[str, int], int] = {}
    for question, round_, _, seats, is_right in rows:
        if question not in judged:
            continue
        asked = question, round_
        total[asked] = total.get(asked, 0) + seats
        right[asked] = right.get(asked, 0) + (seats if is_right else 0)
    lines = []
    for (question, round_), seats in total.items():
        words = escape(question) + again(round_)
        lines.append(_line(words, right[question, round_], seats, f"{right[question, round_]} of {seats}"))
    return _grid(lines)


def again(round_: int) -> str:
    """Suffix of a question's text for each round but the first.

    >>> again(1), again(2), again(3)
    ('', ' (asked again)', ' (asked again, round 3)')
    """
    if round_ < 2:
        return ""
    return " (asked again)" if round_ == 2 else f" (asked again, round {round_})"


def response_text(guessed: Set[str], here: Set[str]) -> str:
    """Sentence on the response count: the total is everybody who is present or has guessed.

    The difference is what a teacher may wait for. Guesses of seats that have left count, and the sentence says so.

    >>> response_text({"ada"}, {"ada", "bob"})
    '**1 of 2** guessed'
    >>> response_text({"ada", "eve"}, {"ada", "bob"})
    '**2 of 3** guessed (1 left)'
    """
    away = len(guessed - here)
    return f"**{len(guessed)} of {len(guessed | here)}** guessed{f' ({away} left)' if away else ''}"
