"""The runs of word vectors: the settings that name one (they are in the address), and its table once it is done."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.data import CORPORA
from explorer.data.wordtable import WordTable
from explorer.jobs.queue import Job, queue
from explorer.training import ppmi, skipgram
from explorer.training.wordvec import LONGEST_PASTE, Corpus, VectorRecord
from explorer.wording import count

COUNTING, PREDICTING = "Count and decompose", "Skip-gram"
PASTE = "My own text"
TEXTS = {
    "State of the Union": "sotu",
    "Jane Austen": "austen",
    "Shakespeare": "shakespeare",
    "Moby-Dick": "mobydick",
    "World Factbook": "factbook",
    "Dictionary definitions": "wordnet_gloss",
}
assert set(TEXTS.values()) == set(CORPORA)
Request = ppmi.PpmiRequest | skipgram.SkipgramRequest
TITLE = "word vectors"


def settings() -> Request | None:
    """The controls of a run, and the request that they describe; None, with the reason on screen, where there is none.

    The same controls stand under "Watch it train" and wherever a table trained here is looked at, so that the address
    names the run in both places.
    """
    texts = st.multiselect("Texts", [*TEXTS, PASTE], default=["State of the Union"], key="j_texts", bind="query-params")
    left, middle, right = st.columns([2, 1, 1])
    method = left.segmented_control(
        "Method", [COUNTING, PREDICTING], default=PREDICTING, required=True, key="j_method", bind="query-params"
    )
    width = middle.select_slider("Numbers per word", [10, 25, 50, 100, 200], 50, key="j_width", bind="query-params")
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
            help="A link does not carry it. It stays in the server's memory with its run, and is "
            "forgotten ten minutes after the last look at it.",
        )
    with ui.more("j_train"):
        window = st.slider("Window: words on either side", 1, 10, 5, key="j_window_words", bind="query-params")
    try:
        corpus = Corpus(pasted=pasted) if PASTE in texts else Corpus(tuple(TEXTS[name] for name in texts))
        if method == PREDICTING:
            return skipgram_request(corpus, int(width), int(passes), int(window))
        return ppmi.PpmiRequest(corpus, dim=int(width), window=int(window))
    except ValueError as problem:
        st.warning(f"{problem}.")
        return None


def skipgram_request(corpus: Corpus, width: int, passes: int, window: int) -> skipgram.SkipgramRequest:
    """A run for texts of a few hundred thousand words: frequent words thinned out less, and more, smaller steps."""
    return skipgram.SkipgramRequest(corpus, dim=width, epochs=passes, window=window, subsample=1e-3, batch=512)


def find(request: Request) -> Job | None:
    """The run for a request where this server has one, whoever asked for it."""
    return queue().find(ppmi.train if isinstance(request, ppmi.PpmiRequest) else skipgram.train, request)


def submit(request: Request) -> Job:
    """The run for a request: the one there is, or a new one."""
    if isinstance(request, ppmi.PpmiRequest):
        return queue().submit(ppmi.train, request)
    return queue().submit(skipgram.train, request)


def _made(request: Request, _last: VectorRecord) -> WordTable:
    assert _last.vectors is not None and _last.counts is not None
    note = f"{count(len(_last.words), 'word')}, trained here."
    return WordTable("Trained here", _last.words, _last.vectors, {"times in the text": _last.counts}, note)


_shared = st.cache_resource(max_entries=4, show_spinner=False)(_made)


def own(request: Request) -> bool:
    """Whether it is about a visitor's own text: what is made of it is kept for nobody else."""
    return bool(request.corpus.pasted)


def table_of(request: Request, records: tuple[VectorRecord, ...]) -> tuple[str, WordTable] | None:
    """Key and table from a finished run's records, None while it has no vectors."""
    last = records[-1] if records else None
    if last is None or last.vectors is None:
        return None
    return repr(hash(request)), (_made if own(request) else _shared)(request, last)
