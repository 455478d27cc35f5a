"""Counting: a position's digits on dials, with hands that jump from mark to mark or glide."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from explorer.content.en import shared_page_questions
from explorer.figures.figure_spec import Spec, guessed
from explorer.figures.positions import counting as figures
from explorer.positional_encodings.counting import Counter
from explorer.positional_encodings.sine_cosine import Floats
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import fixed, listed

POSITIONS = 128
USUAL = "minutes and hours"
KINDS: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {
    USUAL: ((60, 12), ("minutes", "hours")),
    "tens": ((10, 10, 10), ("ones", "tens", "hundreds")),
    "binary": ((2,) * 7, tuple(f"{1 << digit}s" for digit in range(7))),
}
JUMP, GLIDE = "jump", "glide"
FIRST, CARRY, SAME = shared_page_questions.CARRY.options
KIND: Any = Choice("Dials", USUAL, tuple(KINDS), key="p_kind_of_dial", about="the kind of dials")
HANDS: Any = Choice(
    "Hands", JUMP, (JUMP, GLIDE), key="p_hands_move", about="whether hands jump from mark to mark, or glide"
)
POSITION: Any = Whole("Position", 59, 0, POSITIONS - 1, key="p_count", typed=True, about="shown on the dials")


@picture(Counter)
def dials(*, kind: str = KIND, hands: str = HANDS, position: int = POSITION) -> View:
    """A position on dials, one for each digit, the slowest on the left.

    >>> dials(position=75).table["mark"]
    [15, 1]
    """
    radices, names = KINDS[kind]
    counter = Counter(radices)
    turns, tips = (at([position], glide=hands == GLIDE)[0] for at in (counter.turns, counter.rows))
    return View(
        figures.dials(tips.reshape(-1, 2), turns.tolist(), counter.radices, names),
        _reading(counter, names, position, turns.tolist(), hands),
        lambda: Table(
            {
                "dial": list(names),
                "mark": counter.digits(position),
                "turns": turns,
                "positions per turn": list(counter.periods),
            },
            "dials",
        ),
        (_formula(counter, names, position, turns.tolist(), hands),),
    )


@picture(Counter)
def neighbours(*, kind: str = KIND, position: int = POSITION) -> View:
    """Distance between the hands' tips of each two neighbouring positions.

    >>> neighbours(kind="tens").table["if they jump"][8:10].round(3).tolist()
    [0.618, 0.874]
    """
    counter = Counter(KINDS[kind][0])
    return with_question(
        lambda answered, guess: View(
            _lines(counter.radices, answered, position, guess),
            _distances(counter.radices, position, answered) + (f" The star is your guess, {guess}." if guess else ""),
            lambda: Table({"position": range(POSITIONS), **_curves(counter.radices, answered)}, "neighbours"),
            left_out=f"Drawn: the first {POSITIONS} of {counter.count:,} positions." * (counter.count > POSITIONS),
        )
    )


@lru_cache(maxsize=8)
def steps(radices: tuple[int, ...], glide: bool) -> Floats:
    """Distance from each position below `POSITIONS` to the next."""
    return Counter(radices).steps(POSITIONS, glide=glide)


def _curves(radices: tuple[int, ...], answered: bool) -> dict[str, Floats]:
    jumping = {"if they jump": steps(radices, False)} if answered else {}
    return {**jumping, "if they glide": steps(radices, True)}


@lru_cache(maxsize=32)
def _lines(radices: tuple[int, ...], answered: bool, position: int, guess: str | None) -> Spec:
    figure = figures.neighbours(_curves(radices, answered), position=position)
    if guess is None:
        return figure
    first, carry = 0, radices[0] - 1
    jumping = steps(radices, False)
    # The star is at the guessed pair; for "equally far" at the carry, as high as the first pair.
    return guessed(figure, carry if guess != FIRST else first, float(jumping[first if guess != CARRY else carry]))


def _reading(counter: Counter, names: tuple[str, ...], position: int, turns: list[float], hands: str) -> str:
    digits = counter.digits(position)
    marks = listed([f"{digit} ({name})" for digit, name in zip(digits[::-1], names[::-1], strict=True)])
    reads = f"Position {position} reads {marks}."
    if hands != GLIDE:
        return reads
    made = listed([fixed(turn, 3) for turn in turns[::-1]])
    return f"{reads} Gliding from mark to mark, the hands have made {made} turns since position 0."


def _distances(radices: tuple[int, ...], position: int, answered: bool) -> str:
    gliding = f"{steps(radices, True)[0]:.3f} between any two neighbours, when the hands glide"
    says = f"How far apart the tips of the hands are from one position to the next: {gliding}."
    if not answered:
        return f"{says} The jumps come later."
    jumping = steps(radices, False)
    return (
        f"{says} When they jump, {jumping.min():.3f} to {jumping.max():.3f}; from {position} to {position + 1} it is "
        f"{jumping[position]:.3f}."
    )


def _formula(counter: Counter, names: tuple[str, ...], position: int, turns: list[float], hands: str) -> Formula:
    """Formula of a mark and a hand's turn, for the slowest dial that has left its first mark."""
    digits, glide = counter.digits(position), hands == GLIDE
    dial = max((at for at, digit in enumerate(digits) if digit), default=0)
    marks, period = counter.radices[dial], counter.periods[dial]
    stride = period // marks
    reached = position // stride
    made = f"{position} / {period}" if glide else f"{reached} / {marks}"
    return Formula(
        r"d=\left\lfloor\frac{p}{s}\right\rfloor\bmod b\qquad t="
        + (r"\frac{p}{s\,b}" if glide else r"\frac{\lfloor p/s\rfloor}{b}"),
        {
            "p": f"the position: {position}",
            "b": f"marks on the dial: {marks} for {names[dial]}",
            "s": f"positions from one mark of this dial to the next: {stride}",
            r"\lfloor\;\rfloor": "rounded down to a whole number",
            r"\bmod b": "the rest that is left after dividing by b",
            "d": "the mark that is read",
            "t": f"turns of the hand since position 0, when hands {hands}",
        },
        f"The dial of {names[dial]}: {position} / {stride}, rounded down, is {reached}, and {reached} divided by "
        f"{marks} leaves {digits[dial]}: that mark. Its hand has made {made} = {fixed(turns[dial], 3)} turns.",
    )
