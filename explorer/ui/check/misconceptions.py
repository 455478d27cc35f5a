"""Common misconceptions, each beside the measurement that refutes it."""

from typing import get_args

import numpy as np
import streamlit as st

from explorer import ui
from explorer.content.escape_markdown import escape_markdown
from explorer.content.guided_path import address
from explorer.questions import Question
from explorer.quiz.misconceptions import IT_IS_RIGHT, Misconception, Name, build_statement
from explorer.quiz.question import mixed
from explorer.ui.check import practice
from explorer.ui.frame import part_containers
from explorer.views import check as views

PART = ui.Part(
    "Misconceptions",
    question="What do the numbers say to this?",
    why="Statements from courses and tools. A number or a measurement settles each.",
    look="First decide whether a statement is true. Then read what was measured.",
)


def show() -> None:
    """Let the visitor choose a statement and guess, then show the measurement."""
    with part_containers.take("choice"):  # above the guess in presenter mode too
        name = ui.ask(views.misconception, at=st.container())["name"]
        statement = build_statement(name)
        where, url = statement.where
        met = f"[{escape_markdown(where)}]({url})" if url else escape_markdown(where)
        st.markdown(
            f"### “{escape_markdown(statement.said)}”\n\nMet in {met}. Here: {escape_markdown(statement.setting)}"
        )
    _one(name, statement)


def _one(name: Name, statement: Misconception) -> None:
    # From one statement to the next the right one stands elsewhere.
    options = mixed(
        np.random.default_rng([1, get_args(Name).index(name)]), statement.right, statement.other, IT_IS_RIGHT
    )
    guess = ui.predict(
        Question("What do the numbers say?", options, key=f"k_guess_{name.replace('-', '_')}"),
        answer=statement.right,
        because=escape_markdown(statement.settled),
        hint=f"look at the picture first: {ui.info(statement.show.page).title}, {statement.show.part}.",
    )
    source, link = statement.source
    if guess:
        shown = statement.show
        part = {f"{ui.info(shown.page).prefix}_part": shown.part}
        practice.show_picture(shown, address(shown.page, {**part, **shown.state}))
    if guess and source:
        st.markdown(f"To read: [{escape_markdown(source)}]({link}).")
    view = guess.draw_in(views.misconception(name=name))
    ui.view_toolbar(f"k_said_{name.replace('-', '_')}", view)
