"""The runs of word vectors that this session has asked for, and the table of the latest finished one."""

from __future__ import annotations

import streamlit as st

from explorer.data import CORPORA
from explorer.geometry.words import WordTable
from explorer.training import ppmi, skipgram
from explorer.training.wordvec import Corpus, VectorRecord
from explorer.ui.jobs import Job, board

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
ASKED = "j_asked"


def submit(request: Request) -> Job:
    """The run for a request: the one there is, or a new one."""
    st.session_state[ASKED] = request
    return _submit(request)


def _submit(request: Request) -> Job:
    if isinstance(request, ppmi.PpmiRequest):
        return board().submit(ppmi.train, request, title="word vectors by counting")
    return board().submit(skipgram.train, request, title="skip-gram")


def asked() -> Request | None:
    """What this session asked for last."""
    return st.session_state.get(ASKED)


def latest() -> tuple[str, WordTable] | None:
    """Key and table of the last run that this session asked for, once it is done."""
    request = asked()
    if request is None:
        return None
    fn = ppmi.train if isinstance(request, ppmi.PpmiRequest) else skipgram.train
    job = board().find(fn, request)
    if job is None or not job.records:
        return None
    return table_of(request, job.records)


@st.cache_resource(max_entries=4, show_spinner=False)
def _table(request: Request, _last: VectorRecord) -> WordTable:
    assert _last.vectors is not None and _last.counts is not None
    note = f"{len(_last.words):,} words, trained here."
    return WordTable("Trained here", _last.words, _last.vectors, {"times in the text": _last.counts}, note)


def table_of(request: Request, records: tuple[VectorRecord, ...]) -> tuple[str, WordTable] | None:
    """Key and table from a finished run's records, None while it has no vectors."""
    last = records[-1]
    return None if last.vectors is None else (repr(hash(request)), _table(request, last))


def corpus_of(chosen: list[str], pasted: str) -> Corpus:
    """The corpus for what was chosen on the page; raises ValueError for nothing or too much."""
    if PASTE in chosen:
        return Corpus(pasted=pasted)
    return Corpus(tuple(TEXTS[name] for name in chosen))
