"""Bars of a class's guesses, as HTML that needs no chart: words, a bar and a number for each choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

CSS = """
.room-bars {display: grid; grid-template-columns: minmax(6rem, max-content) 1fr max-content; gap: .3rem .7rem;
  align-items: center; margin: .3rem 0;}
.room-bars .bar {height: 1.2em; background: var(--explorer-line); border-radius: .2rem; min-width: 2px;}
.room-bars .right {background: var(--explorer-strong);}
.room-bars .right-word {font-weight: 700;}
.st-key-room_bar {position: fixed; z-index: 999991; left: 0; right: 0; bottom: 0; padding: .4rem 1.2rem; gap: .2rem;
  background: var(--explorer-quiet); border-top: 2px solid var(--explorer-strong); max-height: 60vh; overflow: auto;}
.room-space {height: 7rem;}
.room-code {font-size: 2.6rem; line-height: 1.2; font-weight: 700; letter-spacing: .12em;}
.room-qr {display: block; width: min(100%, 14rem); height: auto;}
"""


def html(choices: Sequence[str], tally: Mapping[int, int], *, right: Sequence[int] = (), own: int | None = None) -> str:
    """One line for each choice; the right ones and one's own are named in words, not by colour alone.

    >>> "2 of 3" in html(["a", "b"], {0: 2, 1: 1}, right=(0,))
    True
    """
    total = sum(tally.values())
    most = max(tally.values(), default=0) or 1
    lines = []
    for number, choice in enumerate(choices):
        seats = tally.get(number, 0)
        said = [escape(choice)]
        if number in right:
            said.append("✓ right")
        if number == own:
            said.append("← your guess")
        kind = " right" if number in right else ""
        word = " right-word" if number in right else ""
        lines.append(
            f'<span class="word{word}">{" ".join(said)}</span>'
            f'<span class="bar{kind}" style="width: {100 * seats / most:.0f}%"></span>'
            f"<span>{seats} of {total}</span>"
        )
    return f'<div class="room-bars">{"".join(lines)}</div>'


def quiz(found: Sequence[tuple[str, Mapping[int, int]]], results: Sequence[str]) -> str:
    """One line for each question of a quiz: how many answered rightly, and what the others did.

    >>> "2 right, 1 not right" in quiz([("1: Memory", {0: 2, 1: 1})], ("right", "not right", "asked for the answer"))
    True
    """
    lines = []
    for words, tally in found:
        total = sum(tally.values())
        share = 100 * tally.get(0, 0) / total if total else 0
        said = ", ".join(f"{tally[number]} {name}" for number, name in enumerate(results) if tally.get(number))
        lines.append(
            f'<span class="word">{escape(words)}</span><span class="bar right" style="width: {share:.0f}%"></span>'
            f"<span>{said or 'nobody yet'}</span>"
        )
    return f'<div class="room-bars">{"".join(lines)}</div>'


def before_and_after(rows: Sequence[tuple[str, int, str, int, bool]]) -> str:
    """Share of right answers for each question and round, from `summary.rows`; matters of opinion are left out.

    >>> before_and_after([("Which is nicest?", 1, "red", 3, False)])
    '<div class="room-bars"></div>'
    """
    judged = {question for question, *_, is_right in rows if is_right}
    total: dict[tuple[str, int], int] = {}
    right: dict[tuple[str, int], int] = {}
    for question, round_, _, seats, is_right in rows:
        if question not in judged:
            continue
        place = question, round_
        total[place] = total.get(place, 0) + seats
        right[place] = right.get(place, 0) + (seats if is_right else 0)
    lines = []
    for (question, round_), seats in total.items():
        share = 100 * right[question, round_] / seats
        again = " (asked again)" if round_ > 1 else ""
        lines.append(
            f'<span class="word">{escape(question)}{again}</span>'
            f'<span class="bar right" style="width: {share:.0f}%"></span>'
            f"<span>{right[question, round_]} of {seats}</span>"
        )
    return f'<div class="room-bars">{"".join(lines)}</div>'
