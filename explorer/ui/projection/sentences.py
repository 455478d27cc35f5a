"""Sentences: a map of one's own lines, find by meaning, and one word in two sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.content.escape_markdown import escape_markdown
from explorer.questions import Question
from explorer.sentences.sentence_vectors import MEAN, MODEL, WAYS, vectors
from explorer.sentences.wordpiece import shared_words
from explorer.ui.frame import presenter_model_caption
from explorer.ui.frame.ask import control
from explorer.ui.projection.table import upload
from explorer.views import projection as views
from explorer.views.setting import settings_of
from explorer.wording import fixed, listed

PART = ui.Part(
    "Sentences",
    question="Which sentences lie close?",
    why="To compare sentences, each gets one [[vector]]: the mean of its tokens' [[rows]]. A model first mixes each "
    "row with those of the other words.",
    look="The orange dot is the line that is asked about.",
    shown=lambda _: presenter_model_caption.presenter_text("projection", {"j_table": "MiniLM"}),
)
KEY, OWN = "j_sentences", "in my file"
DECLARED: Mapping[str, Any] = settings_of(views.sentences)
APART = 0.02
"""Least difference of the cosines of two lines of which the nearer is asked."""


def show() -> None:
    """Draw the lines' map, then the search, where it fails, and one word in two sentences."""
    with ui.controls(KEY):
        line = ui.row()
        way = control(replace(DECLARED["way"], options=(*WAYS, OWN)), line)
        if way == OWN:
            _own(line)
            return
        settings = {"way": way} | ui.ask(views.sentences, "lines", at=st.container())
        settings = ui.ask(views.sentences, "line", at=line, given=settings)
    try:
        found = views.sentences(**settings)
        asked = found.at_question(False)
        known = _ask_nearest(asked.table["line"], settings["lines"], settings["line"])
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))
        return
    found = found.at_question(True) if known else asked
    del settings["line"]
    ui.show(KEY, found)
    ui.formulas(KEY, found.formulas)
    ui.later("j_search_more", "Find by meaning: type what you look for", _search, settings, opened_by=("j_question",))
    ui.later("j_failures_more", "Where it fails", lambda: ui.show("j_failures", views.sentence_failures(way=way)))
    ui.later(
        "j_one_word_more", "One word in two sentences", _one_word, opened_by=("j_word", "j_word_first", "j_word_second")
    )


def _own(line: DeltaGenerator) -> None:
    where = upload.choose()
    if where is None:
        st.markdown("A row for each sentence: its text, and the numbers that a model gave it (up to 4,096).")
        return
    settings = ui.ask(views.own_sentences, at=line, given={"table": where})
    ui.show(KEY, views.own_sentences(**settings))


def _ask_nearest(lines: Sequence[str], text: str, line: int) -> bool:
    """Ask which line of the text the model puts nearest; true once it may be seen, or where no two differ enough."""
    every = [vectors(lines, way) for way in (MODEL, MEAN)]
    by_model, by_rows = ([round(float(cosine), 3) for cosine in found @ found[line - 1]] for found in every)
    apart: list[int] = []
    for at in sorted({*range(len(by_model))} - {line - 1}, key=by_model.__getitem__, reverse=True):
        if not apart or by_model[apart[-1]] - by_model[at] >= APART:
            apart.append(at)
    order = list(dict.fromkeys((*apart[:3], apart[-1])))
    if len(order) < 2:
        return True
    first, names = (
        max(order, key=by_rows.__getitem__),
        {at: f"{at + 1} {escape_markdown(lines[at][:40])}" for at in order},
    )
    shared, asked = shared_words(lines[line - 1], lines[first]), escape_markdown(lines[line - 1][:40])
    why = (
        f": they share {listed(shared)}, and a mean takes each word's row, whether it matters or not" if shared else ""
    )
    return bool(
        ui.predict(
            Question(
                f"Which line does the model put nearest to line {line}, “{asked}”?",
                tuple(names[at] for at in sorted(order)),
                key=f"j_nearest_{crc32(text.encode()):x}_{line}",
            ),
            answer=names[order[0]],
            because=f"**Close to “{asked}” lies “{escape_markdown(lines[order[0]][:40])}”: cosine "
            f"{fixed(by_model[order[0]])}.** The next has {fixed(by_model[order[1]])}. "
            f"By the mean of rows line {first + 1} is nearest, with {fixed(by_rows[first])}{why}.",
            hint="which of them speaks of the same thing, be it the opposite?",
        )
    )


def _search(settings: dict[str, Any]) -> None:
    settings = ui.ask(views.sentence_search, at=st.container(), given=settings)
    try:
        ui.show("j_found", views.sentence_search(**settings))
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))


def _one_word() -> None:
    settings = ui.ask(views.one_word, at=ui.row())
    try:
        ui.show("j_one_word", views.one_word(**settings))
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))
