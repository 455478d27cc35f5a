"""Which rows of the table the visitor's text touches, and the gradient that each collects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from explorer import ui
from explorer.ui.frame.ask import begins, starts
from explorer.ui.frame.presenter_model_caption import OWN_MODEL, drawn_at_random
from explorer.ui.gradients.text_controls import ask_text
from explorer.views import gradients as views


def _table(state: Mapping[str, Any]) -> str:
    """Presenter line: the path shows which rows our own model reads, and no gradients, which are drawn at random."""
    return OWN_MODEL if ui.guide.is_hidden("g_rows_more") else drawn_at_random(state)


PART = ui.Part(
    "Your sentence",
    question="Which rows learn from this sentence?",
    why="A table has thousands of rows and a sentence a few tokens, so through the [[lookup]] hardly any row "
    "learns: every other row gets a [[gradient]] of exactly 0 that way.",
    look="The frame is the whole table, line by line; each mark is a row that gets a gradient through the lookup.",
    shown=_table,
)


def show() -> None:
    """Draw the controls, and the table as a wall of cells."""
    with ui.controls("g_rows"):
        batch = ask_text()
    names, token = ("gradient", "width"), 0
    more = ui.lazy_expander(st.expander, "More", "g_rows_more", begins(views.touched_rows, *names) | {"token": 0})
    if more is None:
        settings = {name: starts(views.touched_rows, {})[name] for name in names}
    else:
        with more:
            settings = ui.ask(views.touched_rows, *names)
            if batch is not None:
                token = ui.shared_inputs.token_box(len(batch.ids), "Number of the token with the ring, from 0")
    if batch is None:
        return
    sentence = ui.shared_inputs.current()
    settings |= {"text": sentence.text, "encoding": sentence.encoding}
    ringed = None if ui.guide.is_hidden("g_rows_more") else token  # the ring is for the control there
    wall = views.touched_rows(**settings, token=ringed)
    ui.show("g_wall", wall)
    ui.formulas("g_wall", wall.formulas)
    if ui.guide.has_question():  # how gradients add up is another step's
        return
    ui.write(
        "The table's gradient is a [[scatter-add]]: each token's gradient is added to the row it was read from, as "
        "*Blackboard* does number by number. [[Filler]] at the ends of lines carries a token's id and is "
        "[[mask|masked]], so it moves no row. The gradients that come down here are made up by us (More); in *Tied or "
        "untied* a trained model makes them, and shows what a [[tied]] output adds."
    )
