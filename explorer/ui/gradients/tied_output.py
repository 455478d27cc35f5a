"""Tied or untied output: a row's gradient through the lookup and through the softmax, in a model trained here."""

import streamlit as st

from explorer import ui
from explorer.gradients import tied_output
from explorer.questions import Question
from explorer.tokenizers import SMALL, encode
from explorer.ui.frame import presenter_model_caption
from explorer.views import gradients as views
from explorer.views.gradients.tied_output import found_of
from explorer.wording import count

PART = ui.Part(
    "Tied or untied",
    question="What changes when one table reads and writes?",
    why="Many models use their token table twice, to read a text and to score every token as the next one: with such "
    "a [[tied]] output a row can get a [[gradient]] from both ends.",
    look="Squares are rows that were read, dots are rows that the [[softmax]] compared. Higher is a harder push.",
    stations=("rows", "prediction"),
    shown=presenter_model_caption.OWN_MODEL,
)

ONLY_READ, HALF, EVERY = "The rows that were read, no others", "About half of the rows", "All rows"


def answer(ends: tied_output.Ends) -> str:
    """The option that agrees with the computed gradients."""
    learns = len(ends.learns(tied=True))
    read = len(ends.learns(tied=False))
    return EVERY if learns == ends.vocab_size else ONLY_READ if learns == read else HALF


def show() -> None:
    """Draw the text, the switch, and the gradient of every row through both paths."""
    with ui.controls("g_ends"):
        settings = ui.ask(views.both_ends)
        text = ui.shared_inputs.text_box()
    if len(encode(text, SMALL)) < 2:
        st.warning("A prediction needs a token to read and one that follows: type at least two tokens.")
        return
    ends = found_of(text).ends
    guess = ui.predict(
        Question(
            f"The table reads {count(len(ends.learns(tied=False)), 'different token')} and then scores all "
            f"{ends.vocab_size:,} as the next one. Which of its rows get a gradient?",
            (ONLY_READ, HALF, EVERY),
            key="g_guess_ends",
        ),
        answer=lambda: answer(ends),
        because=lambda: (
            f"**As one table {answer(ends).lower()} get a gradient, {len(ends.learns(tied=True)):,}; as two only the "
            f"{len(ends.learns(tied=False))} that were read.** The softmax gives every token a chance above 0, and the "
            "loss asks for 0 from all but the one that came: each row is pushed or pulled."
        ),
        hint="At the end every token of the vocabulary gets a score. From which numbers is that score made?",
    )
    with ui.margin():
        ui.badge("lm")
    ui.show("g_ends", guess.draw_in(views.both_ends(text=text, **settings)), formulas=True)
    st.markdown(
        "Its 4,096 tokens are the first of gpt2's, and its output is tied. To keep the two ends apart, what comes "
        "through the softmax is added up in a matrix of its own, as an untied model's is; the two gradients add up to "
        "the tied one."
    )
