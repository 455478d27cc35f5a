"""Which rows a step changes: what the parts of the page answer, put together below each of them."""

import streamlit as st

from explorer import ui
from explorer.gradients import vocabulary_share
from explorer.ui.frame import navigation
from explorer.views.gradients.vocabulary_share import ASKED
from explorer.wording import share


def show() -> None:
    """Draw a fold with one line for each answer, a link to its part."""
    fold = ui.lazy_expander(st.expander, "Which rows does a step change? Four answers together", "g_answers", {})
    if fold is None:
        return
    books = vocabulary_share.results()["austen"]["gpt2"]
    read = share(books.share[books.sizes.index(ASKED)])
    answers = {
        "Your sentence": "Through the lookup, the rows of its tokens, no others",
        "Whole books": f"A step that reads {ASKED:,} tokens of a book: {read} of GPT-2’s rows",
        "Tied or untied": "Where the same table also scores the next word (a tied output): all rows",
        "One step": "With Adam, rows that an earlier step read move on, too",
    }
    with fold:
        for part, words in answers.items():
            navigation.page_link("gradients", f"{words}\N{NO-BREAK SPACE}→", {"g_part": part})
