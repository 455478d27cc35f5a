"""Tokens: the text as bytes, tokens and ids, and all facts on the selected token."""

from collections.abc import Callable

import streamlit as st

from explorer import embedding_pipeline, tokenizers, ui
from explorer.content.en import shared_page_questions
from explorer.ui.frame import part_containers, step_size
from explorer.ui.tokens import tokenized_text
from explorer.ui.tokens.tokenized_text import TokenizedText, current
from explorer.views import tokens as views
from explorer.wording import listed

PART = ui.Part(
    "Tokens",
    question="What does the model see?",
    why="A model can't read letters: a [[tokenizer]] cuts your text into pieces, the [[tokens]], and gives each a "
    "number. From then on the model sees only these numbers.",
    look="One box is one token. Choose one, and you read its number and its [[bytes]].",
    stations=("text", "token ids"),
    shown=tokenized_text.describe,
)


def ask_about_capitals(_: TokenizedText) -> None:
    """Guess whether a space or a capital makes another token; the answer's boxes are those of the three words."""
    words = [int(tokenizers.encode(word, "gpt2")[0]) for word in ("cat", " cat", " Cat")]
    ui.predict(
        shared_page_questions.CASE,
        answer=shared_page_questions.CASE.choices[len({*words}) == 3],
        because=f"**Numbers: {listed([str(each) for each in words])} for these three, since a space or a capital makes "
        "another token.** They are characters like any others. The numbers are names: tokens whose numbers lie next "
        "to each other need not be alike.",
        hint="The tokenizer compares characters, not meanings.",
        shows={"text": "cat cat Cat"},
    )


def show(ask: Callable[[TokenizedText], None] = ask_about_capitals) -> None:
    """Draw the counts, a guess, the table and the code."""
    typed = current()
    if part_containers.free("stage"):
        with part_containers.take("picture"):
            tokenized_text.show_strip(typed)
    if not len(typed.tokens()):
        return
    view = views.strip(**typed.settings())
    if not step_size.leaves_out("t_counts"):
        with part_containers.take("sentence"), st.container(key="t_counts"):
            ui.write_sentence("t_strip", view.sentence)
    step_size.end()
    ui.formulas("t_cut", view.formulas)
    ask(typed)
    groups = [group for line in embedding_pipeline.draw(typed.tokens()).lines for group in line]
    if any(len(group.pieces) > 1 for group in groups):
        st.markdown("A dashed box: its characters are split between several tokens, so their bytes are shown.")
    if not part_containers.free("stage"):
        with part_containers.take("line"):
            ui.view_toolbar("t_strip", view)
