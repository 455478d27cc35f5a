"""Bags of tokens: two orders of the same words with equal sums, and one word's vector at two positions."""

from typing import Any

import streamlit as st

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.ui.frame import lesson, step_size
from explorer.ui.tokens import table_choice
from explorer.ui.tokens.tokenized_text import TokenizedText, current
from explorer.views import tokens as views

PART = ui.Part(
    "Dog bites man",
    question="Who bites whom, if the words are the same?",
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
        averaged = ui.draws("t_bag_means") and st.toggle(
            "What keeps the order? Compare means", key="t_bag_means", bind="query-params"
        )
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
        "position added to each vector is lost in a plain sum, too: it helps once vectors are bent by a function, or "
        "compared as attention does, before they are added.",
        hint="Does 2 + 3 + 5 tell you which number came first?",
    )
    answered = bool(guess)
    view = views.bags(**both, moved_token=moved_token, **table_choice.settings(typed)).at_question(answered)
    with above:
        ui.show("t_bags", view, formulas=True)
    if averaged:
        _means(both, answered, typed)


def _means(both: dict[str, Any], answered: bool, typed: TokenizedText) -> None:
    st.header("One vector for the whole sentence: does it know the order?", anchor=False)
    if not answered:
        st.info("The means are compared after your guess.")
        return
    compared = views.means(**both, **table_choice.settings(typed))
    kinds = [name for name in compared.table if not name.endswith("difference")]
    lines = [" | ".join(kinds), "|".join("---" for _ in kinds)]
    lines += [" | ".join(line) for line in zip(*(compared.table[name] for name in kinds), strict=True)]
    st.markdown("\n".join(f"| {line} |" for line in lines))
    ui.show("t_means", compared)
