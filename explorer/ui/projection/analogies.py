"""Analogies (a is to b as c is to …): the parallelogram, the answers, and the accuracy on Google's questions."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from explorer import ui
from explorer.content.escape_markdown import escape_markdown
from explorer.questions import Question
from explorer.ui.frame import step_size
from explorer.ui.frame.ask import control
from explorer.ui.frame.glossary_markup import link_terms
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.views import projection as views
from explorer.views.projection.analogies import COSINES, PLANE, answers_of
from explorer.views.projection.table_source import Source
from explorer.views.projection.word_lookup import twice
from explorer.views.setting import settings_of
from explorer.wording import fixed

PART = ui.Part(
    "Analogies",
    question="Is king − man + woman a queen?",
    why="If the step from man to woman is much the same as that from king to queen, then arithmetic on [[rows]] "
    "answers questions.",
    look="First the sum is a cross in a plane; after your guess each bar is a word’s [[cosine]] with the sum.",
)

KEY = "j_parallel"
DECLARED: Mapping[str, Any] = settings_of(views.analogy)


def show() -> None:
    """Draw three words, the parallelogram with its answers, and the accuracy on all questions."""
    where, guess = _words()
    if where is not None and guess:
        ui.later("j_accuracy_more", "How often does it work? All of Google’s questions", _all, where)


def _words() -> tuple[Source | None, bool]:
    with (box := ui.controls(KEY)):
        line = ui.row()
        where = table_choice.choose(line)
        if where is None:
            return None, False
        starts = _begin(where)
        if step_size.step() is not None:  # side by side on a phone too, or they would push the switch out of sight
            line = st.container(horizontal=True, key="j_three_entry")
        settings = {
            name: control(replace(DECLARED[name], default=word, help=""), line) for name, word in starts.items()
        }
        settings |= ui.ask(views.analogy, "exclude", at=st.container(), given={"table": where})
    rows = [where.table.find(settings[name]) for name in starts]
    if doubled := twice(where.table, [row for row in rows if row is not None]):
        st.text(doubled)
    try:
        if in_step := step_size.step() is not None:
            # A phone has room for one name beside the cross, and a given word's.
            settings["answers"] = 1 if settings["exclude"] else 2
        view = views.analogy(**settings, drawn=PLANE if in_step else COSINES)
        guess = in_step or where.private or bool(_ask_nearest(where, settings))
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))
        step_size.end()
        return where, True
    view = view.at_question(guess)
    if in_step and view.left_out:
        box.text(view.left_out)  # the sentence, which says the act's answer, is not drawn there
    ui.show(KEY, view)
    ui.formulas(KEY, view.formulas)
    nearness.explain_cosine(
        "the published way to answer such questions (add and subtract the rows, take the word with the largest "
        "cosine; its name is [[3CosAdd]]) is defined by it"
    )
    return where, guess


def _ask_nearest(where: Source, settings: Mapping[str, Any]) -> ui.Guess | bool:
    a, b, c = (escape_markdown(settings[name]) for name in "abc")
    near = answers_of(where, settings["a"], settings["b"], settings["c"])
    found = [escape_markdown(word) for word, _ in near]
    if not found:
        return True
    cosines, twisted = [fixed(cosine) for _, cosine in near], found[0] != found[1]
    return ui.predict(
        Question(
            f"Any word may be the answer, these three too. Which row is nearest to {c} − {a} + {b}?",
            tuple(dict.fromkeys((found[0], c, b, found[1]))),
            key="j_nearest_sum",
        ),
        answer=found[1],
        because=f"**Of all words {found[1]} is nearest ({cosines[1]})"
        f"{f'; {found[0]} ({cosines[0]}) only if the three given words may not be the answer' * twisted}.** "
        "Published figures leave these three out.",
        shows={DECLARED["exclude"].key: False},
        hint=f"the sum starts from {c}. How long is the step from {a} to {b}?",
    )


def _begin(where: Source) -> dict[str, str]:
    """The words at first, by the names of their settings: a table that lacks one of them gets three of its own."""
    table, starts = where.table, {name: DECLARED[name].default for name in "abc"}
    if any(table.find(word) is None for word in starts.values()):
        rows = np.flatnonzero(table.begins)[:3].tolist()
        starts = dict(zip(starts, map(table.name_of, rows), strict=True)) if len(rows) == 3 else starts
    if st.session_state.get("_j_analogy_of") != where.key:
        st.session_state["_j_analogy_of"] = where.key
        for name, word in starts.items():
            key = DECLARED[name].key
            if key not in st.query_params and not table.has(st.session_state.get(key, word)):
                st.session_state[key] = word  # defaults of the previous table, which the visitor had not chosen
    return starts


def _all(where: Source) -> None:
    if table_choice.too_large(where, "Asking Google's analogy questions"):
        return
    try:
        view = views.analogy_accuracy(table=where)
    except ValueError as problem:
        st.info(str(problem))
        return
    ui.show("j_accuracy", view)
    sentence = (
        "Questions that share a pair go right or wrong together, so it is the pairs that are drawn, with "
        "repetition, not the questions: a [[bootstrap]] (Efron 1979; for members of pairs Snijders and Borgatti "
        "1999). A different list of pairs would give a different share; the interval says by how much, if its pairs "
        "were of the same kind. Where all questions are right, or none, all draws are alike: there it is the interval "
        "of Clopper and Pearson (1934), with each pair one trial. Two pairs, one question right and one wrong, tell "
        "nothing: 0 to 100 %."
    )
    with st.expander("How the interval is made", key="j_accuracy_sure"):
        st.markdown(link_terms(sentence), unsafe_allow_html=True)
