"""Which share of the vocabulary a batch touches, measured on whole books."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import ui
from explorer.data import CORPORA
from explorer.figures.gradients import rows as figures
from explorer.figures.spec import Spec
from explorer.gradients import touched
from explorer.scripts import gradients as scripts

PART = ui.Part("Whole books")

TITLES = {info.title: name for name, info in CORPORA.items()}
SIZES = tuple(2**power for power in range(6, 22))
STEP = 65_536
GUESSES = ("about 1 %", "about 12 %", "about half", "nearly all")
_NAMES = {"gpt2": "gpt2, r50k_base"}


def _name(encoding: str) -> str:
    return _NAMES.get(encoding, encoding)


@st.cache_data(max_entries=64, show_spinner=False)
def _shares(book: str, size: int) -> Spec:
    curves = touched.results()[book]
    lines = {_name(name): (c.sizes, np.array(c.share), np.array(c.spread)) for name, c in curves.items()}
    first = curves["gpt2"]
    uniform = np.array([touched.uniform_share(n, first.vocab_size) for n in first.sizes])
    return figures.shares(lines, chosen=size, uniform=uniform, name="gpt2")


@st.cache_data(max_entries=16, show_spinner=False)
def _ranks(book: str) -> Spec:
    curves = touched.results()[book]
    return figures.ranks({_name(name): (curve.ranks, curve.counts) for name, curve in curves.items()})


@st.fragment
def show() -> None:
    """A guess, then the curves and why they look so."""
    guessed = ui.predict(
        "g_guess_books",
        "A training step reads 32 × 2048 = 65,536 tokens of Jane Austen. Which share of gpt2's 50,257 rows learns?",
        GUESSES,
        answer=_answer,
        because="“99 % of the rows get no gradient” holds for batches of a thousand tokens or so, not for this one.",
    )
    if not guessed:
        return
    with ui.controls("g_books"):
        left, right = st.columns(2)
        title = left.selectbox("Book", list(TITLES), key="g_book", bind="query-params")
        size = int(right.select_slider("Tokens in the batch", SIZES, STEP, key="g_size", bind="query-params"))
    book = TITLES[title]
    ui.picture(
        "g_shares",
        _shares(book, size),
        summary=_words(book, size),
        table=lambda: _table(book),
        script=lambda: scripts.books(book, size),
    )
    st.header("Why so few: a few tokens come all the time", anchor=False)
    curve = touched.results()[book]["gpt2"]
    ui.picture(
        "g_ranks",
        _ranks(book),
        summary=f"gpt2: the most frequent token comes {curve.counts[0]:,} times, which is "
        f"{curve.counts[0] / curve.tokens:.1%} of the book. {curve.vocab_size - curve.distinct:,} of the "
        f"{curve.vocab_size:,} rows are not in the book at all and never learn from it.",
        table=lambda: _rank_table(book),
        script=lambda: scripts.books(book, size),
    )
    st.markdown(
        "Words come by **Zipf's law**: the token of rank r comes about 1/r as often as the first. A larger batch "
        "brings more of the same. Measured by us: books cut into sequences of 512 tokens, 8 batches drawn by lot for "
        "each size; the thin bars are their standard deviation."
    )


def _answer() -> str:
    curve = touched.results()["austen"]["gpt2"]
    share = curve.share[curve.sizes.index(STEP)]
    return min(GUESSES, key=lambda guess: abs(share - {0: 0.01, 1: 0.12, 2: 0.5, 3: 0.97}[GUESSES.index(guess)]))


def _words(book: str, size: int) -> str:
    parts, short = [], []
    for name, curve in touched.results()[book].items():
        if size in curve.sizes:
            parts.append(f"{_name(name)} {curve.share[curve.sizes.index(size)]:.2%}")
        else:
            short.append(f"{_name(name)} {curve.tokens:,}")
    text = (
        f"{CORPORA[book].title}, a batch of {size:,} tokens touches of its rows: {'; '.join(parts)}." if parts else ""
    )
    if short:
        text += f" The book is too short for a batch of {size:,} tokens: {'; '.join(short)}."
    ones = [_one_percent(touched.results()[book]["gpt2"])]
    return f"{text.strip()} With gpt2, 99 % of the rows get no gradient up to about {ones[0]:,} tokens."


def _one_percent(curve: touched.Curve) -> int:
    """Tokens at which 1 % is touched, between the measured sizes on a log-log line; two digits."""
    at = float(np.exp(np.interp(np.log(0.01), np.log(curve.share), np.log(curve.sizes))))
    return int(float(f"{at:.1e}"))


def _table(book: str) -> ui.Table:
    rows = [
        (_name(name), curve.vocab_size, size, share, spread)
        for name, curve in touched.results()[book].items()
        for size, share, spread in zip(curve.sizes, curve.share, curve.spread, strict=True)
    ]
    titles = ("tokenizer", "rows in the table", "tokens in the batch", "share touched", "standard deviation")
    return ui.Table(dict(zip(titles, map(list, zip(*rows, strict=True)), strict=True)), f"share_touched_{book}")


def _rank_table(book: str) -> ui.Table:
    rows = [
        (_name(name), rank, times)
        for name, curve in touched.results()[book].items()
        for rank, times in zip(curve.ranks, curve.counts, strict=True)
    ]
    titles = ("tokenizer", "rank", "times in the book")
    return ui.Table(dict(zip(titles, map(list, zip(*rows, strict=True)), strict=True)), f"ranks_{book}")
