"""Training runs of word vectors: the settings that identify a run (they are in the URL), and its finished table."""

from dataclasses import replace

import streamlit as st

from explorer import ui
from explorer.jobs.job_queue import Job, queue
from explorer.training import ppmi, skipgram
from explorer.training.word_corpus import LONGEST_PASTE, Corpus
from explorer.ui.frame.ask import control
from explorer.views.projection import trained_tables as run
from explorer.views.projection.trained_tables import PREDICTING, TEXTS, TrainingRequest, request_of

PASTE = "My own text"


def settings() -> TrainingRequest | None:
    """Draw the controls of a run and return its request; None, with a message, if they describe none.

    The same controls are under "Watch it train" and wherever a table trained here is used, so that every such URL
    identifies the run.
    """
    texts = control(replace(run.CHOSEN, options=(*TEXTS, PASTE), least=0))
    left, middle, right = st.columns([2, 1, 1])
    method, width = control(run.METHOD, left), control(run.WIDTH, middle)
    passes = control(run.PASSES, right) if method == PREDICTING else 1
    pasted = ""
    if PASTE in texts:
        pasted = st.text_area(
            f"Your text (up to {LONGEST_PASTE:,} characters; only it is used)",
            key="j_paste",
            help="A link does not carry it. It stays in the server's memory with its run, and is "
            "forgotten ten minutes after the last look at it.",
        )
    window = control(run.WINDOW, ui.more_controls("j_train"))
    try:
        if PASTE in texts:
            Corpus(pasted=pasted)  # an empty own text gets a message; it is not replaced by the chosen texts
        shipped = [name for name in texts if name != PASTE]
        return request_of(shipped, method, width, passes, window, pasted)
    except ValueError as problem:
        st.warning(f"{problem}.")
        return None


def find(request: TrainingRequest) -> Job | None:
    """The run for a request, if this server has one, whoever started it."""
    return queue().find(ppmi.train if isinstance(request, ppmi.PpmiRequest) else skipgram.train, request)


def submit(request: TrainingRequest) -> Job:
    """The run for a request: an existing one, or a new one."""
    if isinstance(request, ppmi.PpmiRequest):
        return queue().submit(ppmi.train, request)
    return queue().submit(skipgram.train, request)
