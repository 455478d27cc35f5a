"""Similarity of two positions: a matrix, and a curve over their distance, for waves and for learned tables."""

from dataclasses import replace

from explorer import ui
from explorer.positional_encodings.position_similarity import Waves, alike
from explorer.questions import Question
from explorer.ui.positions import learned_tables, table_controls
from explorer.views import positions as views
from explorer.views.positions.settings import FAR
from explorer.views.setting import Choice
from explorer.wording import fixed

LEARNED = "learned"
ROWS = Choice("Rows", "waves", ("waves", LEARNED), key="p_near")

PART = ui.Part(
    "Near positions",
    question="Do near positions look alike?",
    why="Near positions should look alike to a model and far ones different: the [[cosine]] of two rows says whether "
    "they do, in computed waves and in tables that models have learned ([[position embeddings]]).",
    look="The stronger the orange, the more alike two positions are; each diagonal is one distance.",
    shown=lambda state: learned_tables.badge(state)
    if state.get("p_near") == LEARNED
    else table_controls.table_badge(state),
)

SECOND = 200
"""Pixels of the curve beside the square."""
FRAMES = 256
"""Distances on the slider; any other can be typed."""
FIRST = 10
"""Positions drawn before the guess."""
ALIKE = "about 0: nothing in common (below 0.2)", "0.2 to 0.6", "0.6 or more"


def show() -> None:
    """Draw the similarity of positions as a matrix and as a curve over their distance, of waves or a learned table."""
    with ui.controls("p_dist"):
        line = ui.row("bottom")
        rows = ui.control(ROWS, line)
        if rows == LEARNED:
            table = ui.ask(views.table_similarity, "table", at=line)["table"]
        else:
            drawn = line.container(horizontal=True)
    if rows == LEARNED:
        learned_tables.show(table)
        return
    folded = "p_dist", "Which table: length, width and base"
    size = ui.ask(views.similarity_matrix, "length", "dim", "base", folded=folded)
    moves, answered = None, _ask_far(Waves(**size))
    names = () if answered else ("measure",)
    settings = ui.ask(views.similarity_matrix, *names, given=size, at=drawn)
    if answered:
        waves = Waves(**size)
        every = range(0, waves.length, -(-waves.length // FRAMES))
        moves = ui.moves(views.similarity_matrix, "distance", every, play=True, drag=False)
    else:
        settings |= {"length": FIRST, "distance": FIRST - 1}
    matrix, curve = views.similarity_matrix(**settings), views.similarity_curve(**settings)
    ui.show("p_dist", matrix.at_question(answered), moves=moves)
    with ui.margin():
        ui.show("p_curve", curve, height=SECOND, moves=moves and replace(moves, slider=False, drag=True))
    ui.formulas("p_curve", curve.formulas)


def _ask_far(waves: Waves) -> bool:
    if waves.length <= FAR:  # it has no rows so far apart
        return True
    near, far = alike(waves, 0, FIRST - 1), alike(waves, 0, FAR)
    guess = ui.predict(
        Question(
            f"These are the first {FIRST} positions; rows {FIRST - 1} apart have the cosine {fixed(near)}. What is it "
            f"for rows {FAR} apart?",
            ALIKE,
            key="p_guess_far",
        ),
        answer=answer(far),
        because=f"**Yes: rows beside each other have the cosine {fixed(alike(waves, 0, 1))}, rows {FAR} apart "
        f"{fixed(far)}.** That is not 0, since the slow hands have hardly moved.",
        hint="The fast hands are anywhere by then. What do the slow ones do?",
    )
    return bool(guess)


def answer(likeness: float) -> str:
    """The option for a cosine rounded to two digits, as it is written under the guess.

    >>> answer(0.48), answer(0.199)
    ('0.2 to 0.6', '0.2 to 0.6')
    """
    return ALIKE[0 if round(likeness, 2) < 0.2 else 1 if round(likeness, 2) < 0.6 else 2]
