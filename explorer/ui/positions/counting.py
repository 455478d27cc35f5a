"""A place written with digits on dials: hands that jump, then hands that glide."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import streamlit as st

from explorer import ui
from explorer.content.en import questions
from explorer.figures.positions import beginnings as figures
from explorer.figures.spec import Spec, guessed
from explorer.scripts.positions import beginnings as scripts
from explorer.waves.beginnings import Counter
from explorer.wording import fixed, listed

PART = ui.Part(
    "Counting",
    why="A model reads all words of a text at once, so each word must carry a mark of its [[position]]: a few small "
    "numbers, like the hands of a clock, not one number that grows without end.",
    look="Move the place from 59 to 60 and see how many hands move. Then let the hands glide, and do it again.",
    shown=lambda state: f"No model: dials that count places · D = {_dials(state)}, a number for each dial",
)

PLACES = 128
USUAL = "minutes and hours"
KINDS: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {
    USUAL: ((60, 12), ("minutes", "hours")),
    "tens": ((10, 10, 10), ("ones", "tens", "hundreds")),
    "binary": ((2,) * 7, tuple(f"{1 << digit}s" for digit in range(7))),
}
JUMP, GLIDE = "jump", "glide"
FIRST, CARRY, SAME = questions.CARRY.options


def _dials(state: Mapping[str, Any]) -> int:
    """How many dials there are of the kind chosen."""
    return len(KINDS.get(str(state.get("p_kind_of_dial", "")), KINDS[USUAL])[0])


@lru_cache(maxsize=8)
def steps(radices: tuple[int, ...], glide: bool) -> np.ndarray:
    """Distance from each place below `PLACES` to the next."""
    rows = Counter(radices).rows(np.arange(PLACES + 1), glide=glide)
    return np.asarray(np.linalg.norm(np.diff(rows, axis=0), axis=1))


@lru_cache(maxsize=32)
def _neighbours(radices: tuple[int, ...], revealed: bool, place: int, guess: str | None) -> Spec:
    lines = {"hands that glide": steps(radices, True)}
    if revealed:
        lines = {"hands that jump": steps(radices, False)} | lines
    figure = figures.neighbours(lines, position=place)
    if guess is None:
        return figure
    first, carry = 0, radices[0] - 1
    jumping = steps(radices, False)
    # The star is at the pair that was said to lie further apart; for "equally far" at the carry, as high as the first.
    return guessed(figure, carry if guess != FIRST else first, float(jumping[first if guess != CARRY else carry]))


def show() -> None:
    """A place on dials whose hands jump, then on dials whose hands glide."""
    with ui.controls("p_dials"):
        line = ui.line("bottom")
        kind = line.segmented_control(
            "Dials", list(KINDS), default=USUAL, required=True, key="p_kind_of_dial", bind="query-params"
        )
        hands = line.segmented_control(
            "Hands", [JUMP, GLIDE], default=JUMP, required=True, key="p_hands_move", bind="query-params"
        )
        place = ui.slider("Place", 0, PLACES - 1, 59, key="p_count", called="place", place=line)
    radices, names = KINDS[kind or USUAL]
    above = st.container()
    radix = radices[0]
    guess = ui.predict(
        *questions.CARRY.with_values(before=radix - 1, at=radix),
        answer=lambda: _answer(radices),
        hint=f"Count the hands that move from {radix - 1} to {radix}.",
        because=_because(radices),
    )
    with above:
        _pictures(kind or USUAL, radices, names, place, hands == GLIDE, guess)
    _formula(Counter(radices), names, place, hands == GLIDE)


def _pictures(
    kind: str, radices: tuple[int, ...], names: tuple[str, ...], place: int, glide: bool, guess: ui.Guess
) -> None:
    seen = bool(guess)
    counter = Counter(radices)
    turns = counter.turns([place], glide=glide)[0]
    left, right = ui.beside([3, 2])
    with left:
        ui.picture(
            "p_dials",
            figures.dials(turns.tolist(), radices, names),
            summary=_reading(counter, names, place, glide),
            table=lambda: ui.Table(
                {
                    "dial": list(names),
                    "mark": counter.digits(place),
                    "turns": turns,
                    "places per turn": list(counter.periods),
                },
                "dials",
            ),
            script=lambda: scripts.counting(radices, place, PLACES, jumping=seen),
        )
    with right, st.container(key="p_jumps"):
        ui.picture(
            "p_neighbours",
            _neighbours(radices, seen, place, guess.first if seen else None),
            summary=_distances(radices, place, seen)
            + (f" The star is your guess, {guess.first}." if guess and guess.first else ""),
            table=lambda: ui.Table(
                {
                    "place": np.arange(PLACES),
                    **({"hands that jump": steps(radices, False)} if seen else {}),
                    "hands that glide": steps(radices, True),
                },
                "neighbours",
            ),
            script=lambda: scripts.counting(radices, place, PLACES, jumping=seen),
        )


def _formula(counter: Counter, names: tuple[str, ...], place: int, glide: bool) -> None:
    """How a place becomes a mark and a hand's turn: of the slowest dial that has left its first mark."""
    digits = counter.digits(place)
    dial = max((at for at, digit in enumerate(digits) if digit), default=0)
    marks, period = counter.radices[dial], counter.periods[dial]
    stride, turn = period // marks, counter.turns([place], glide=glide)[0, dial]
    steps = place // stride
    made = f"{place} / {period}" if glide else f"{steps} / {marks}"
    ui.formula(
        "p_dials",
        r"d=\left\lfloor\frac{p}{s}\right\rfloor\bmod b\qquad t="
        + (r"\frac{p}{s\,b}" if glide else r"\frac{\lfloor p/s\rfloor}{b}"),
        {
            "p": f"the place: {place}",
            "b": f"marks on the dial: {marks} for {names[dial]}",
            "s": f"places from one mark of this dial to the next: {stride}",
            r"\lfloor\;\rfloor": "rounded down to a whole number",
            r"\bmod b": "the rest that is left after dividing by b",
            "d": "the mark that is read",
            "t": f"turns of the hand since place 0, when hands {GLIDE if glide else JUMP}",
        },
        f"The dial of {names[dial]}: {place} / {stride}, rounded down, is {steps}, and {steps} divided by {marks} "
        f"leaves {digits[dial]}: that mark. Its hand has made {made} = {fixed(turn, 3)} turns.",
    )


