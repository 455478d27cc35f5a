"""Forward and backward pass by hand: four small numbers per word, one output gradient, one step."""

import streamlit as st

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.gradients import worked_example as engine
from explorer.views import gradients as views
from explorer.views.gradients.worked_example import SHORT, STEPS

PART = ui.Part(
    "Blackboard",
    question="How does a gradient find its row?",
    why="A table of twelve words with four numbers each fits a blackboard, so you can follow by hand how a "
    "[[gradient]] finds its way back to the rows that were read.",
    look="Go through the steps, 1 to 7. Step 6 shows what a row gets that is read twice.",
    shown=f"A table made by hand · V = {engine.VOCAB} · D = {engine.WIDTH} · its own words",
)

ASKED = 10
"""Row of the question, which the course's ids read twice."""


def show() -> None:
    """Draw the ids, the switches, the step, and the board."""
    with ui.controls("g_board"):
        settings = ui.ask(views.board, "ids", "scale", "positions")
        below = st.container()
        settings |= ui.ask(views.board, "step")
        ids = settings.pop("ids")
    try:
        view, shown = views.board(ids=ids, **settings), ids
    except ValueError as problem:
        with below:
            st.error("These ids can't be looked up.")
            st.text(f"{problem}. The board shows {engine.COURSE} meanwhile.")
        view, shown = views.board(**settings), engine.COURSE
    ui.show("g_board", view, formulas=True)
    if settings["step"] in STEPS[-2:]:
        added, moves = ui.step_field("added", len(engine.parse(shown)), "Gradients added", key="g_added")
        back = views.flowing_back(ids=shown, scale=settings["scale"], added=added)
        ui.show("g_back", back, moves=moves)
    if engine.parse(shown).count(ASKED) < 2:
        with ui.margin():
            st.markdown(f"Row {ASKED} is not read twice here: write it twice, to see what it gets.")
        return
    ui.predict(
        shared_page_questions.BOARD,
        answer=shared_page_questions.BOARD.choices[0],
        because="**By the way it was read: each position’s gradient goes back to the row it came from, and row 10 "
        "gets the sum of both.** Both change the loss, so their effects add up: a scatter-add. In NumPy "
        "`np.add.at(grad, ids, G)` does that; `grad[ids] += G` would add the later one only, which is a famous "
        "mistake.",
        hint="Ask how the loss changes if a number of row 10 grows a little: through how many positions?",
        shows={"g_board_step": SHORT[STEPS[5]]},
    )
