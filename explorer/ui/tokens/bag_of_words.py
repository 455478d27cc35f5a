"""Bags of tokens: two orders of the same words with equal sums, and one word's vector at two positions."""

import streamlit as st

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.ui.frame import lesson, step_size
from explorer.ui.tokens import table_choice
from explorer.ui.tokens.tokenized_text import current
from explorer.views import tokens as views

PART = ui.Part(
    "Dog bites man",
    question="Who bites whom?",
    why="“dog bites man” and “man bites dog” are made of the same words, and one of them is news. The simplest way to "
    "get one [[vector]] for a whole sentence is to add up the [[row|rows]] of its words.",
    look="A row of cells is a sum, or what the sums differ by: white is 0.",
    stations=("rows", "+ positions"),
    shown=table_choice.describe,
)


def show() -> None:
    """Draw two sentences, the picture, and the question whether a sum depends on the order."""
    typed = current()
    with ui.controls("t_bags"):
        both = ui.ask(views.bags, "first", "second")
    table_choice.about(typed, table_choice.table_of(typed))
    table_choice.fresh_start(typed, "t_bags")
    if not all(sentence.strip() for sentence in both.values()):
        st.info("Expected two sentences, got an empty one. Write the same words in another order.")
        return
    # On the path they come one step later, and a class is asked about the sums.
    moved_token = not (step_size.leaves_out("t_bag_places") or lesson.asks_itself())
    above = st.container()
    guess = ui.predict(
        shared_page_questions.BAG,
        answer="No",
        because="**The sum doesn’t say: the same words in any order have the same sum, a + b + c = c + b + a.** A "
        "position added to each vector is lost in a plain sum, too; it helps where vectors are compared before they "
        "are added, as attention does.",
        hint="Does 2 + 3 + 5 tell you which number came first?",
    )
    view = guess.draw_in(views.bags(**both, moved_token=moved_token, **table_choice.settings(typed)))
    with above:
        ui.show("t_bags", view, formulas=True)
