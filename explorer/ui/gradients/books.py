"""What share of the vocabulary a batch touches, measured on whole books."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import ui
from explorer.content.en import questions
from explorer.data import CORPORA
from explorer.figures.gradients import rows as figures
from explorer.figures.spec import Spec, guessed
from explorer.gradients import touched
from explorer.gradients.batch import labels
from explorer.scripts import gradients as scripts
from explorer.ui.frame.badge import BADGES
from explorer.wording import count, fixed, number, share, span, tiny

PART = ui.Part(
    "Whole books",
    why="A training step reads thousands of tokens, not six; counting in the texts shipped here tells how many "
    "[[rows]] of the table it reaches.",
    look="Equal steps along an axis multiply by equal numbers; the dotted curve is what you would get if all rows were "
    "equally likely.",
    shown=f"Tokens of gpt2 are counted · V = {BADGES['whisper'].rows:,} · D plays no part",
)

TITLES = {info.title: name for name, info in CORPORA.items()}
SIZES = tuple(2**power for power in range(6, 22))
STEP = 65_536
GUESSED = dict(zip(questions.BOOKS.options, (0.01, 0.12, 0.5, 0.97), strict=True))
_NAMES = {"gpt2": "gpt2, r50k_base"}


def _name(encoding: str) -> str:
    return _NAMES.get(encoding, encoding)


@st.cache_data(max_entries=64, show_spinner=False)
def _shares(book: str, size: int, told: bool) -> Spec:
    curves = touched.results()[book]
    shown = curves if told else {}
    lines = {_name(name): (c.sizes, np.array(c.share), np.array(c.spread)) for name, c in shown.items()}
    first = curves["gpt2"]
    uniform = np.array([touched.uniform_share(n, first.vocab_size) for n in first.sizes])
    return figures.shares(lines, chosen=size, uniform=uniform, name="gpt2")


@st.cache_data(max_entries=16, show_spinner=False)
def _ranks(book: str) -> Spec:
    curves = touched.results()[book]
    return figures.ranks({_name(name): (curve.ranks, curve.counts) for name, curve in curves.items()})


def show() -> None:
    """A guess, then the curves and why they look so."""
    with ui.controls("g_books"):
        left, right = st.columns(2)
        title = left.selectbox("Book", list(TITLES), key="g_book", bind="query-params")
        size = int(right.select_slider("Tokens in the batch", SIZES, STEP, key="g_size", bind="query-params"))
    book = TITLES[title]
    uniform = touched.uniform_share(STEP, touched.results()["austen"]["gpt2"].vocab_size)
    guess = ui.predict(
        *questions.BOOKS,
        answer=_answer,
        because=f"Were all rows equally likely, {share(uniform)} would be touched. But a few tokens come all the time, "
        "so most of the 65,536 land on rows that have been read already.",
        hint=f"Were all rows equally likely, {share(uniform)} would be touched. Are they?",
    )
    ui.picture(
        "g_shares",
        _with_guess(_shares(book, size, bool(guess)), guess),
        summary=_words(book, size) + _said(guess)
        if guess
        else "Drawn: the share that would be touched if all rows were equally likely. What the books touch comes after "
        "your guess.",
        table=(lambda: _table(book)) if guess else None,
        script=(lambda: scripts.books(book, size)) if guess else None,
    )
    rows = touched.results()[book]["gpt2"].vocab_size
    missed, most = (1 - 1 / rows) ** size, touched.uniform_share(size, rows)
    ui.formula(
        "g_shares",
        r"\text{share}=1-\left(1-\frac{1}{V}\right)^{n}",
        {
            "V": f"rows of gpt2’s table: {rows:,}",
            "n": f"tokens in the batch: {size:,}",
            r"1-\tfrac{1}{V}": "the chance that a token is not row v, were all rows equally likely",
        },
        f"(1 − 1/{rows:,}) to the power of {size:,} is {tiny(missed, 4)}: this share of the rows "
        f"would not be touched, and {share(most, 1, 3) if most < 1 else 'as good as all of them'} would.",
    )
    if not guess:
        return
    st.header("Why so few: a few tokens come all the time", anchor=False)
    ui.picture(
        "g_ranks",
        _ranks(book),
        summary=ranks_words(book),
        table=lambda: _rank_table(book),
        script=lambda: scripts.books(book, size),
    )
    ui.say(
        "[[Zipf's law]] says that the token of rank r comes 1/r as often as the first (the dotted line). In the middle "
        f"of these curves, at the drawn ranks from 10 to 1,000, it is off by a factor of {_zipf_factor(book)} at most; "
        "how well it fits their ends differs from book to book. A larger batch brings more of the same. "
        "Measured by us: books cut into sequences of 512 tokens (shorter where a batch has fewer), 8 batches drawn "
        "at random for each size; the "
        "thin bars are their [[standard deviation]]."
    )


def _with_guess(figure: Spec, guess: ui.Guess) -> Spec:
    return guessed(figure, STEP, GUESSED[guess.first]) if guess and guess.first else figure


def _said(guess: ui.Guess) -> str:
    if not guess.first:
        return ""
    return f" Your guess for {count(STEP, 'token')} of Jane Austen, {share(GUESSED[guess.first])}, is the star."


def ranks_words(book: str) -> str:
    """The most frequent token, how far the counts are from Zipf's law, and the rows that never learn."""
    curve = touched.results()[book]["gpt2"]
    name = labels([curve.commonest], "gpt2")[0]
    named = "the line break (↵)" if name == "↵" else f"“{name}”"
    off = dict(zip(curve.ranks, touched.times_zipf(curve).tolist(), strict=True))
    middle = [off[rank] for rank in curve.ranks if 10 <= rank <= 1000]
    last = curve.ranks[-1]
    return (
        f"gpt2: the most frequent token is {named}. It comes {curve.counts[0]:,} times, which is "
        f"{share(curve.counts[0], curve.tokens)} of the book. Tokens of the drawn ranks from 10 to 1,000 come "
        f"{span(middle)} times as often as the first one's count divided by their rank, the last (rank {last:,}) "
        f"{fixed(off[last])} times. {curve.vocab_size - curve.distinct:,} of the {curve.vocab_size:,} rows are not in "
        "the book at all and never learn from it through the lookup."
    )


