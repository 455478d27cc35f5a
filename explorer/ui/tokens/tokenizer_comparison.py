"""Encodings: how many tokens each needs for the visitor's text, and for one sentence in several scripts."""

import streamlit as st

from explorer import embedding_pipeline, ui, wording
from explorer.content.en import shared_page_questions
from explorer.embedding_pipeline import SCRIPTS, Count
from explorer.ui.tokens import tokenized_text
from explorer.ui.tokens.tokenized_text import current
from explorer.views import tokens as views

PART = ui.Part(
    "Languages",
    question="Why does Hindi cost more?",
    why="Every [[tokenizer]] has its own list of [[tokens]], made from texts of some languages more than of others. A "
    "model’s use is paid, and its texts are limited, by the token.",
    look="A mark further right costs more: circles are GPT-2’s list (2019), diamonds GPT-4o’s (2024).",
    looks={
        ("t_measured", measure): "A mark further right costs less: circles are GPT-2’s list (2019), diamonds GPT-4o’s."
        for measure in ("Characters per token", "Bytes per token")
    },
    stations=("text", "token ids"),
    shown=tokenized_text.describe,
)


def show() -> None:
    """Draw all encodings side by side."""
    typed = current()
    known = ui.predict(
        shared_page_questions.HINDI,
        answer=_hindi,
        because=_why_hindi(),
        hint="GPT-2’s list was made from web pages, most of them in English. What is not in the list has to be spelt "
        "out in smaller pieces, down to single bytes, and a Hindi letter is 3 bytes.",
    )
    with ui.controls("t_scripts"):
        settings = ui.ask(views.encodings)
    view = known.draw_in(views.encodings(text=typed.text, **settings))
    ui.show("t_scripts", view)
    if typed.text:
        _own(embedding_pipeline.counts(typed.text))
    ui.formulas("t_scripts", view.formulas)


def _own(counts: tuple[Count, ...]) -> None:
    first = counts[0]
    lines = "\n".join(
        f"| {count.encoding} | {count.tokens:,} | {count.characters_per_token:.2f} | {count.bytes_per_token:.2f} |"
        for count in counts
    )
    st.markdown(
        f"Your text, **{wording.count(first.characters, 'character')}, {wording.count(first.bytes, 'byte')}**, as one "
        f"sequence:\n\n"
        f"| encoding | tokens | characters per token | bytes per token |\n|---|---|---|---|\n{lines}"
    )


def _why_hindi() -> str:
    hindi, english = (embedding_pipeline.counts(SCRIPTS[name]) for name in ("Hindi", "English"))
    return (
        f"**GPT-2’s list has few pieces for it: {hindi[0].tokens} tokens instead of {english[0].tokens}; "
        f"GPT-4o’s needs {hindi[-1].tokens}.** GPT-2’s was made from web pages, most of them English, and what is not "
        f"in it is spelt out, one byte or a few a token: a Hindi sign has 3 bytes, the sentence {hindi[0].bytes}, the "
        f"English one {english[0].bytes}. The same thought fills more of the model's window, and costs more."
    )


def _hindi() -> str:
    ratio = (
        embedding_pipeline.counts(SCRIPTS["Hindi"])[0].tokens / embedding_pipeline.counts(SCRIPTS["English"])[0].tokens
    )
    return "about 7" if ratio < 1.5 else "about twice as many" if ratio < 4 else "more than four times as many"
