"""Word vectors trained here, identified by the settings of their training."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, Literal, get_args

from explorer.data import CORPORA
from explorer.data.cache import cached
from explorer.data.word_table import WordTable
from explorer.training import ppmi, skipgram
from explorer.training.word_corpus import LONGEST_PASTE, Corpus, VectorRecord
from explorer.views.projection.table_source import Source
from explorer.views.setting import Choice, Setting, Several, Text, Whole, document, resolve
from explorer.views.view import plain
from explorer.wording import count

Method = Literal["Count and decompose", "Skip-gram"]
COUNTING, PREDICTING = get_args(Method)
TEXTS = {
    "State of the Union": "sotu",
    "Jane Austen": "austen",
    "Shakespeare": "shakespeare",
    "Moby-Dick": "mobydick",
    "World Factbook": "factbook",
    "Dictionary definitions": "wordnet_gloss",
}
assert set(TEXTS.values()) == set(CORPORA)
TrainingRequest = ppmi.PpmiRequest | skipgram.SkipgramRequest
LONG = 300
"""Length of a visitor's own text above which a displayed call reads it from a file."""


CHOSEN: Any = Several("Texts", ("State of the Union",), tuple(TEXTS), key="j_texts", about="names of shipped texts")
METHOD: Any = Choice(
    "Method", PREDICTING, (COUNTING, PREDICTING), key="j_method", about="how rows are made from a text"
)
WIDTH: Any = Whole("Numbers per word", 50, 2, 300, (10, 25, 50, 100, 200), key="j_width", about="numbers of each word")
PASSES: Any = Whole("Passes over the text", 3, 1, 10, key="j_passes", about="over the text, of skip-gram")
WINDOW: Any = Whole(
    "Window: words on either side", 5, 1, 10, key="j_window_words", about="words on either side that count as near"
)
OWN: Any = Text("Your text", "", LONGEST_PASTE, about="your own text, used in place of the others")
RUN: Mapping[str, Setting] = {
    "texts": CHOSEN,
    "method": METHOD,
    "width": WIDTH,
    "passes": PASSES,
    "window": WINDOW,
    "own": OWN,
}
"""The settings of a training."""


def trained(
    *,
    texts: Sequence[str] = CHOSEN.default,
    method: Method = METHOD.default,
    width: int = WIDTH.default,
    passes: int = PASSES.default,
    window: int = WINDOW.default,
    own: str = OWN.default,
) -> Source:
    """Train word vectors with the page's settings, and return their table.

    Raises:
        ValueError: an unknown text or method, or a text with too few words.

    >>> trained(texts=("Moby-Dick",), method="Count and decompose", width=10, window=1)
    projection.trained(texts=('Moby-Dick',), method='Count and decompose', width=10, window=1)
    """
    given = {"texts": texts, "method": method, "width": width, "passes": passes, "window": window, "own": own}
    request = request_of(**dict(resolve(RUN, {name: plain(value) for name, value in given.items()})))
    records = ppmi.train(request) if isinstance(request, ppmi.PpmiRequest) else skipgram.train(request)
    return source_of(request, tuple(records), {})


trained.__doc__ = document(trained.__doc__ or "", RUN)


def request_of(
    texts: Sequence[str], method: str, width: int, passes: int, window: int, own: str = ""
) -> TrainingRequest:
    """Training request. Skip-gram's settings are for texts of a few hundred thousand words: weaker subsampling of
    frequent words than usual, and more and smaller steps.

    Raises:
        ValueError: no text.
    """
    corpus = Corpus(pasted=own) if own.strip() else Corpus(tuple(TEXTS[name] for name in texts))
    if method == COUNTING:
        return ppmi.PpmiRequest(corpus, dim=width, window=window)
    return skipgram.SkipgramRequest(corpus, dim=width, epochs=passes, window=window, subsample=1e-3, batch=512)


def source_of(request: TrainingRequest, records: tuple[VectorRecord, ...], memo: MutableMapping[Any, Any]) -> Source:
    """The table of a finished run."""
    table = _to_table(records[-1]) if request.private else _shared_table(records[-1])
    return Source(repr(hash(request)), table, request.private, written=table_call(request), memo=memo)


def table_call(request: TrainingRequest) -> str:
    """Displayed call of a run's table.

    >>> table_call(request_of(["Jane Austen"], "Skip-gram", 50, 2, 5))
    "projection.trained(texts=('Jane Austen',), method='Skip-gram', width=50, passes=2, window=5)"
    """
    named = {short: name for name, short in TEXTS.items()}
    own = request.corpus.pasted
    texts = repr(own) if len(own) < LONG else "open('my_text.txt', encoding='utf-8').read()"
    what = f"own={texts}" if own else f"texts={tuple(named[name] for name in request.corpus.names)}"
    how = (
        f"method={COUNTING!r}, width={request.dim}"
        if isinstance(request, ppmi.PpmiRequest)
        else f"method={PREDICTING!r}, width={request.dim}, passes={request.epochs}"
    )
    return f"projection.trained({what}, {how}, window={request.window})"


def settings_of(request: TrainingRequest) -> dict[str, Any]:
    """The settings that `request_of` makes the request from.

    >>> settings_of(request_of(["Jane Austen"], "Skip-gram", 50, 2, 5))["passes"]
    2
    """
    named = {short: name for name, short in TEXTS.items()}
    counting = isinstance(request, ppmi.PpmiRequest)
    return {
        "texts": tuple(named[name] for name in request.corpus.names) or CHOSEN.default,
        "method": COUNTING if counting else PREDICTING,
        "width": request.dim,
        "passes": 3 if isinstance(request, ppmi.PpmiRequest) else request.epochs,
        "window": request.window,
        "own": request.corpus.pasted,
    }


def _to_table(last: VectorRecord) -> WordTable:
    if last.vectors is None or last.counts is None:
        raise ValueError(f"The training has not finished: it stands at {last.phase!r}")
    note = f"{count(len(last.words), 'word')}, trained here."
    return WordTable("Trained here", last.words, last.vectors, {"times in the text": last.counts}, note)


_shared_table = cached(max_entries=4)(_to_table)
"""Tables of shipped texts, for everybody."""
