"""Vote chart of a class's guesses as HTML, without Plotly: text, bar and count for each choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from explorer.questions import ORDER
from explorer.rooms import Answer, RoomQuestion
from explorer.wording import count, number

BAR = "light-dark(#6E7C89, #8C99A5)"
CSS = """
.room-bars {display: grid; grid-template-columns: fit-content(60%) minmax(4rem, 1fr) max-content; gap: .3rem .7rem;
  align-items: center; margin: .3rem 0;}
.room-bars .bar {height: 1.2em; border-radius: .2rem; box-shadow: inset 0 0 0 1px var(--explorer-line);}
.room-bars .bar i {display: block; height: 100%; border-radius: .2rem; background: BAR;}
.room-bars .right i {background: var(--explorer-strong);}
.room-bars .said {grid-column: 1 / -1; font-size: max(.875rem, var(--explorer-least, 0px));}
.room-bars .right-word {font-weight: 700;}
body > div:not(#root) .room-bars {grid-template-columns: 1fr max-content; gap: .1rem .7rem;}
body > div:not(#root) .room-bars .word {grid-column: 1 / -1; margin-top: .3rem;}
@media (max-width: 640px) {
  .room-bars {grid-template-columns: 1fr max-content; gap: .1rem .7rem;}
  .room-bars .word {grid-column: 1 / -1; margin-top: .3rem;}
}
.room-bars .line {display: contents;}
.room-choices {display: flex; flex-wrap: wrap; gap: .1rem 2.4rem; margin: .2rem 0 .2rem 1.2rem; padding: 0;}
.room-choices li {margin: 0; padding: 0;}
@media (min-width: 1000px) {
  :is(.st-key-room_written, [class*=_box]) .room-bars {align-items: end; margin: 0; gap: .3rem 1.6rem;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr));}
  :is(.st-key-room_written, [class*=_box]) .room-bars .line {display: grid; grid-template-columns: 1fr max-content;
    gap: .1rem .7rem; align-items: end;}
  :is(.st-key-room_written, [class*=_box]) .room-bars .bar {grid-area: 2 / 1 / 3 / -1; height: .5em;}
}
.st-key-room_bar {position: fixed; z-index: 999991; left: 0; right: 0; bottom: 0; padding: .4rem 1.2rem; gap: .2rem;
  background: var(--explorer-quiet); border-top: 2px solid var(--explorer-strong); max-height: 60vh; overflow: auto;}
.st-key-room_bar div:has(> div > .st-key-room_line) {gap: .4rem;}
body .st-key-part_screen .st-key-room_map .explorer-chart {min-height: 60vh !important;}
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
""".replace("BAR", BAR)


def tally(answers: Iterable[object]) -> dict[int, int]:
    """Count the votes for each choice that has any.

    >>> tally([0, 2, (0, 1)])
    {0: 2, 2: 1, 1: 1}
    """
    chosen = ((each,) if isinstance(each, int) else each for each in answers if isinstance(each, int | tuple))
    return dict(Counter(at for each in chosen for at in each))


def votes(asked: RoomQuestion, answers: Iterable[Answer]) -> list[int]:
    """Votes for each choice; of an order, how many have put the item in its right position.

    >>> votes(RoomQuestion("", ("a", "b"), ("b", "a"), form=ORDER), [(1, 0), (0, 1), (1, 0)])
    [2, 2]
    """
    if asked.form != ORDER:
        found = tally(answers)
        return [found.get(at, 0) for at in range(len(asked.choices))]
    given = [each for each in answers if isinstance(each, tuple)]
    return [sum(each[asked.rights.index(at)] == at for each in given) for at in range(len(asked.choices))]


def orders(asked: RoomQuestion, answers: Sequence[Answer], covered: bool = False) -> str:
    """HTML bars of an order, item by item as they should stand; while `covered`, each with its mean position only."""
    given, many = [each for each in answers if isinstance(each, tuple)], len(asked.choices)
    if covered:
        means = [sum(each.index(at) + 1 for each in given) / max(1, len(given)) for at in range(many)]
        lines = [
            _line(escape(asked.choices[at]), mean, many, f"position {number(mean, 2)}", False)
            for at, mean in enumerate(means)
        ]
        return _grid(lines, f"Each bar shows the mean position in {count(len(given), 'answer')}.")
    right = votes(asked, given)
    lines = [
        _line(f"{place}. {escape(asked.choices[at])}", right[at], len(given), f"{right[at]} of {len(given)}", True)
        for place, at in enumerate(asked.rights, start=1)
    ]
    whole = sum(asked.is_right(each) is True for each in given)
    return _grid(lines, f"The right order. Each bar: who put the item there; {whole} of {len(given)} have all of it.")


def choices_html(names: Sequence[str]) -> str:
    """HTML list of the choices, without counts.

    >>> choices_html(["<b>"])
    '<ul class="room-choices"><li>&lt;b&gt;</li></ul>'
    """
    return f'<ul class="room-choices">{"".join(f"<li>{escape(name)}</li>" for name in names)}</ul>'


def html(
    choices: Sequence[str],
    tally: Mapping[int, int],
    *,
    right: Sequence[int] = (),
    guesses: int | None = None,
) -> str:
    """HTML bars, one for each choice; the right ones are marked by text, not by colour alone.

    A bar's length is the share of all who have guessed. If several choices are allowed, `guesses` is their number.

    >>> "2 of 3" in html(["a", "b"], {0: 2, 1: 1}, right=(0,))
    True
    """
    total = sum(tally.values()) if guesses is None else guesses
    lines = []
    for at, choice in enumerate(choices):
        seats = tally.get(at, 0)
        said = [escape(choice)]
        if at in right:
            said.append("✓ right")
        lines.append(_line(" ".join(said), seats, total, f"{seats} of {total}", at in right))
    if not total:
        return _grid(lines, "Nobody has guessed yet.")
    return _grid(lines, "Each bar shows the share of " + ("the one guess." if total == 1 else f"all {total} guesses."))


def _line(words: str, part: float, total: int, told: str, right: bool) -> str:
    """One line: a label (as HTML), a bar filled by `part` of `total`, and a text after it."""
    share = 100 * part / total if total else 0
    return (
        f'<span class="line"><span class="word{" right-word" if right else ""}">{words}</span>'
        f'<span class="bar{" right" if right else ""}"><i style="width: {share:.0f}%"></i></span>'
        f"<span>{told}</span></span>"
    )


def _grid(lines: Sequence[str], said: str = "") -> str:
    more = f'<span class="said">{said}</span>' if said else ""
    return f'<div class="room-bars">{"".join(lines)}{more}</div>'


def words(answers: Sequence[str]) -> str:
    """HTML list of the written answers that the teacher has approved.

    >>> words(["<b>", "a sum", "a sum"])
    '<ul class="room-choices"><li>&lt;b&gt;</li><li>a sum (2)</li></ul>'
    """
    said = Counter(answers)
    if not said:
        return "<p>Nothing is shown yet.</p>"
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
        said = ", ".join(f"{tally[at]} {name}" for at, name in enumerate(results) if tally.get(at))
        lines.append(_line(escape(words), tally.get(0, 0), total, said or "nobody yet", True))
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
        lines.append(_line(words, right[question, round_], seats, f"{right[question, round_]} of {seats}", True))
    return _grid(lines)


def again(round_: int) -> str:
    """Suffix of a question's text for each round but the first.

    >>> again(1), again(2), again(3)
    ('', ' (asked again)', ' (asked again, round 3)')
    """
    if round_ < 2:
        return ""
    return " (asked again)" if round_ == 2 else f" (asked again, round {round_})"
