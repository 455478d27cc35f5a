"""Toy training: the rows of a small table over a few hundred steps, in a fixed plane."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.gradients import toy_training
from explorer.views import gradients as views
from explorer.views.gradients.toy_training import STEPS, STRIDE, stored

PART = ui.Part(
    "Watch it learn",
    question="What do rows learn, step by step?",
    why="Step by step the rows that are read move against their [[gradient]], to say better which word comes next. See "
    "which [[rows]] move at all, and whether words used alike come to point the same way.",
    look="Circles are words of the text, squares are words of the table that are not in what is read of the text.",
    shown=f"A table drawn at random, a row for each of its words · D = {toy_training.WIDTH} · whole words",
)

MOVES, RESTS = "They move too", "They rest"
PLAYED = (*range(0, STEPS // 2, STRIDE), *range(STEPS // 2, STEPS + 1, 3 * STRIDE))
"""Steps of the slider: three quarters of the rows' way is made in the first half, so Play hurries in the second."""


def show() -> None:
    """Draw the text, the optimizer and the output table; then the plane, with the step below it."""
    early = ui.guide.is_hidden("g_late_steps")
    last, stride = (toy_training.EARLY, 1) if early else (STEPS, STRIDE)
    with ui.controls("g_toy"):
        settings = ui.ask(views.learning, "output", "optimizer")
        step = ui.number("Step", 0, last, last, key="g_step", step=stride, width=140)
    settings = ui.ask(views.learning, given=settings, folded=("g_toy", "More"))
    settings |= {
        "until": last,
        "story": ui.guide.is_hidden("g_plane_numbers"),
        "unseen": not ui.guide.is_hidden("g_never_read"),
    }
    try:
        view = views.learning(**settings, step=last)
    except ValueError as problem:
        st.error(f"{problem}. Type at least two words under More.")
        return
    guess = settings["output"] != toy_training.TIED or ui.predict(
        "g_guess_tied",
        "The table that reads words now also scores them. What do the rows do whose words never come?",
        (RESTS, MOVES),
        answer=MOVES,
        because="Through the lookup they get nothing. But cross-entropy pushes every word that did not come next away, "
        "at each step, and with tied tables that push goes into the same rows.",
        hint="Which rows are multiplied to make the scores?",
    )
    ui.show(
        "g_plane",
        views.learning(**settings, step=stored(step)).at_question(bool(guess)),
        moves=ui.Moves("step", range(last + 1) if early else PLAYED, "g_step", "Step", play=True, glide=True),
    )
    ui.formulas("g_plane", view.formulas)
