"""Tied and untied output: a row's gradient through the lookup and through the softmax, in a model trained here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from explorer.data.cache import cached
from explorer.figures.figure_spec import Spec
from explorer.figures.gradients import tied_output as figures
from explorer.figures.theme import token_color
from explorer.gradients import tied_output as engine
from explorer.lm import shipped_model as lm
from explorer.tokenizers import SMALL, encode, token_bytes, token_labels
from explorer.views.formula import Formula
from explorer.views.setting import Choice
from explorer.views.table import Table
from explorer.views.text_settings import TEXT
from explorer.views.view import View, picture, with_question
from explorer.wording import count, fixed, number, share, verb


@dataclass(frozen=True, eq=False)
class Found:
    """Both gradients of every row, for the picture and the sentence."""

    ends: engine.Ends
    lookup: engine.Array
    names: tuple[str, ...]
    left_out: int

    @cached_property
    def softmax(self) -> engine.Array:
        """Gradient lengths through the softmax, (V,), computed on demand after the guess."""
        return engine.lengths(self.ends.softmax)


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    return tuple(token_labels(range(lm.load_lm().config.vocab_size), SMALL))


@cached(2, expires=True)  # 4 MB each: both gradients of all rows
def found_of(text: str) -> Found:
    """Both gradients of a text, read by the shipped model."""
    model = lm.load_lm()
    ids = encode(text, SMALL)
    most = model.config.train_len + 1
    ends = engine.both_ends(model.config, model.weights, ids[-most:])
    return Found(ends, ends.lookup_lengths, _names(), max(0, len(ids) - most))


TIED: Any = Choice(
    "Table to compare with",
    True,
    {True: "The same table (tied)", False: "A second table (untied)"},
    key="g_tied",
    about="whether the output layer uses the token table, or a matrix of its own",
)


@picture(engine.both_ends)
def both_ends(*, text: str = TEXT, tied: bool = TIED) -> View:
    """The gradient of every row of a trained model's table, through the lookup and through the softmax.

    >>> both_ends(text="The cat sat").table["token"][:3]
    ['␣cat', '␣sat', 'The']
    """
    found = found_of(text)
    short = found.left_out
    return with_question(
        lambda answered, _: View(
            _figure(text, answered and tied),
            _sentence(found, tied, answered),
            lambda: _table(found, answered and tied),
            (_formula(found),),
            f"The model reads {count(lm.load_lm().config.train_len, 'token')} at most, as on the first page: "
            f"{count(short, 'token')} at the beginning {verb(short, 'is', 'are')} left out."
            if short
            else "",
        )
    )


@cached(8, expires=True)
def _figure(text: str, scored: bool) -> Spec:
    found = found_of(text)
    read = np.flatnonzero(found.lookup)
    colors = [token_color(piece) for piece in token_bytes(read.tolist(), SMALL)]
    return figures.ends(found.lookup, found.softmax if scored else None, found.names, colors)


def _sentence(found: Found, is_tied: bool, told: bool) -> str:
    """Sentence on which rows get a gradient through which path; before the guess, through the lookup only."""
    ends = found.ends
    read, rows = len(ends.learns(tied=False)), ends.vocab_size
    start = (
        f"The model reads {count(len(ends.ids), 'token')} and predicts the one after "
        f"{verb(len(ends.ids), 'it', 'each')} (mean loss {fixed(ends.loss)} nats). Through the lookup "
        f"{count(read, 'row')} of {rows:,} {verb(read, 'gets', 'get')} a gradient: {share(read, rows)}."
    )
    if not is_tied:
        return (
            f"{start} Untied, that is all the token table gets: the gradient through the softmax goes to the output "
            f"matrix, which has {rows:,} rows of its own."
        )
    if not told:
        return f"{start} What comes through the softmax is shown after your guess."
    learns = len(ends.learns(tied=True))
    half = engine.rows_for_half(ends.softmax)
    top = int(found.softmax.argmax())
    ratio = float(np.linalg.norm(found.softmax) / np.linalg.norm(found.lookup))
    return (
        f"{start} In all, lookup and softmax together, {learns:,} of {rows:,}: {share(learns, rows)}. The gradient "
        f"through the softmax is {number(ratio)} times as long as the one through the lookup, and spread unevenly: "
        f"{count(half, 'row')} {verb(half, 'holds', 'hold')} at least half of the sum of its "
        "squared lengths. The longest is that of "
        f"“{found.names[top]}”, row {top:,}; the median row gets {number(float(np.median(found.softmax)), 2)}, the "
        f"longest {number(float(found.softmax[top]), 2)}."
    )


def _formula(found: Found) -> Formula:
    ends = found.ends
    read = len(ends.learns(tied=False))
    return Formula(
        r"\frac{\partial L}{\partial E_v} = \underbrace{\sum_{t: \mathrm{id}(t) = v} G_t}_{\text{through the lookup}}"
        r" + \underbrace{\frac{1}{T}\sum_t (p_{t,v} - y_{t,v})\, h_t}_{\text{through the softmax, if tied}}",
        {
            "E_v": f"row v of the table, v from 0 to {ends.vocab_size - 1:,}",
            "G_t": "the gradient that comes down to the vector looked up at position t",
            "p_{t,v}": "the chance that the model gives token v after position t, above 0 for every token",
            "y_{t,v}": "1 for the token that came, 0 for the others",
            "h_t": "what the model says at position t, the vector that is compared with every row",
            "T": f"predictions: {len(ends.ids)}",
        },
        f"The first sum is empty for {ends.vocab_size:,} − {read:,} = {ends.vocab_size - read:,} "
        "rows: nobody read them.",
    )


def _table(found: Found, told: bool) -> Table:
    columns: dict[str, Any] = {"row": np.arange(found.ends.vocab_size), "token": found.names}
    columns["through the lookup"] = found.lookup
    if told:
        columns["through the softmax"] = found.softmax
        columns["both together"] = engine.lengths(found.ends.gradient(tied=True))
    order = np.argsort(-found.lookup - (found.softmax if told else 0), kind="stable")
    ordered = {name: [values[i] for i in order] for name, values in columns.items()}
    return Table(ordered, "both_ends")
