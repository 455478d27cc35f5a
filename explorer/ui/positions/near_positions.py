"""Similarity of two positions: a matrix, and a curve over their distance, for waves and for learned tables."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from explorer import ui
from explorer.positional_encodings.position_similarity import Waves, alike, completed_turns
from explorer.questions import Question
from explorer.ui.positions import learned_tables, table_controls
from explorer.views import positions as views
from explorer.wording import fixed, number, verb

WAVES, LEARNED = "waves", "learned"

PART = ui.Part(
    "Near positions",
    question="Do near positions look alike?",
    why="Near positions should look alike to a model and far ones different: the [[cosine]] of two rows says whether "
    "they do, in computed waves and in tables that models have learned ([[position embeddings]]).",
    look="The stronger the orange in the square, the more alike two positions are; each diagonal is one distance.",
    looks={
        ("p_near", WAVES): "The stronger the orange in the square, the more alike two positions are; each diagonal is "
        "one distance. Move the distance, then choose “learned” and compare.",
        ("p_view", learned_tables.LENGTHS): "Position 0, at the left: is its row as long as the others?",
        ("p_view", learned_tables.SPECTRUM): "How soon a line falls: the sooner, the fewer directions its rows have.",
        ("p_view", learned_tables.COMPONENTS): "Do the points of near positions follow one another?",
        ("p_view", learned_tables.FORMULA): "Try all four, and compare the largest difference.",
    },
    shown=lambda state: learned_tables.badge(state)
    if state.get("p_near") == LEARNED
    else table_controls.table_badge(state),
)

SECOND = 260
"""Pixels of the curve beside the square."""
FRAMES = 256
"""Distances on the slider; any other can be typed."""
FAR = 6_283  # nearly 1000 turns of the fastest hand
NEARLY, SOMEWHAT, HARDLY = "almost the same (0.9 or more)", "somewhat (0.5 to 0.9)", "hardly (below 0.5)"


def show() -> None:
    """Draw the similarity of positions as a matrix and as a curve over their distance, of waves or a learned table."""
    with ui.controls("p_dist"):
        line = ui.row("bottom")
        rows = line.segmented_control(
            "Rows", [WAVES, LEARNED], default=WAVES, required=True, key="p_near", bind="query-params"
        )
        if rows == LEARNED:
            chosen = learned_tables.controls(line)
        else:
            drawn = line.container(horizontal=True)
    if rows == LEARNED:
        learned_tables.show(*chosen)
        return
    folded = "p_dist", "Which table: length, width and base"
    table = ui.ask(views.similarity_matrix, "length", "dim", "base", folded=folded)
    settings = ui.ask(views.similarity_matrix, given=table, at=drawn)
    waves = Waves(settings["length"], settings["dim"], settings["base"])
    every = range(0, waves.length, -(-waves.length // FRAMES))
    moves = ui.moves(views.similarity_matrix, "distance", every, play=True, drag=False)
    matrix, curve = views.similarity_matrix(**settings), views.similarity_curve(**settings)
    left, right = ui.beside(2)
    with left:
        ui.show("p_dist", matrix, moves=moves)
    with right:
        ui.show("p_curve", curve, height=SECOND, moves=replace(moves, slider=False, drag=True))
    ui.formulas("p_curve", curve.formulas)
    likeness = alike(waves, 0, FAR)
    ui.predict(
        Question(
            f"{FAR:,} is almost exactly 1000 · 2π. How alike are rows 0 and {FAR:,}, by their cosine?",
            (NEARLY, SOMEWHAT, HARDLY),
            key="p_far",
        ),
        answer=answer(likeness),
        hint="The fastest hand is back where it was. Ask about the slower ones.",
        because=_because(waves, likeness),
    )


def answer(likeness: float) -> str:
    """The option for a cosine rounded to three digits, as it is written under the guess.

    >>> answer(0.875), answer(0.8996)
    ('somewhat (0.5 to 0.9)', 'almost the same (0.9 or more)')
    """
    return NEARLY if round(likeness, 3) >= 0.9 else SOMEWHAT if round(likeness, 3) >= 0.5 else HARDLY


def _because(waves: Waves, likeness: float) -> str:
    back = completed_turns(waves, FAR)
    others, returned = len(back) - 1, int(back[1:].sum())
    miss = abs((FAR + np.pi) % (2 * np.pi) - np.pi)
    rest = (
        f"the one other hand {'stands' if returned else 'does not stand'} within a tenth of a turn of the start"
        if others == 1
        else f"of the other {others} hands, {returned} {verb(returned, 'stands', 'stand')} within a tenth of a "
        "turn of the start"
    )
    return (
        f"The fastest hand is back to within {number(miss, 2)} radians; {rest}. With width {waves.dim} and "
        f"base {waves.base:,.0f} the cosine of the two rows is {fixed(likeness, 3)}."
    )
