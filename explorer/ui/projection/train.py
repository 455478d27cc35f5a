"""Watch it train: word vectors made here, by counting or by skip-gram, with their picture as it forms."""

from __future__ import annotations

import math

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.figures import projection as base
from explorer.figures import projection_training as figures
from explorer.geometry.analogies import together
from explorer.geometry.categories import NAMES, members
from explorer.geometry.labels import place_labels
from explorer.geometry.motion import Plane, plane_of
from explorer.geometry.neighbours import cosine_neighbours
from explorer.geometry.view import AS_IT_IS
from explorer.scripts import projection as scripts
from explorer.training import ppmi, skipgram
from explorer.training.wordvec import LONGEST_PASTE, VectorRecord
from explorer.ui.jobs import board
from explorer.ui.progress import job_panel
from explorer.ui.projection import analogies, training
from explorer.ui.projection.source import Source
from explorer.ui.projection.training import COUNTING, PASTE, PREDICTING, Request

KEY = "j_train"
SIZES = ((250.0, 220.0), (700.0, 360.0), (1150.0, 360.0))
GUESSES = ("more than half", "a quarter to a half", "10 % to a quarter", "less than 10 %")
EARLY = 0.1
"""Share of the run after which the axes stand still until it ends."""


def show() -> None:
    """Draw this part of the page."""
    with ui.controls(KEY):
        texts = st.multiselect(
            "Texts",
            [*training.TEXTS, PASTE],
            default=["State of the Union"],
            key="j_texts",
            bind="query-params",
        )
        left, middle, right = st.columns([2, 1, 1])
        method = left.segmented_control(
            "Method",
            [COUNTING, PREDICTING],
            default=PREDICTING,
            required=True,
            key="j_method",
            bind="query-params",
        )
        width = middle.select_slider("Numbers a word", [10, 25, 50, 100, 200], 50, key="j_width", bind="query-params")
        passes = (
            right.slider("Passes over the text", 1, 10, 3, key="j_passes", bind="query-params")
            if method == PREDICTING
            else 1
        )
        pasted = ""
        if PASTE in texts:
            pasted = st.text_area(
                f"Your text (up to {LONGEST_PASTE:,} characters; only it is used)",
                key="j_paste",
                max_chars=LONGEST_PASTE,
                help="A link does not carry it. It stays on the server with its run until other runs take its place.",
            )
    with ui.more(KEY):
        window = st.slider("Window: words on either side", 1, 10, 5, key="j_window_words", bind="query-params")
    st.markdown(
        "**Skip-gram** guesses the words around each word, again and again. Its table is our own `Embedding`, moved by "
        "row-sparse gradients: only the rows of a batch's words are touched."
        if method == PREDICTING
        else "**Counting** takes no guesses: it counts which words stand near which, weighs surprising pairs (PPMI), "
        "and keeps the strongest directions of that table (truncated SVD). It takes seconds."
    )
    try:
        corpus = training.corpus_of(texts, pasted)
        request: Request = (
            skipgram.SkipgramRequest(corpus, dim=int(width), epochs=int(passes), window=int(window))
            if method == PREDICTING
            else ppmi.PpmiRequest(corpus, dim=int(width), window=int(window))
        )
    except ValueError as problem:
        st.warning(f"{problem}.")
        return
    fn = skipgram.train if method == PREDICTING else ppmi.train
    job = board().find(fn, request)
    if st.button("Train", type="primary", key="j_go", disabled=job is not None and not job.finished) or job is not None:
        job_panel(
            training.submit(request),
            lambda records: _draw(request, records),
            key="j_run",
            every=2.0,
            label="Training",
        )
    else:
        st.caption("The same settings are trained once for everybody. While it runs, other visitors' pages stay quick.")


