"""Nearest neighbours: the tokens whose rows have the most similar direction."""

from contextlib import nullcontext

import streamlit as st

from explorer import ui
from explorer.embedding_pipeline import NeighbourRequest
from explorer.embedding_pipeline.nearest_tokens import is_measured, mean_cosine
from explorer.questions import Question
from explorer.ui.tokens import table_choice
from explorer.ui.tokens.tokenized_text import TokenizedText, current
from explorer.views import tokens as views
from explorer.views.setting import settings_of
from explorer.wording import fixed

PART = ui.Part(
    "Neighbours",
    question="How alike is one row to all others?",
    why="If rows carry meaning, tokens that are used alike should have rows that point the same way; their "
    "[[cosine]] says how far that is so.",
    look="A dot is a token, the farthest right the most alike. Choose another box above.",
    stations=("rows",),
    shown=table_choice.describe,
)

HEIGHT = 300
"""Pixels, so that the control below is in sight on a small laptop."""

ALIKE = "about 0 (nothing in common)", "about 0.3", "0.5 or more"


def _ask_raw(typed: TokenizedText, removed: bool) -> ui.Guess:
    token = int(typed.tokens().ids[typed.token])

    def raw() -> float:
        return mean_cosine(NeighbourRequest(token, typed.encoding, False))

    return ui.predict(
        Question(
            "In the picture what all rows share is taken off. Left in: how alike is the chosen token’s row to any "
            "other, on average, by the cosine?",
            ALIKE,
            key="t_guess_raw",
        ),
        answer=lambda: ALIKE[0 if raw() < 0.15 else 1 if raw() < 0.5 else 2],
        because=lambda: f"**Left in, its cosine with another row is {fixed(raw(), 3)} on average"
        f"{', the dashed line' * (not removed)}.** They share a large part, which says nothing of any one token.",
        shows={settings_of(views.neighbours)["remove_mean"].key: False},
        hint="Why should one take anything off, if they had nothing in common?",
    )


def show() -> None:
    """Draw the nearest neighbours of the selected token, with or without what all rows share."""
    typed = current()
    if not len(typed.tokens()):
        return
    table = table_choice.table_of(typed)
    table_choice.about(typed, table)
    table_choice.fresh_start(typed, "t_near")
    table = table_choice.table_of(typed)
    box = ui.controls("t_near")
    with box:
        settings = ui.ask(views.neighbours, "remove_mean")
    waits = not is_measured(**table_choice.settings(typed))
    with box, st.spinner("Comparing all rows of the table, once for everybody …") if waits else nullcontext():
        view = views.neighbours(**typed.settings() | table_choice.settings(typed) | settings)
    if table.trained:
        view = _ask_raw(typed, settings["remove_mean"]).draw_in(view)
    ui.show("t_near", view, height=HEIGHT, formulas=True)
    if not table.trained:
        st.markdown(
            f"A fresh table is random: the best cosine above is the largest of "
            f"{table.vocab_size - 1:,} chance ones. Meaning has to be trained into the rows."
        )