def _zipf_factor(book: str) -> str:
    """How far the counts of the middle ranks are from Zipf's law, in all encodings, up or down."""
    off = [
        times
        for curve in touched.results()[book].values()
        for rank, times in zip(curve.ranks, touched.times_zipf(curve).tolist(), strict=True)
        if 10 <= rank <= 1000
    ]
    return number(max(max(off), 1 / min(off)), 2)


def _answer() -> str:
    curve = touched.results()["austen"]["gpt2"]
    found = curve.share[curve.sizes.index(STEP)]
    return min(GUESSED, key=lambda guess: abs(found - GUESSED[guess]))


def _words(book: str, size: int) -> str:
    parts, short = [], []
    for name, curve in touched.results()[book].items():
        if size in curve.sizes:
            parts.append(f"{_name(name)} {share(curve.share[curve.sizes.index(size)], 1, 3)}")
        else:
            short.append(f"{_name(name)} {curve.tokens:,}")
    said = [CORPORA[book].title + "."]
    if parts:
        said.append(f"Share of the rows that a batch of {count(size, 'token')} touches: {'; '.join(parts)}.")
    if short:
        said.append(f"The book is too short for a batch of {count(size, 'token')}: {'; '.join(short)}.")
    low = touched.one_percent(touched.results()[book]["gpt2"])
    return (
        f"{' '.join(said)} With gpt2, 99 % of the rows get no gradient through the lookup up to about {low:,} tokens."
    )


def _table(book: str) -> ui.Table:
    rows = [
        (_name(name), curve.vocab_size, size, part, spread)
        for name, curve in touched.results()[book].items()
        for size, part, spread in zip(curve.sizes, curve.share, curve.spread, strict=True)
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
