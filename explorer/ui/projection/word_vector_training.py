"""Training of word vectors, by counting or by skip-gram, with their map during the run."""

import math
from typing import Any

import streamlit as st

from explorer import ui
from explorer.jobs.job_queue import Job
from explorer.questions import Question
from explorer.training import skipgram
from explorer.training.word_corpus import VectorRecord
from explorer.ui.frame import part_containers
from explorer.ui.frame.job_progress import job_panel
from explorer.ui.projection.on_map import legend
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice, training_runs
from explorer.ui.projection.word_lists import beside
from explorer.vectors.preprocessing import AS_IT_IS
from explorer.views import View
from explorer.views import projection as views
from explorer.views.animation_frames import Frames
from explorer.views.projection.analogies import section_scores
from explorer.views.projection.trained_tables import TrainingRequest, settings_of, source_of
from explorer.views.projection.word_vector_training import (
    formula,
    frames,
    moments,
    settled,
    too_alike,
)
from explorer.views.setting import Text, Whole
from explorer.wording import share
from explorer.words.analogies import together

PART = ui.Part(
    "Watch it train",
    question="Which words does training bring together?",
    why="Nobody writes these [[rows]] by hand. They come from text, by guessing which words stand near each other or "
    "by counting it; here a table is made while you watch.",
    look="Do words of one kind end up together?",
    shown=lambda state: f"A table trained here · D = {state.get('j_width', 50)} · whole words",
)

KEY = "j_train"
MOMENT, START = "j_report", "_j_start"
NEIGHBOURS = 8
TOGETHER = ("words that stand side by side", "words with the same words around them", "words that are spelt alike")
GUESSES = ("more than half", "a quarter to a half", "10 % to a quarter", "less than 10 %")


def _within(right: float) -> str:
    """The option that contains a share of right answers; lower ends are included, except one half.

    >>> [GUESSES.index(_within(right)) for right in (0.51, 0.5, 0.25, 0.24, 0.1, 0.09)]
    [0, 1, 1, 2, 2, 3]
    """
    return GUESSES[0 if right > 0.5 else 1 if right >= 0.25 else 2 if right >= 0.1 else 3]


def show() -> None:
    """Draw the training texts and settings, the button, and the map during the run, with a slider to replay it."""
    with ui.controls(KEY):
        request = training_runs.settings()
    if request is None:
        return
    ui.predict(
        Question("Which words does training bring together?", TOGETHER, key="j_guess_together"),
        answer=TOGETHER[1],
        because="**Words with the same words around them: months follow “in”, and stand before a year.** "
        "A word’s row is made from the words around it, so two such words get rows alike, even if "
        "they never stand side by side.",
        hint="Two months seldom stand side by side. Do they end up together?",
        shows={START: True},  # the dots that move
    )
    st.expander("How the rows are made", key="j_method_told").markdown(
        "**Skip-gram** guesses the words around each word, again and again. Its table is our own `Embedding`, "
        "moved by row-sparse gradients: only the rows of a batch's words are touched."
        if isinstance(request, skipgram.SkipgramRequest)
        else "**Counting** takes no guesses: it counts which words stand near which, weighs surprising pairs "
        "(PPMI), and keeps the strongest directions of that table (truncated SVD). It takes seconds."
    )
    # Another visitor's run would show the answer to somebody who has started none.
    begun: set[int] = st.session_state.setdefault("_j_begun", set())
    if st.session_state.pop(START, False) and not begun:
        training_runs.submit(request)
        begun.add(hash(request))
    job = training_runs.find(request) if hash(request) in begun else None
    busy = job is not None and not job.finished
    # Above the picture where there is room for it, since below the settings it would be off the first screen.
    above = part_containers.free("above")
    place, key = ("above", "j_go_first") if above else ("run", "j_go_controls")
    with part_containers.take(place), st.container(key=key):
        pressed = st.button(
            "Training … watch the dots" if busy else "Train on these texts", type="primary", key="j_go", disabled=busy
        )
    if not pressed and job is None:
        _begin(request)
        return
    begun.add(hash(request))
    job = training_runs.submit(request)
    if pressed and job.state in ("stopped", "failed"):
        job.restart()
    if pressed and not job.finished:
        st.rerun()  # the button, drawn already, says that it is at work
    job_panel(job, lambda records: _draw(request, job, records), key="j_run", every=2.0, label="Training")


