"""Counting on dials, one per digit of the position: first with hands that jump, then with hands that glide."""

from dataclasses import replace

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.positional_encodings.counting import Counter
from explorer.ui.frame import step_size
from explorer.ui.frame.ask import value_in
from explorer.views import positions as views
from explorer.views.positions.counting import (
    APART,
    CARRY,
    FIRST,
    GLIDE,
    HANDS,
    JUMP,
    KIND,
    KINDS,
    POSITION,
    POSITIONS,
    SAME,
    steps,
)

PART = ui.Part(
    "Counting",
    question="Are all neighbours equally near when you count?",
    why="A model reads all words of a text at once, so each word must carry a mark of its [[position]]. A count grows "
    "without end; the hands of a clock do not.",
    look="How many hands move when the position goes on by one? Then let the hands glide.",
    shown=lambda state: f"No model: dials that count positions · D = {len(KINDS[value_in(KIND, state)][0])}, a number "
    "for each dial",
)


def show() -> None:
    """Draw a position on dials whose hands jump, then on dials whose hands glide."""
    with ui.controls("p_dials"):
        line = ui.row("bottom")
        settings = ui.ask(views.dials, at=line)
    kind, position = settings["kind"], settings["position"]
    radices, _ = KINDS[kind]
    radix = radices[0]
    guess = ui.predict(
        shared_page_questions.CARRY.with_values(before=radix - 1, at=radix),
        answer=lambda: _answer(radices),
        hint=f"Count the hands that move from {radix - 1} to {radix}.",
        because=_because(radices),
        shows={POSITION.key: radix, HANDS.key: JUMP},
    )
    view = views.dials(**settings).at_question(bool(guess) and step_size.step() is None)
    periods = Counter(radices).periods
    places = [ui.Dial(APART * place, 0, turn) for place, turn in enumerate(reversed(periods))]
    glide = settings["hands"] == GLIDE
    moves = ui.moves(views.dials, "position", range(POSITIONS), play=True, glide=glide, dials=places)
    ui.show("p_dials", view, moves=moves)
    ui.formulas("p_dials", view.formulas)
    if guess:
        lines = guess.draw_in(views.neighbours(kind=kind, position=position))
        follows = replace(moves, slider=False, drag=False, dials=())
        ui.later("p_neighbours_more", "All neighbours", lambda: ui.show("p_neighbours", lines, moves=follows))


def _answer(radices: tuple[int, ...]) -> str:
    jumping = steps(radices, False)
    first, carry = jumping[0], jumping[radices[0] - 1]
    if abs(first - carry) < 1e-9:
        return SAME
    return CARRY if carry > first else FIRST


def _because(radices: tuple[int, ...]) -> str:
    jumping, gliding, radix = steps(radices, False), steps(radices, True), radices[0]
    carry, first = jumping[radix - 1], jumping[0]
    return (
        f"**{'No' if carry - first > 1e-9 else 'Yes'}, if hands jump: from {radix - 1} to {radix} the row moves "
        f"{carry:.3f} of a hand’s length, from 0 to 1 only {first:.3f}.** That is the root of the sum of "
        "all tips’ squared ways. Dotted is where hands stood before. "
        f"Hands that glide move {gliding[radix - 1]:.3f} both times; the waves of the other parts glide, too."
    )
