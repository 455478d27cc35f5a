"""Vocabulary share: the part of a table that a batch of a book touches, and token frequency by rank."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from explorer.content.en import shared_page_questions
from explorer.data import CORPORA
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, guessed, layout
from explorer.gradients import vocabulary_share
from explorer.tokenizers import token_labels
from explorer.tokenizers.vocabularies import NAMED
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Int
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, fixed, number, share, span, tiny

SIZES = tuple(2**power for power in range(6, 22))
ASKED = 65_536
"""Batch size in tokens that the page asks about."""
GUESSES = dict(zip(shared_page_questions.BOOKS.choices, (0.01, 0.12, 0.5, 0.97), strict=True))
"""Answers about a batch of `ASKED` tokens of Jane Austen, and the share that each means."""
MIDDLE = 10, 1000
"""Ranks between which the counts are compared with Zipf's law."""


Book = Literal["austen", "factbook", "mobydick", "shakespeare", "sotu", "wordnet_gloss"]
BOOK: Any = Choice(
    "Book",
    "austen",
    {name: info.title for name, info in CORPORA.items()},
    key="g_book",
    listed=True,
    about="a name of `explorer.data.CORPORA`",
)
SIZE: Any = Choice(
    "Tokens in the batch", ASKED, SIZES, key="g_size", listed=True, about="tokens in the batch of the sentence"
)


@picture(vocabulary_share.measure, vocabulary_share.uniform_share)
def shares(*, book: Book = BOOK, size: Int = SIZE) -> View:
    """Share of a table's rows that a batch of a book touches, by tokenizer and number of tokens.

    The results ship with the package; `explorer.gradients.vocabulary_share.measure` makes them again in minutes.

    >>> shares(size=64).table["share touched"][0]
    0.000985
    """

    def draw(answered: bool, guess: str | None) -> View:
        spec = _shares(book, size, answered)
        if not answered:
            says = (
                "Drawn: the share that would be touched if all rows were equally likely. What the books touch comes "
                "after your guess."
            )
            return View(spec, says, Table({}, f"share_touched_{book}"), (_formula(book, size),))
        says = _share_words(book, size)
        if guess:
            spec = guessed(spec, ASKED, GUESSES[guess])
            says += f" Your guess for {count(ASKED, 'token')} of Jane Austen, {share(GUESSES[guess])}, is the star."
        return View(spec, says, lambda: _share_table(book), (_formula(book, size),))

    return with_question(draw)


@picture(vocabulary_share.measure, vocabulary_share.times_zipf)
def ranks(*, book: Book = BOOK) -> View:
    """Token frequency by rank in a book, beside Zipf's law.

    >>> ranks().table["times in the book"][0]
    72178
    """
    return View(_ranks(book), _rank_words(book), lambda: _rank_table(book))


def _name(encoding: str) -> str:
    return NAMED.get(encoding, encoding)


def _share_words(book: str, size: int) -> str:
    parts, short = [], []
    for name, curve in vocabulary_share.results()[book].items():
        if size in curve.sizes:
            parts.append(f"{share(curve.share[curve.sizes.index(size)], 1, 3)} of the rows of {_name(name)}")
        else:
            short.append(f"{_name(name)} {curve.tokens:,}")
    batch, said = f"batch of {count(size, 'token')} of {CORPORA[book].title}", []
    if parts:
        said.append(f"A {batch} touches {parts[0]}.")
    if short:
        said.append(f"The book is too short for a {batch}: {'; '.join(short)}.")
    low = vocabulary_share.one_percent(vocabulary_share.results()[book]["gpt2"])
    return f"{' '.join(said)} With GPT-2, 99 % of the rows get no gradient through the lookup up to {low:,} tokens."


def _rank_words(book: str) -> str:
    curves = vocabulary_share.results()[book]
    curve = curves["gpt2"]
    name = token_labels([curve.commonest], "gpt2")[0]
    named = "the line break (↵)" if name == "↵" else f"“{name}”"
    off = {
        name: dict(zip(curves[name].ranks, vocabulary_share.times_zipf(curves[name]).tolist(), strict=True))
        for name in NAMED
    }
    middle = {name: [times[r] for r in times if MIDDLE[0] <= r <= MIDDLE[1]] for name, times in off.items()}
    farthest = max(max(times, 1 / times) for each in middle.values() for times in each)
    last = curve.ranks[-1]
    return (
        f"GPT-2: the most frequent token is {named}. It comes {curve.counts[0]:,} times, which is "
        f"{share(curve.counts[0], curve.tokens)} of the book. Tokens of the drawn ranks from {MIDDLE[0]} to "
        f"{MIDDLE[1]:,} come {span(middle['gpt2'])} times as often as the first one's count divided by their rank, the "
        f"last (rank {last:,}) {fixed(off['gpt2'][last])} times. {curve.vocab_size - curve.distinct:,} of the "
        f"{curve.vocab_size:,} rows are not in the book at all and never learn from it through the lookup. With all "
        f"{len(off)} tokenizers drawn, Zipf's law, first ÷ rank, is off by a factor of {number(farthest, 2)} at most "
        "at those ranks."
    )


