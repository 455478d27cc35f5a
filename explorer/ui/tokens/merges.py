"""Merges: how byte-pair encoding built the selected word."""

import streamlit as st

from explorer import ui
from explorer.questions import Question
from explorer.tokenizers import first_pairs
from explorer.ui.frame import step_size
from explorer.ui.tokens import merge_pile, tokenized_text
from explorer.ui.tokens.tokenized_text import current
from explorer.views import tokens as views

PART = ui.Part(
    "Merges",
    question="Who decided where to cut?",
    why="[[byte-pair encoding|Byte-pair encoding]] made all but a few of the tokens: it glued frequent neighbours "
    "together, pair by pair, and here you see it glue the word that you chose.",
    look="From the top row, single [[bytes]], downwards: each row joins one pair. Tap another box.",
    stations=("text", "token ids"),
    shown=tokenized_text.describe,
)


def show() -> None:
    """Draw the merge ladder, or a sentence if there are no merges; in a step a pile of words to join."""
    if step_size.step() is not None:
        merge_pile.show()
        return
    typed = current()
    if not len(typed.tokens()):
        return
    view = views.merges(**typed.settings())
    if view.spec is None:
        st.info(view.sentence)
        return
    word = typed.tokens().word(typed.token, allow_special=typed.allow_special)
    pairs, first = first_pairs(word, typed.encoding)
    if pairs:
        guess = ui.predict(
            Question(f"Which two of these letters does {typed.encoding} join first?", pairs, key="t_guess_merge"),
            answer=first,
            because=f"**No person did: of these pairs “{first}” stands first in a list made from many texts.** It was "
            "made by joining, again and again, the two neighbours that came most often.",
            hint="The list begins with the pairs that came most often in the texts it was made from.",
        )
        view = guess.draw_in(view)
    ui.show("t_ladder", view, formulas=True)
    st.markdown(
        "The text is cut into words, and each word into its bytes. Of all neighbouring pairs the one with the "
        "lowest rank is joined (in the list it comes first; tokens added by hand come last), again and again, "
        "until no pair is in the vocabulary. A token's rank is its id; the first 256 are the single bytes."
    )