def _reading(counter: Counter, names: tuple[str, ...], place: int, glide: bool) -> str:
    digits = counter.digits(place)
    marks = listed([f"{digit} ({name})" for digit, name in zip(digits[::-1], names[::-1], strict=True)])
    made = listed([fixed(turn, 3) for turn in counter.turns([place], glide=glide)[0][::-1]])
    how = "Gliding from mark to mark" if glide else "Jumping from mark to mark"
    return f"Place {place} reads {marks}. {how}, the hands have made {made} turns since place 0."


def _distances(radices: tuple[int, ...], place: int, seen: bool) -> str:
    gliding = f"{steps(radices, True)[0]:.3f} between any two neighbours, when the hands glide"
    if not seen:
        return f"How far apart the tips of the hands are from one place to the next: {gliding}. The jumps come later."
    jumping = steps(radices, False)
    return (
        f"How far apart the tips of the hands are from one place to the next: {gliding}. When they jump, "
        f"{jumping.min():.3f} to {jumping.max():.3f}; from {place} to {place + 1} it is {jumping[place]:.3f}."
    )


def _answer(radices: tuple[int, ...]) -> str:
    jumping = steps(radices, False)
    first, carry = jumping[0], jumping[radices[0] - 1]
    if abs(first - carry) < 1e-9:
        return SAME
    return CARRY if carry > first else FIRST


def _because(radices: tuple[int, ...]) -> str:
    jumping, gliding, radix = steps(radices, False), steps(radices, True), radices[0]
    return (
        f"From {radix - 1} to {radix} a second hand jumps too: the tips move {jumping[radix - 1]:.3f} in all, from 0 "
        f"to 1 only {jumping[0]:.3f}. Hands that glide move {gliding[radix - 1]:.3f} both times: the step is the same "
        "everywhere. The waves of the other parts are hands that glide."
    )