def _begin(request: TrainingRequest) -> None:
    """Draw the initial state of skip-gram; counting has none that could be drawn."""
    if not isinstance(request, skipgram.SkipgramRequest):
        ui.formulas(KEY, (formula(request),))
        return
    try:
        with st.spinner("Reading the text …"):
            view = views.before_training(**_predicting(request))
    except ValueError as problem:  # it has too few words
        st.warning(str(problem))
        return
    _map(view)
    ui.formulas(KEY, view.formulas)


def _map(view: View, moves: ui.Moves | None = None) -> None:
    """Draw the words; above them their kinds, since on a phone a legend in the picture would be higher than the map."""
    assert view.spec is not None
    kinds = [trace["name"] for trace in view.spec.data if trace.get("legendrank")]

    def above() -> None:
        st.html(legend.row_of(kinds, "Kinds of words and their colours and shapes"))

    ui.show("j_moving", view, moves=moves, above=above if kinds else None)


def _predicting(request: TrainingRequest) -> dict[str, Any]:
    return {name: value for name, value in settings_of(request).items() if name != "method"}


def _draw(request: TrainingRequest, job: Job, records: tuple[VectorRecord, ...]) -> None:
    drawn = moments(records)
    begun = settled(drawn) is not None or job.finished
    last = records[-1]
    if not begun and isinstance(request, skipgram.SkipgramRequest):
        _map(views.before_training(**_predicting(request), records=records))
    if not drawn:
        st.text(f"Now: {last.phase}.")
        return
    if not begun:
        st.text("These axes were found at the beginning. A fifth of the run later others are found, which stay.")
    else:
        chosen = _replay(len(drawn)) if job.finished and len(drawn) > 1 else {}
        view = views.training(**settings_of(request), **chosen, records=records)
        _map(view, _moves(view, records) if chosen else None)
    if not math.isnan(drawn[-1].loss):  # below the picture, which keeps the position that it had before the training
        ui.show("j_loss", views.training_loss(**_predicting(request), records=records))
    ui.formulas(KEY, (formula(request, drawn[-1].loss),))
    if last.vectors is not None:
        _after(request, records)


def _replay(count: int) -> dict[str, Any]:
    left, right = st.columns([1, 2])
    if int(st.session_state.get(MOMENT, 0)) >= count:  # left over from a longer run
        del st.session_state[MOMENT]
    moment = ui.control(Whole("Moment of the run", count - 1, 0, count - 1, key=MOMENT, typed=True), left)
    return {"moment": moment} | ui.ask(views.training, "axes", at=right)


def _moves(view: View, records: tuple[VectorRecord, ...]) -> ui.Moves:
    axes, last = view.call.settings["axes"], len(moments(records)) - 1

    def made() -> Frames:
        return frames(view, records, axes)

    return ui.Moves("moment", range(last + 1), MOMENT, "Moment", True, glide=True, drag=False, frames=made)


def _after(request: TrainingRequest, records: tuple[VectorRecord, ...]) -> None:
    where = source_of(request, records, st.session_state)
    st.header("What it has learned, and what not", anchor=False)
    word = ui.control(Text("Neighbours of", "war", 60, key="j_trained_word"))
    nearness.switch()
    try:
        view = views.neighbour_lists(
            **table_choice.settings(where), **nearness.settings(), components=(), word=word, neighbours=NEIGHBOURS
        )
    except ValueError as problem:
        st.warning("This word is not among those that were trained.")
        st.text(str(problem))
    else:
        ui.show("j_learned", view)
        beside(view.table)
    if alike := too_alike(where.table.vectors):
        st.warning(alike)
    scores = [score for score, _ in section_scores(where, AS_IT_IS)]
    if scores:
        every = together(scores)
        right = every.accuracy
        if ui.predict(
            Question(
                "How many of Google's analogy questions (man is to woman as king is to …) does this table answer?",
                GUESSES,
                key="j_limits",
            ),
            answer=_within(right),
            because=f"**{every.right:,} of the {every.asked:,} questions that its words cover, "
            f"{share(right, digits=3)}.** "
            "Compare MiniLM and GloVe, which were trained on far more text, under Analogies.",
        ):
            ui.show("j_answered", views.analogy_accuracy(table=where))
    st.markdown("Look at it with everything else on this page: choose **Trained here** as the table in any other part.")