def _formula(book: str, size: int) -> Formula:
    rows = vocabulary_share.results()[book]["gpt2"].vocab_size
    missed, most = (1 - 1 / rows) ** size, vocabulary_share.uniform_share(size, rows)
    return Formula(
        r"\text{share}=1-\left(1-\frac{1}{V}\right)^{n}",
        {
            "V": f"rows of GPT-2’s table: {rows:,}",
            "n": f"tokens in the batch: {size:,}",
            r"1-\tfrac{1}{V}": "the chance that a token is not row v, were all rows equally likely",
        },
        f"(1 − 1/{rows:,}) to the power of {size:,} is {tiny(missed, 4)}: this share of the rows "
        f"would not be touched, and {share(most, 1, 3) if most < 1 else 'as good as all of them'} would.",
    )


def _share_table(book: str) -> Table:
    rows = [
        (_name(name), curve.vocab_size, size, part, spread)
        for name, curve in vocabulary_share.results()[book].items()
        for size, part, spread in zip(curve.sizes, curve.share, curve.spread, strict=True)
    ]
    titles = ("tokenizer", "rows in the table", "tokens in the batch", "share touched", "standard deviation")
    return _of_rows(titles, rows, f"share_touched_{book}")


def _rank_table(book: str) -> Table:
    rows = [
        (_name(name), rank, times)
        for name, curve in vocabulary_share.results()[book].items()
        for rank, times in zip(curve.ranks, curve.counts, strict=True)
    ]
    return _of_rows(("tokenizer", "rank", "times in the book"), rows, f"ranks_{book}")


def _of_rows(titles: Sequence[str], rows: Sequence[tuple[Any, ...]], name: str) -> Table:
    return Table(dict(zip(titles, map(list, zip(*rows, strict=True)), strict=True)), name)


Floats = NDArray[np.floating[Any]]


@lru_cache(maxsize=64)
def _shares(book: str, size: int, answered: bool) -> Spec:
    """Share of the rows touched (0 to 1) against tokens in a batch; before a guess for ids drawn evenly alone."""
    curves = vocabulary_share.results()[book]
    traces = [
        _curve(number, _name(name), curve.sizes, curve.share, "%{x:,} tokens: %{y:.2%}")
        | {"error_y": {"array": np.asarray(curve.spread, np.float32), "thickness": 1}}
        for number, (name, curve) in enumerate((name, curves[name]) for name in NAMED)
        if answered
    ]
    first = curves["gpt2"]
    uniform = [vocabulary_share.uniform_share(n, first.vocab_size) for n in first.sizes]
    traces.append(
        {
            "type": "scatter",
            "x": [64 * 2**power for power in range(len(uniform))],
            "y": np.asarray(uniform, np.float32),
            "mode": "lines",
            "name": "if all alike",
            "line": {"color": theme.INK, "dash": "dot", "width": 1},
            "hovertemplate": "%{x:,} tokens: %{y:.2%}<extra>all alike</extra>",
        }
    )
    ticks = {"type": "log", "tickvals": [0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1], "tickformat": "~%"}
    made = layout(
        "tokens in the batch",
        "share of the rows read",
        480,
        legend=True,
        x={"type": "log", "dtick": 1, "tickformat": "~s"},
        y=ticks,
    )
    look = {"color": theme.INK, "width": 1, "dash": "dash"}
    line = {"type": "line", "x0": size, "x1": size, "y0": 0, "y1": 1, "yref": "y domain", "line": look}
    return Spec(traces, made | {"shapes": [line]})


@lru_cache(maxsize=16)
def _ranks(book: str) -> Spec:
    """Token frequency by rank, both logarithmic, and the line of Zipf's law: first ÷ rank."""
    curves = vocabulary_share.results()[book]
    traces = [
        _curve(number, _name(name), curve.ranks, curve.counts, "rank %{x:,}: %{y:,} times")
        for number, (name, curve) in enumerate((name, curves[name]) for name in NAMED)
    ]
    first = next(iter(curves.values()))
    ends = [first.ranks[0], first.ranks[-1]]
    traces.append(
        {
            "type": "scatter",
            "x": ends,
            "y": [first.counts[0] / end for end in ends],
            "mode": "lines",
            "name": "first ÷ rank",
            "line": {"color": theme.INK, "dash": "dot", "width": 1},
            "hoverinfo": "skip",
        }
    )
    log = {"type": "log", "dtick": 1, "tickformat": "~s"}
    return Spec(traces, layout("rank (1: the most frequent)", "times in the book", 400, legend=True, x=log, y=log))


def _curve(number: int, title: str, x: Sequence[int], y: Any, hover: str) -> dict[str, Any]:
    look = theme.category(number)
    return {
        "type": "scatter",
        "x": list(x),
        "y": np.asarray(y, np.float32),
        "mode": "lines+markers",
        "name": title,
        "line": {"color": look["color"], "dash": look["dash"]},
        "marker": {"symbol": look["symbol"], "size": 8},
        "hovertemplate": f"{hover}<extra>{title}</extra>",
    }
