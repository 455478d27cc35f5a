"""Which rows of the table the visitor's text touches, and the gradient that each collects."""

from collections.abc import Collection

import streamlit as st

from explorer import ui
from explorer.gradients.text_batch import Batch
from explorer.questions import Question
from explorer.ui.frame.ask import begins, undrawn
from explorer.ui.frame.presenter_model_caption import drawn_at_random
from explorer.ui.gradients.text_controls import ask_text
from explorer.views import gradients as views
from explorer.wording import count

PART = ui.Part(
    "Your sentence",
    question="Which rows learn from this sentence?",
    why="A table has thousands of rows, a sentence a few tokens. What a model learns from a sentence is a push "
    "([[gradient]]) on rows, which the [[lookup]] passes on.",
    look="The frame is the whole table, its rows like words in lines. A mark is a row that learns.",
    shown=drawn_at_random,
)


LEARNS = "all of them, a little", "those of its tokens alone"


def _ask_others(batch: Batch, rows: Collection[int]) -> ui.Guess:
    others = set(rows) - set(batch.ids.tolist())
    return ui.predict(
        Question(
            f"Your text has {count(len(batch.ids), 'token')}, the table {batch.vocab_size:,} rows. Which rows learn "
            "from it, through the lookup?",
            LEARNS,
            key="g_guess_others",
        ),
        answer=LEARNS[0 if others else 1],
        because=f"**{'All' if others else 'Those of its tokens alone'}: {len(rows):,} of {batch.vocab_size:,} rows.** "
        "The gradient goes back along the way that the numbers came. From a row that nobody read nothing came, so it "
        "gets exactly 0. (Another way is open where a model also scores each token with its row, as GPT-2 does: "
        "*Tied or untied*.)",
        hint="How would the gradient find the row of a word that nobody looked up?",
    )


def show() -> None:
    """Draw the controls, and the table as a wall of cells."""
    with ui.controls("g_rows"):
        batch = ask_text()
    names, token = ("gradient", "width"), 0
    more = ui.lazy_expander(st.expander, "More", "g_rows_more", begins(views.touched_rows, *names) | {"token": 0})
    if more is None:
        settings = undrawn(views.touched_rows, *names)
    else:
        with more:
            settings = ui.ask(views.touched_rows, *names)
            if batch is not None:
                token = ui.shared_inputs.token_box(len(batch.ids), "Number of the token with the ring, from 0")
    if batch is None:
        return
    sentence = ui.shared_inputs.current()
    settings |= {"text": sentence.text, "encoding": sentence.encoding}
    wall = views.touched_rows(**settings, token=token)
    ui.show("g_wall", _ask_others(batch, wall.table["row"].tolist()).draw_in(wall), formulas=True)
    ui.write(
        "The table's gradient is a [[scatter-add]]: each token's gradient is added to the row it was read from, as "
        "*Blackboard* does number by number. [[Filler]] at the ends of lines carries a token's id and is "
        "[[mask|masked]], so it moves no row. The gradients that come down here are made up by us (More); in *Tied or "
        "untied* a trained model makes them, and shows what a [[tied]] output adds."
    )
