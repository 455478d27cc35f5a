"""Sentences: a map of one's own lines, find by meaning, and one word in two sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.content.escape_markdown import escape_markdown
from explorer.questions import ORDER, Question
from explorer.sentences.sentence_vectors import MEAN, MODEL, WAYS, Way
from explorer.sentences.wordpiece import shared_words
from explorer.ui.frame import part_containers, presenter_model_caption
from explorer.ui.frame.ask import control
from explorer.ui.projection.table import upload
from explorer.views import projection as views
from explorer.views.setting import settings_of
from explorer.wording import fixed, listed

PART = ui.Part(
    "Sentences",
    question="Can I search by meaning?",
    why="To compare sentences, each gets one [[vector]]: the mean of its tokens' [[rows]]. A model first mixes each "
    "row with those of the other words.",
    look="Switch to “mean of rows”: do lines with the same words in another order become one dot?",
    shown=lambda _: presenter_model_caption.presenter_text("projection", {"j_table": "MiniLM"}),
)
KEY, OWN = "j_sentences", "in my file"
DECLARED: Mapping[str, Any] = settings_of(views.sentences)
GUESSES = (
    "The cat sat on the mat",
    "I like this film",
    "She took money from the bank",
    "boiling rice the right way",
)


def show() -> None:
    """Draw the lines' map beside their cosines, then the search, then one word in two sentences."""
    with ui.controls(KEY):
        line = ui.row()
        way = control(replace(DECLARED["way"], options=(*WAYS, OWN)), line, {})
        if way == OWN:
            _own(line)
            return
        settings = {"way": way} | ui.ask(views.sentences, "lines", at=st.container())
        settings = ui.ask(views.sentences, "line", at=line, given=settings)
    known = True
    if all(settings[name] == DECLARED[name].default for name in ("lines", "line")):
        known = bool(
            ui.predict(
                Question(
                    "How near does the model put these lines to “He sat on the bank of the river”?",
                    GUESSES,
                    form=ORDER,
                    ends=("nearest", "farthest"),
                    key="j_order_lines",
                ),
                answer=lambda: _in_order(MODEL),
                because=_because,
                hint="one of them shares three words with it, another only two, but one of these is rarer.",
            )
        )
    try:
        found = views.sentences(**settings).at_question(known)
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))
        return
    del settings["line"]
    ui.show(KEY, found)
    if known:
        ui.show("j_line_cosines", views.sentence_cosines(**settings))
    ui.formulas(KEY, found.formulas)
    part_containers.apart(_search, settings)
    st.header("Where it fails", anchor=False)
    ui.show("j_failures", views.sentence_failures(way=way))
    part_containers.apart(_one_word)


def _own(line: DeltaGenerator) -> None:
    where = upload.choose()
    if where is None:
        st.markdown("A row for each sentence: its text, and the numbers that a model gave it (up to 4,096).")
        return
    settings = ui.ask(views.own_sentences, at=line, given={"table": where})
    ui.show(KEY, views.own_sentences(**settings))
    ui.show("j_found", views.own_sentence_search(**settings))


def _cosines(way: Way) -> dict[str, float]:
    table = views.sentences(way=way).table
    return dict(zip(table["line"], table["cosine to line 1"], strict=True))


def _in_order(way: Way) -> tuple[str, ...]:
    return tuple(sorted(GUESSES, key=_cosines(way).__getitem__, reverse=True))


def _because() -> str:
    by_rows = _cosines(MEAN)
    first, cosines = _in_order(MEAN)[0], _cosines(MODEL)
    shared = shared_words(DECLARED["lines"].default.splitlines()[0], first)
    return (
        f"Their cosines are {listed(fixed(cosines[line]) for line in _in_order(MODEL))}. By the mean of rows “{first}” "
        f"is nearest, with {fixed(by_rows[first])}: they share {listed(shared)}, and a mean takes each word's row, "
        "whether it matters or not."
    )


def _search(settings: dict[str, Any]) -> None:
    st.header("Find by meaning", anchor=False)
    settings = ui.ask(views.sentence_search, at=st.container(), given=settings)
    try:
        ui.show("j_found", views.sentence_search(**settings))
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))


def _one_word() -> None:
    st.header("One word, two sentences", anchor=False)
    settings = ui.ask(views.one_word, at=ui.row())
    try:
        ui.show("j_one_word", views.one_word(**settings))
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))