def _draw(request: Request, records: tuple[VectorRecord, ...]) -> None:
    words = next((record.words for record in records if record.words), ())
    frames = [record for record in records if record.snapshot is not None]
    last = records[-1]
    done = last.vectors is not None
    if not words or not frames:
        st.text(f"Now: {last.phase}.")
        return
    steps = [record for record in frames if not math.isnan(record.loss)]
    if steps:
        st.text(
            f"{last.pairs:,} pairs in {last.seconds:.1f} s of training"
            + (f": {last.pairs / last.seconds:,.0f} pairs a second. " if last.seconds else ". ")
            + f"Loss per pair {steps[0].loss:.3f} at first, {steps[-1].loss:.3f} now."
        )
        ui.picture(
            "j_loss",
            figures.loss_curve(
                np.array([record.epoch for record in steps], np.float32),
                np.array([record.loss for record in steps], np.float32),
                float(request.epochs) if isinstance(request, skipgram.SkipgramRequest) else 1.0,
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
    chosen = len(frames) - 1
    if len(frames) > 1 and last.phase == "done":
        chosen = st.slider("Replay: moment of the run", 0, len(frames) - 1, len(frames) - 1, key="j_moment")
    _moment(request, words, frames, chosen, done)
    if done:
        _after(request, records)


def _plane(frames: list[VectorRecord], done: bool) -> Plane:
    """The axes for all moments: those of an early one while the run goes on, those of the last one afterwards."""
    rows = [record.snapshot.astype(np.float32) for record in frames if record.snapshot is not None]
    settled = next((at for at, record in enumerate(frames) if record.step >= EARLY * record.steps), len(frames) - 1)
    early = plane_of(rows[settled])
    return plane_of(rows[-1], like=early) if done else early


def _moment(request: Request, words: tuple[str, ...], frames: list[VectorRecord], chosen: int, done: bool) -> None:
    plane = _plane(frames, done)
    snapshot = frames[chosen].snapshot
    assert snapshot is not None
    shown = words[: len(snapshot)]
    points = plane.draw(snapshot.astype(np.float32))
    groups = _groups(shown)
    latest = frames[-1].snapshot
    assert latest is not None
    every = np.concatenate([points, plane.draw(latest.astype(np.float32))])
    ui.picture(
        "j_moving",
        _figure(points, shown, groups, base.extent(every), "after" if done else "during"),
        summary=(
            f"The {len(shown):,} most frequent words after {frames[chosen].epoch:.1f} passes. All moments are drawn on "
            "the same two axes, " + ("those of the last moment." if done else "which stand still until the run ends.")
            if len(frames) > 1
            else f"The {len(shown):,} most frequent of {len(words):,} words, on their first two components."
        ),
        table=lambda: ui.Table(
            {"word": list(shown), "first axis": points[:, 0], "second axis": points[:, 1]}, "moment"
        ),
        script=lambda: scripts.train(
            "skipgram" if isinstance(request, skipgram.SkipgramRequest) else "ppmi",
            repr(request) if len(repr(request)) < 2000 else "...  # your pasted text is left out here",
        ),
    )


def _groups(words: tuple[str, ...]) -> dict[str, NDArray[np.int64]]:
    """The five kinds of words with the most members here."""
    number = {word: row for row, word in enumerate(words)}
    found = members(lambda word: number.get(word.lower()), NAMES)
    best = sorted(found, key=lambda name: -len(found[name]))[:5]
    return {name: found[name] for name in NAMES if name in best and len(found[name])}


def _figure(
    points: NDArray[np.float32],
    words: tuple[str, ...],
    groups: dict[str, NDArray[np.int64]],
    box: tuple[float, float, float, float],
    revision: str,
) -> go.Figure:
    turns = max(map(len, groups.values()), default=0)
    order = [int(rows[turn]) for turn in range(turns) for rows in groups.values() if turn < len(rows)]
    placed = place_labels(points[order], [words[row] for row in order], sizes=SIZES, bounds=box, limit=30)
    labels = [base.Label(order[label.index], words[order[label.index]], label.place) for label in placed]
    return figures.frame(points, words, groups, labels, box=box, revision=revision)


def _after(request: Request, records: tuple[VectorRecord, ...]) -> None:
    found = training.table_of(request, records)
    assert found is not None
    where = Source(*found)
    st.header("What it has learned, and what not", anchor=False)
    asked = st.text_input("Neighbours of", "war", key="j_trained_word", bind="query-params", max_chars=60)
    row = where.table.find(asked)
    if row is None:
        st.warning("This word is not among those that were trained.")
        st.text(", ".join(where.table.closest_spelling(asked)) or "Nothing similar either.")
    else:
        near = cosine_neighbours(where.table.vectors, row, 8)
        pairs = (f"{where.table.words[i]} {value:.2f}" for i, value in zip(near.ids, near.values, strict=True))
        st.text(f"Nearest to {where.table.words[row]} by cosine: {', '.join(pairs)}")
    scores = [score for score in analogies._scores(where, AS_IT_IS) if score.asked]
    if scores:
        every = together(scores)
        right = every.accuracy
        if ui.predict(
            "j_limits",
            "How many of Google's analogy questions (man is to woman as king is to …) does this table answer?",
            GUESSES,
            answer=GUESSES[0 if right > 0.5 else 1 if right > 0.25 else 2 if right > 0.1 else 3],
            because=f"{every.right:,} of the {every.asked:,} questions that its words cover, {right:.1%}. Analogies "
            "need far more text than fits into a minute: compare MiniLM and GloVe under Analogies.",
        ):
            st.text(f"Measured on this very table: {right:.1%} of {every.asked:,} questions.")
    st.markdown("Look at it with everything else on this page: choose **Trained here** as the table in any other part.")
