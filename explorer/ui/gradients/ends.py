"""Tied or untied: what a row gets through the lookup, and what through the softmax, in a model trained here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import streamlit as st

from explorer import ui
from explorer.data.cache import briefly
from explorer.figures.gradients import ends as figures
from explorer.figures.spec import Spec
from explorer.figures.theme import token_color
from explorer.gradients import batch, tied
from explorer.lm import model as lm
from explorer.scripts import gradients as scripts
from explorer.tokenizers import SMALL, encode, token_bytes
from explorer.ui.frame import presenter
from explorer.wording import count, fixed, number, share, verb

PART = ui.Part(
    "Tied or untied",
    why="Many models use their token table twice, to read a text and to score every token as the next one: with such "
    "a [[tied]] output a row can get a [[gradient]] from both ends.",
    look="Squares are rows that were read (through the [[lookup]]), dots are rows that were scored (through the "
    "[[softmax]]); higher means a longer gradient.",
    stations=("rows", "prediction"),
    shown=presenter.OWN_MODEL,
)

TIED, UNTIED = "Tied: the token table", "Untied: a matrix of its own"
ONLY_READ, HALF, EVERY = "The rows that were read, no others", "About half of the rows", "All rows"


@dataclass(frozen=True, eq=False)
class Found:
    """What the picture and the sentence need of both gradients."""

    ends: tied.Ends
    lookup: tied.Array
    names: tuple[str, ...]
    left_out: int

    @cached_property
    def softmax(self) -> tied.Array:
        """(V,) lengths through the softmax: asked for once a guess is made."""
        return tied.lengths(self.ends.softmax)


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    return tuple(batch.labels(range(lm.load_lm().config.vocab_size), SMALL))


@briefly(most=2)  # 4 MB each: both ends' gradients of all rows
def _found(text: str) -> Found:
    model = lm.load_lm()
    ids = encode(text, SMALL)
    most = model.config.train_len + 1
    ends = tied.both_ends(model.config, model.weights, ids[:most])
    return Found(ends, ends.lookup_lengths, _names(), max(0, len(ids) - most))


@briefly(most=8)
def _figure(text: str, scored: bool) -> Spec:
    found = _found(text)
    read = np.flatnonzero(found.lookup)
    colors = [token_color(piece) for piece in token_bytes(read.tolist(), SMALL)]
    return figures.ends(found.lookup, found.softmax if scored else None, found.names, colors)


def answer(ends: tied.Ends) -> str:
    """The option that the computed gradients make true."""
    learns = len(ends.learns(tied=True))
    read = len(ends.learns(tied=False))
    return EVERY if learns == ends.vocab_size else ONLY_READ if learns == read else HALF


def show() -> None:
    """The text, the switch, the rows of both ends."""
    with ui.controls("g_ends"):
        text = ui.sentence.text_box()
        asked = st.segmented_control(
            "The output scores with", (TIED, UNTIED), default=TIED, required=True, key="g_tied", bind="query-params"
        )
    if len(encode(text, SMALL)) < 2:
        st.warning("A prediction needs a token to read and one that follows: type at least two tokens.")
        return
    found, is_tied = _found(text), asked != UNTIED
    guess = ui.predict(
        "g_guess_ends",
        "The output is tied. Through the lookup, the rows of the tokens that were read get a gradient. Which rows get "
        "one in all, through the lookup or through the softmax?",
        (ONLY_READ, HALF, EVERY),
        answer=lambda: answer(found.ends),
        because=lambda: (
            f"In all, {len(found.ends.learns(tied=True)):,} of {found.ends.vocab_size:,}. The softmax gives every "
            "token a chance above 0, and the loss asks for 0 from all but the one that came: each row is pushed or "
            "pulled."
        ),
        hint="At the end every token of the vocabulary gets a score. From which numbers is that score made?",
    )
    ui.badge("lm")
    if found.left_out:
        st.warning(
            f"The model reads {count(lm.load_lm().config.train_len, 'token')} at most: "
            f"{count(found.left_out, 'token')} at the end {verb(found.left_out, 'is', 'are')} left out."
        )
    told = bool(guess) and is_tied
    ui.picture(
        "g_ends",
        _figure(text, told),
        summary=summary(found, is_tied, bool(guess)),
        table=lambda: _table(found, told),
        script=(lambda: scripts.ends(text)) if guess else None,
    )
    _formula(found)
    st.markdown(
        "Its 4,096 tokens are the first of gpt2's, and its output is tied. To keep the two ends apart, what comes "
        "through the softmax is added up in a matrix of its own, as an untied model's is; the two gradients add up to "
        "the tied one."
    )


def summary(found: Found, is_tied: bool, told: bool) -> str:
    """Which rows get a gradient from where; before the guess, only through the lookup."""
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
    half = tied.rows_for_half(ends.softmax)
    top = int(found.softmax.argmax())
    ratio = float(np.linalg.norm(found.softmax) / np.linalg.norm(found.lookup))
    return (
        f"{start} In all, lookup and softmax together, {learns:,} of {rows:,}: {share(learns, rows)}. The gradient "
        f"through the softmax is {number(ratio)} times as long as the one through the lookup, and spread unevenly: "
        f"{count(half, 'row')} {verb(half, 'holds', 'hold')} half of the sum of its "
        "squared lengths. The longest is that of "
        f"“{found.names[top]}”, row {top:,}; the median row gets {number(float(np.median(found.softmax)), 2)}, the "
        f"longest {number(float(found.softmax[top]), 2)}."
    )


def _formula(found: Found) -> None:
    ends = found.ends
    read = len(ends.learns(tied=False))
    ui.formula(
        "g_ends",
        r"\frac{\partial L}{\partial E_v} = \underbrace{\sum_{t: \mathrm{id}(t) = v} G_t}_{\text{through the lookup}}"
        r" + \underbrace{\frac{1}{T}\sum_t (p_{t,v} - y_{t,v})\, h_t}_{\text{through the softmax, if tied}}",
        {
            "E_v": f"row v of the table, v from 0 to {ends.vocab_size - 1:,}",
            "G_t": "the gradient that comes down to the vector looked up at place t",
            "p_{t,v}": "the chance that the model gives token v after place t, above 0 for every token",
            "y_{t,v}": "1 for the token that came, 0 for the others",
            "h_t": "what the model says at place t, the vector that is compared with every row",
            "T": f"predictions: {len(ends.ids)}",
        },
        f"The first sum is empty for {ends.vocab_size:,} − {read:,} = {ends.vocab_size - read:,} "
        "rows: nobody read them.",
    )


def _table(found: Found, told: bool) -> ui.Table:
    columns: dict[str, Any] = {"row": np.arange(found.ends.vocab_size), "token": found.names}
    columns["through the lookup"] = found.lookup
    if told:
        columns["through the softmax"] = found.softmax
        columns["both together"] = tied.lengths(found.ends.gradient(tied=True))
    order = np.argsort(-found.lookup - (found.softmax if told else 0), kind="stable")
    ordered = {name: [values[i] for i in order] for name, values in columns.items()}
    return ui.Table(ordered, "both_ends")
