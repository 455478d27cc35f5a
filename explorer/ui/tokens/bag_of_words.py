"""Bags of tokens: two orders of the same words with equal sums, and one word's vector at two positions."""

from typing import Literal

import streamlit as st

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.content.escape_markdown import escape_markdown
from explorer.ui.frame import lesson, shared_inputs, step_size
from explorer.ui.tokens import table_choice
from explorer.ui.tokens.tokenized_text import current
from explorer.views import tokens as views
from explorer.views.tokens.settings import SECOND

PART = ui.Part(
    "Dog bites man",
    question="Who bites whom?",
    why="“dog bites man” and “man bites dog” are made of the same words, and one of them is news. The simplest way to "
    "get one [[vector]] for a whole sentence is to add up the [[row|rows]] of its words.",
    look="A row of cells is a vector, number by number: white is 0.",
    stations=("rows", "+ positions"),
    shown=table_choice.describe,
)
_LIFTED = "_t_card_lifted"


def show() -> None:
    """Draw two sentences, the picture, and the question whether a sum depends on the order."""
    typed = current()
    with ui.controls("t_bags"):
        if step_size.step() is None:
            both = ui.ask(views.bags, "first", "second")
        else:
            both = ui.ask(views.bags, "first")
            both["second"] = _cards(both["first"].split())
    table_choice.about(typed, table_choice.table_of(typed))
    table_choice.fresh_start(typed, "t_bags")
    if not all(sentence.strip() for sentence in both.values()):
        st.info("Write a few words: an empty sentence has no rows to add up.")
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


def _cards(words: list[str]) -> str:
    """The words as cards, of which two taps swap two; returns them in their order."""
    second = SECOND.key
    placed = str(st.session_state.get(second) or st.query_params.get(second, SECOND.default)).split()
    if sorted(placed) != sorted(words):
        placed = words  # another first sentence
        st.session_state.pop(_LIFTED, None)
    st.session_state[second] = " ".join(placed)
    if st.session_state[second] == SECOND.default or st.session_state.get(shared_inputs.OPT_OUT_KEY):
        st.query_params.pop(second, None)
    else:
        st.query_params[second] = st.session_state[second]
    lifted = st.session_state.get(_LIFTED)

    def tap(at: int) -> None:
        other = st.session_state.pop(_LIFTED, None)
        if other is None:
            st.session_state[_LIFTED] = at
            return
        swapped = placed.copy()
        swapped[at], swapped[other] = swapped[other], swapped[at]
        st.session_state[second] = " ".join(swapped)

    lifted_word = "" if lifted is None else f" “{escape_markdown(placed[lifted])}” is lifted: tap the other one."
    st.caption(f"Its words as cards: tap two to swap them.{lifted_word}")
    with st.container(horizontal=True, key="t_cards", gap="small"):
        for at, word in enumerate(placed):
            kind: Literal["primary", "secondary"] = "primary" if at == lifted else "secondary"
            st.button(escape_markdown(word), key=f"t_card_{at}", type=kind, on_click=tap, args=(at,))
    return " ".join(placed)
