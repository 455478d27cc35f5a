"""One optimizer step of SGD or Adam: the rows before and after it, and how far each moved."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from explorer import ui
from explorer.gradients import optimizer_step as steps
from explorer.questions import Question
from explorer.ui.frame import part_containers, presenter_model_caption
from explorer.ui.gradients.text_controls import ask_text
from explorer.views import gradients as views
from explorer.views.gradients.optimizer_step import GUESSES, MOVE, WIDTH

PART = ui.Part(
    "One step",
    question="How far does a row move in one step?",
    why="A [[gradient]] says where a row should go; the [[optimizer]] decides how far. Here it takes one step on a "
    "table that an earlier sentence has moved before.",
    look="Rows from the top: those in both sentences, if any, in yours, only in the earlier one, in neither.",
    shown=lambda _: presenter_model_caption.drawn_at_random({"g_width": WIDTH}),
)


def show() -> None:
    """Draw the controls, the rows before and after, then the steps with a sparse and a dense gradient side by side."""
    ui.margin().markdown(
        f"Two steps on one table: the first with the tokens of “{steps.EARLIER}”, the second with yours. There is no "
        "model above: what comes down to the rows is drawn at random. In the second step only rows of **your** tokens "
        "get a gradient through the lookup."
    )
    with ui.controls("g_step"):
        batch = ask_text()
        left, right = st.columns(2)
        settings = ui.ask(views.before_after, "optimizer", "lr", at=left)
        stored = ui.ask(views.before_after, "stored", at=right)
    if batch is None:
        return
    sentence = ui.shared_inputs.current()
    settings |= {"text": sentence.text, "encoding": sentence.encoding}
    view = views.before_after(**settings, **stored)
    moves = ui.moves(views.before_after, "lr")
    ui.show("g_before", view, moves=moves)
    ui.formulas("g_step", view.formulas)
    guess = ui.predict(
        Question(
            "Adam, the gradient stored as a whole table, with a 0 for each row that is not read. In your step, what do "
            "the rows do that only the earlier sentence reads?",
            GUESSES,
            key="g_guess_step",
        ),
        answer=MOVE,
        because="Their gradient is 0 now, but Adam's running mean of the gradient is not. Stored as touched rows only, "
        "the running mean of such a row is not even read, and the row rests. Plain SGD has no memory: no difference.",
        hint="Adam steps by a running mean of the gradients. Is that mean 0 as soon as one gradient is?",
    )
    part_containers.end()
    st.header("Does a row move whose token is gone?", anchor=False)
    moved = guess.draw_in(views.step_distances(**settings, one_line=ui.style.presenting()))
    ui.show("g_moved", moved, moves=replace(moves, slider=False))
