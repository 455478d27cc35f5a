"""a is to b as c is to …: the parallelogram, the answers, and how often it works."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.data import load_analogies
from explorer.figures.projection import words as figures
from explorer.scripts import projection as scripts
from explorer.ui.projection import source
from explorer.ui.projection.source import Source, remembered
from explorer.vectors.neighbours import Neighbours
from explorer.vectors.view import AS_IT_IS, Recipe
from explorer.words.analogies import Score, accuracy, complete, together
from explorer.words.parallelogram import corners

PART = ui.Part("Analogies")

KEY = "j_parallel"
ANSWERS = 5
GUESSES = ("it gets better", "about the same", "it gets much worse")


@remembered
def _scores(where: Source, recipe: Recipe) -> list[Score]:
    view = source.view(where, recipe)
    return accuracy(view, where.table.find, load_analogies(), allowed=where.table.whole)


@remembered
def _answers(where: Source, rows: tuple[int, int, int], exclude: bool) -> Neighbours:
    view = source.view(where, AS_IT_IS)
    return complete(view, *rows, ANSWERS, exclude_inputs=exclude, allowed=where.table.whole)


@remembered
def _plane(where: Source, rows: tuple[int, ...]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return corners(source.view(where, AS_IT_IS), rows[:3], rows[3:])


@remembered
def _figure(where: Source, rows: tuple[int, ...]) -> go.Figure:
    points, _ = _plane(where, rows)
    names = [where.table.words[row] for row in rows]
    return figures.parallelogram(points[:4], names[:3], points[4:], names[3:])


@st.fragment
def show() -> None:
    """Draw this part of the page."""
    with ui.controls(KEY):
        boxes = st.columns([1.3, 1, 1, 1])
        where = source.choose(boxes[0])
        if where is None:
            return
        texts = [
            box.text_input(label, default, key=key, bind="query-params", max_chars=60)
            for box, label, default, key in zip(
                boxes[1:],
                ("a", "is to b as c", "is to … what?"),
                ("man", "woman", "king"),
                ("j_a", "j_b", "j_d"),
                strict=True,
            )
        ]
        exclude = st.toggle("The three given words may not be the answer", True, key="j_exclude", bind="query-params")
    found = [where.table.find(text) for text in texts]
    for text, row in zip(texts, found, strict=True):
        if row is None:
            similar = where.table.closest_spelling(text)
            st.warning("One of the three words is not in this table.")
            st.text(f"{text.strip()[:60] or '(nothing typed)'}: " + (", ".join(similar) or "nothing similar"))
    rows = tuple(row for row in found if row is not None)
    if len(rows) == 3 and len(set(rows)) < 3:
        st.warning("Choose three different words: with two equal ones there is no parallelogram.")
    elif len(rows) == 3:
        _one(where, (rows[0], rows[1], rows[2]), exclude)
    _all(where)


def _one(where: Source, rows: tuple[int, int, int], exclude: bool) -> None:
    words = where.table.words
    best = _answers(where, rows, exclude)
    if not len(best.ids):
        st.info("No row of this table is a whole word, so there is no answer to choose from.")
        return
    every = (*rows, *best.ids.tolist())
    _, away = _plane(where, every)
    a, b, c = (words[row] for row in rows)
    ui.picture(
        KEY,
        _figure(where, every),
        summary=(
            f"{b} − {a} + {c}: the nearest word is {words[best.ids[0]]} (cosine {best.values[0]:.3f}). The three words "
            f"lie exactly in this plane and the cross is the fourth corner. {words[best.ids[0]]} lies {away[4]:.2f} "
            f"away from the plane; every row has length 1."
        ),
        table=lambda: ui.Table(
            {"word": [words[row] for row in best.ids], "cosine to b − a + c": best.values, "off the plane": away[4:]},
            "analogy",
        ),
        script=lambda: scripts.analogy(where.table.name, (a, b, c), exclude),
    )


def _all(where: Source) -> None:
    st.header("How often does it work?", anchor=False)
    asked_or_not = _scores(where, AS_IT_IS)
    total = together(asked_or_not).total
    scores = [score for score in asked_or_not if score.asked]
    if not scores:
        st.info(f"This table has none of the words that Google's {total:,} analogy questions ask about.")
        return
    every = together(scores)
    loose = every.right_with_inputs / every.asked

    def answer() -> str:
        change = loose - every.accuracy
        return GUESSES[0] if change > 0.02 else GUESSES[2] if change < -0.02 else GUESSES[1]

    if not ui.predict(
        "j_echo",
        "Published figures leave the three given words out of the answers. What happens if they may be answers too?",
        GUESSES,
        answer=answer,
        because="The nearest word to king − man + woman is often king itself: the differences are small "
        "against the words.",
    ):
        return
    ui.picture(
        "j_accuracy",
        figures.accuracy(
            [score.section for score in scores],
            np.array([score.accuracy for score in scores]),
            np.array([score.right_with_inputs / score.asked for score in scores]),
        ),
        summary=(
            f"{where.table.name} answers {every.right:,} of {every.asked:,} questions, {every.accuracy:.1%}; if the "
            f"given words may be answers, {loose:.1%}, since {every.echoes / every.asked:.1%} of the answers are then "
            f"one of the given words. The other {total - every.asked:,} of the {total:,} questions have a word that "
            "this table lacks."
        ),
        table=lambda: ui.Table(
            {
                "section": [score.section for score in scores],
                "questions": [score.total for score in scores],
                "asked": [score.asked for score in scores],
                "right": [score.right for score in scores],
                "right, given words allowed": [score.right_with_inputs for score in scores],
                "answer was a given word": [score.echoes for score in scores],
            },
            "accuracy",
        ),
        script=lambda: scripts.analogy(where.table.name, ("man", "woman", "king"), True),
    )
