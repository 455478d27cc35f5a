"""Watch it train: word vectors made here, by counting or by skip-gram, with their picture as it forms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.figures.projection import training as figures
from explorer.jobs.queue import Job
from explorer.training import skipgram
from explorer.training.wordvec import VectorRecord
from explorer.ui.frame.progress import job_panel
from explorer.ui.projection.formulas import training as training_formula
from explorer.ui.projection.table import near as nearness
from explorer.ui.projection.table import source
from explorer.ui.projection.training import moments, runs
from explorer.vectors.nearness import near_rows
from explorer.vectors.neighbours import mean_cosine
from explorer.vectors.view import AS_IT_IS
from explorer.views.projection._analogies import scored
from explorer.views.projection.trained import Request, source_of
from explorer.wording import count, fixed, share
from explorer.words.analogies import together

PART = ui.Part(
    "Watch it train",
    why="Nobody writes these [[rows]] by hand: they come from text, by guessing which words stand near each other or "
    "by counting it, and here a table is made while you watch.",
    look="Press Train. Do words of one kind end up together? A run of skip-gram can be replayed with a slider, and "
    "shows how they got there.",
    shown=lambda state: f"A table trained here · D = {state.get('j_width', 50)} · whole words",
)

KEY = "j_train"
ALIKE = 0.8
"""Mean cosine of two words above which neighbours mean nothing yet."""
GUESSES = ("more than half", "a quarter to a half", "10 % to a quarter", "less than 10 %")


def _within(right: float) -> str:
    """The guess that a share of right answers lies in, each with its lower end but for the half.

    >>> [GUESSES.index(_within(right)) for right in (0.51, 0.5, 0.25, 0.24, 0.1, 0.09)]
    [0, 1, 1, 2, 2, 3]
    """
    return GUESSES[0 if right > 0.5 else 1 if right >= 0.25 else 2 if right >= 0.1 else 3]


def show() -> None:
    """What to train on, the button, and the picture as it forms, to be played again with a slider."""
    with ui.controls(KEY):
        request = runs.settings()
    if request is None:
        return
    st.markdown(
        "**Skip-gram** guesses the words around each word, again and again. Its table is our own `Embedding`, moved by "
        "row-sparse gradients: only the rows of a batch's words are touched."
        if isinstance(request, skipgram.SkipgramRequest)
        else "**Counting** takes no guesses: it counts which words stand near which, weighs surprising pairs (PPMI), "
        "and keeps the strongest directions of that table (truncated SVD). It takes seconds."
    )
    job = runs.find(request)
    if st.button("Train", type="primary", key="j_go", disabled=job is not None and not job.finished) or job is not None:
        job = runs.submit(request)
        job_panel(job, lambda records: _draw(request, job, records), key="j_run", every=2.0, label="Training")
    else:
        st.caption("The same settings are trained once for everybody. While it runs, other visitors' pages stay quick.")
        moments.start(request)
        training_formula.formula(KEY, request)


def _draw(request: Request, job: Job, records: tuple[VectorRecord, ...]) -> None:
    words = next((record.words for record in records if record.words), ())
    frames = [record for record in records if record.snapshot is not None]
    last = records[-1]
    if not words or not frames:
        st.text(f"Now: {last.phase}.")
        return
    if isinstance(request, skipgram.SkipgramRequest):
        _loss(request, [record for record in frames if not math.isnan(record.loss)], last)
    moments.show(request, words, frames, job.finished)
    training_formula.formula(KEY, request, frames[-1].loss)
    if last.vectors is not None:
        _after(request, records)


def _loss(request: skipgram.SkipgramRequest, steps: list[VectorRecord], last: VectorRecord) -> None:
    if not steps:
        return
    st.text(
        f"{count(last.pairs, 'pair')} in {last.seconds:.1f} s of training"
        + (f": {last.pairs / last.seconds:,.0f} pairs per second. " if last.seconds else ". ")
        + f"Loss per pair, on average over the first {share(steps[0].step, steps[0].steps)} of the run: "
        + f"{fixed(steps[0].loss, 3)}; since the last report: {fixed(steps[-1].loss, 3)}."
    )
    ui.picture(
        "j_loss",
        figures.loss_curve(
            np.array([record.epoch for record in steps], np.float32),
            np.array([record.loss for record in steps], np.float32),
            float(request.epochs),
        ),
        summary="Lower is better: the model tells words that stood near each other from random ones. "
        "How hard that is also depends on the part of the text being read: the curve may jump where a pass begins.",
        table=lambda: ui.Table(
            {
                "pass": [record.epoch for record in steps],
                "loss per pair": [record.loss for record in steps],
                "pairs": [record.pairs for record in steps],
                "seconds": [record.seconds for record in steps],
            },
            "loss",
        ),
    )


def _too_alike(vectors: NDArray[Any]) -> str:
    """What is to be said of a table (V, D) whose words cannot be told apart yet; "" where they can."""
    if (alike := mean_cosine(vectors)) <= ALIKE:
        return ""
    return (
        f"The words of this run still point nearly the same way: two of them have a cosine of {alike:.2f} on "
        "average. It has seen too little text to tell them apart. Add a text, or passes."
    )


def _after(request: Request, records: tuple[VectorRecord, ...]) -> None:
    where = source_of(request, records, st.session_state)
    st.header("What it has learned, and what not", anchor=False)
    asked = ui.typed.line("Neighbours of", "war", key="j_trained_word", most=60)
    nearness.switch()
    row = where.table.find(asked)
    if row is None:
        st.warning("This word is not among those that were trained.")
        st.text(", ".join(where.table.closest_spelling(asked)) or "Nothing similar either.")
    else:
        meant = source.meant(where)
        near = near_rows(source.view(where, meant.recipe), row, 8, meant.measure)
        pairs = (f"{where.table.words[i]} {fixed(value)}" for i, value in zip(near.ids, near.values, strict=True))
        how = f"{nearness.by(meant)} ({nearness.table()})"
        st.text(f"Nearest to {where.table.words[row]} by {how}: {', '.join(pairs)}")
    if alike := _too_alike(where.table.vectors):
        st.warning(alike)
    scores = [score for score, _ in scored(where, AS_IT_IS)]
    if scores:
        every = together(scores)
        right = every.accuracy
        if ui.predict(
            "j_limits",
            "How many of Google's analogy questions (man is to woman as king is to …) does this table answer?",
            GUESSES,
            answer=_within(right),
            because=f"{every.right:,} of the {every.asked:,} questions that its words cover, {share(right, digits=3)}. "
            "Compare MiniLM and GloVe, which were trained on far more text, under Analogies.",
        ):
            st.text(f"Measured on this very table: {share(right, digits=3)} of {count(every.asked, 'question')}.")
    st.markdown("Look at it with everything else on this page: choose **Trained here** as the table in any other part.")
