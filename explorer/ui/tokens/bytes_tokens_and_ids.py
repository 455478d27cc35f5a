"""Tokens: the text as bytes, tokens and ids, and all facts on the selected token."""

import re
from collections.abc import Iterable

import streamlit as st

from explorer import embedding_pipeline, tokenizers, ui
from explorer.content.en import shared_page_questions
from explorer.ui.frame import part_containers, step_size
from explorer.ui.tokens import tokenized_text
from explorer.ui.tokens.tokenized_text import TokenizedText, current
from explorer.views import tokens as views
from explorer.wording import listed, verb

ONE_WORD = 24
"""Most letters of what is taken for a word; a script without spaces may have a whole text of letters."""

PART = ui.Part(
    "Tokens",
    question="What does the model see when I type?",
    why="A model can't read letters: a [[tokenizer]] cuts your text into pieces, the [[tokens]], and gives each a "
    "number. From then on the model sees only these numbers.",
    look="One box is one token. Choose one, and you read its number and its [[bytes]].",
    stations=("text", "token ids"),
    shown=tokenized_text.describe,
)


def show() -> None:
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
    if typed.text.isalpha() and len(typed.text) <= ONE_WORD:
        _ask_about_letters(typed)
    else:
        _ask_about_capitals()
    groups = [group for line in embedding_pipeline.draw(typed.tokens()).lines for group in line]
    if any(len(group.pieces) > 1 for group in groups):
        st.markdown("A dashed box: its characters are split between several tokens, so their bytes are shown.")
    if not part_containers.free("stage"):
        with part_containers.take("line"):
            ui.view_toolbar("t_strip", view)


def _ask_about_letters(typed: TokenizedText) -> None:
    """Guess where a word's tokens tell how often a letter stands in it: the one that stands there most often."""
    ids = tokenizers.encode(typed.text, typed.encoding)
    letter = max(typed.text, key=typed.text.count)
    pieces = [each.decode(errors="replace") for each in tokenizers.token_bytes(ids, typed.encoding)]
    if "".join(pieces) == typed.text and not part_containers.free("stage"):
        rows = {
            "the model reads": map(str, ids),
            "you read": [re.sub(f"({letter}+)", r"**\1**", piece) for piece in pieces],
        }
        lines = [f"| {' | '.join((name, *cells))} |" for name, cells in rows.items()]
        lines.insert(1, "|---" * (len(pieces) + 1) + "|")
        with part_containers.take("picture"):
            st.markdown("\n".join(lines))
    question = shared_page_questions.LETTERS
    ui.predict(
        question.with_values(ids=f"{'this number' if len(ids) == 1 else 'these numbers'}, {_said(ids)}", letter=letter),
        answer=question.choices[-1],
        because=f"{_said(ids)} {verb(len(ids), 'says', 'say')} which rows of the table are meant, and "
        "nothing of letters. What a model knows of those it has learned from texts that spell words.",
        hint="An id is a place in a list, like the number of a house.",
    )


def _said(ids: Iterable[int]) -> str:
    return listed([str(each) for each in ids])


def _ask_about_capitals() -> None:
    ui.predict(
        shared_page_questions.CASE,
        answer=lambda: (
            "Three different tokens"
            if len({int(tokenizers.encode(word, "gpt2")[0]) for word in ("cat", " cat", "Cat")}) == 3
            else "One token for all"
        ),
        because="Spaces and capitals are bytes like any others, so these are three different rows of bytes. Their "
        "ids are names: tokens whose ids lie next to each other need not be alike.",
        hint="The tokenizer compares bytes, not meanings.",
    )
