"""Sentences: a map of one's own lines, find by meaning, and one word in two sentences."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.content.escape_markdown import escape_markdown
from explorer.sentences.sentence_vectors import MEAN, MODEL, WAYS
from explorer.ui.frame import presenter_model_caption
from explorer.ui.projection.table import upload
from explorer.views import projection as views
from explorer.views.projection._sentences import LINES, MOST_LINES, QUESTION, shared_words
from explorer.wording import listed

PART = ui.Part(
    "Sentences",
    why="Search by meaning compares whole sentences. A sentence's [[vector]] is the mean of its tokens' [[rows]]; a "
    "model first mixes each row with those of the other words.",
    look="Switch to “mean of rows”: do lines with the same words in another order become one dot? Then see how near a "
    "sentence and its opposite are.",
    shown=lambda _: presenter_model_caption.presenter_text("projection", {"j_table": "MiniLM"}),
)
KEY, MOST, OWN = "j_sentences", 20_000, "in my file"
GUESSES = ("She took money from the bank", "The cat sat on the mat", "boiling rice the right way")


def show() -> None:
    """Draw the lines' map beside their cosines, then the search, then one word in two sentences."""
    with ui.controls(KEY):
        line = ui.row()
        way = line.segmented_control(
            "A sentence's vector is", (*WAYS, OWN), default=MODEL, key="j_way", bind="query-params", required=True
        )
        if way == OWN:
            _own(line)
            return
        lines = ui.text_inputs.text_area("Sentences, one a line", LINES, key="j_lines", most=MOST, height=120)
        most = max(2, min(MOST_LINES, sum(bool(each.strip()) for each in lines.splitlines())))
        which = ui.number("Nearest to line", 1, most, 1, key="j_line", container=line)
    known = True
    if lines == LINES and which == 1:
        known = bool(
            ui.predict(
                "j_nearest_line",
                "“He sat on the bank of the river”: which of these lines is nearest for the model?",
                GUESSES,
                answer=_nearest,
                because=_because,
                hint="one of them shares three words with it, another only two, but one of these is rarer.",
            )
        )
    try:
        found = views.sentences(lines=lines, way=str(way), line=which).at_question(known)
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))
        return
    left, *right = ui.beside([3, 2] if known else 1)
    with left:
        ui.show(KEY, found)
    for place in right:
        with place:
            ui.show("j_line_cosines", views.sentence_cosines(lines=lines, way=str(way)))
    ui.formulas(KEY, found.formulas)
    _search(lines, str(way))
    st.header("Where it fails", anchor=False)
    ui.show("j_failures", views.sentence_failures(way=str(way)))
    _one_word()


def _own(line: DeltaGenerator) -> None:
    where = upload.choose()
    if where is None:
        st.markdown("A row for each sentence: its text, and the numbers that a model gave it (up to 4,096).")
        return
    most = min(MOST_LINES, len(where.table.words))
    which = ui.number("Nearest to line", 1, most, 1, key="j_line", container=line)
    ui.show(KEY, views.own_sentences(table=where, line=which))
    ui.show("j_found", views.own_sentence_search(table=where, line=which))


def _cosines(way: str) -> dict[str, float]:
    table = views.sentences(way=way).table
    return dict(zip(table["line"], table["cosine to line 1"], strict=True))


def _nearest() -> str:
    return max(GUESSES, key=_cosines(MODEL).__getitem__)


def _because() -> str:
    by_rows = _cosines(MEAN)
    first = max(GUESSES, key=by_rows.__getitem__)
    return (
        f"Its cosine is {_cosines(MODEL)[_nearest()]:.2f}. By the mean of rows “{first}” is nearest, with "
        f"{by_rows[first]:.2f}: they share {listed(shared_words(LINES.splitlines()[0], first))}, and a mean takes each "
        "word's row, whether it matters or not."
    )


def _search(lines: str, way: str) -> None:
    st.header("Find by meaning", anchor=False)
    question = ui.text_inputs.text_input("What do you look for?", QUESTION, key="j_question", most=300)
    try:
        ui.show("j_found", views.sentence_search(lines=lines, question=question, way=way))
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))


def _one_word() -> None:
    st.header("One word, two sentences", anchor=False)
    line = ui.row()
    word = ui.text_inputs.text_input("Word", "bank", key="j_word", most=40, container=line)
    first = ui.text_inputs.text_input(
        "in", "He sat on the bank of the river", key="j_word_first", most=300, container=line
    )
    second = ui.text_inputs.text_input(
        "and in", "She took money from the bank", key="j_word_second", most=300, container=line
    )
    try:
        ui.show("j_one_word", views.one_word(word=word, first=first, second=second))
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))
