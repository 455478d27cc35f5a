"""Which rows of the table the visitor's text touches, and the gradient that each collects."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import tokenizers, ui
from explorer.data.cache import briefly
from explorer.figures.gradients import rows as figures
from explorer.figures.gradients import wall as gradients_wall
from explorer.figures.spec import Spec
from explorer.figures.theme import token_color
from explorer.gradients import batch as engine
from explorer.scripts import gradients as scripts
from explorer.ui.gradients.shared import ask_text, batch_of
from explorer.wording import count, decimal, fixed, in_brackets, listed, share, verb

PART = ui.Part(
    "Your sentence",
    why="A table has fifty thousand rows or more and a sentence a few tokens, so through the [[lookup]] hardly any row "
    "learns: every other row gets a [[gradient]] of exactly 0 that way.",
    look="The frame is the whole table, 256 rows per line; each mark is a row that gets a gradient through the lookup.",
)

DRAWN = 20
TERMS = 6
"""Places whose gradients are written out below the formula."""
_LEFT_TO_RIGHT = "\u200e"  # so that a Hebrew or Arabic token does not pull its count to the other side


@dataclass(frozen=True)
class Request:
    """What this part shows depends on nothing else."""

    text: str
    encoding: str
    law: str
    width: int
    token: int


@dataclass(frozen=True, eq=False)
class _Rows:
    """Touched rows in order of first appearance."""

    rows: NDArray[np.int64]
    counts: NDArray[np.int64]
    names: list[str]
    values: NDArray[np.float32]
    incoming: NDArray[np.float32]
    """The gradients that come down to the first `DRAWN` tokens."""
    firsts: NDArray[np.float32]
    """(N,) the first number of each token's."""
    token_names: list[str]
    summary: engine.Summary
    selected: int
    """Place of the selected token's row in `rows`."""


@briefly(most=8)
def _rows(request: Request) -> _Rows:
    batch = batch_of(request.text, request.encoding)
    incoming = engine.output_gradient(batch, request.width, request.law)
    sparse = engine.weight_gradient(batch, incoming)
    _, first, counts = np.unique(batch.ids, return_index=True, return_counts=True)
    order = np.argsort(first)
    rows = sparse.rows[order]
    return _Rows(
        rows,
        counts[order],
        engine.labels(rows, request.encoding),
        sparse.values[order],
        incoming[:DRAWN].copy(),
        incoming[:, 0].copy(),
        engine.labels(batch.ids[:DRAWN], request.encoding),
        engine.summarise(batch, sparse),
        int(np.flatnonzero(rows == batch.ids[min(request.token, len(batch.ids) - 1)])[0]),
    )


@briefly(most=8)
def _wall(request: Request) -> Spec:
    found = _rows(request)
    return gradients_wall.wall(
        found.rows,
        found.counts,
        found.names,
        found.summary.vocab_size,
        int(found.rows[found.selected]),
        [token_color(piece) for piece in tokenizers.token_bytes(found.rows, request.encoding)],
    )


@briefly(most=8)
def _blocks(request: Request) -> Spec:
    found = _rows(request)
    names = [
        f"{_short(name)}{_LEFT_TO_RIGHT} ×{n}"
        for name, n in zip(found.names[:DRAWN], found.counts[:DRAWN], strict=True)
    ]
    return figures.blocks(
        [
            ("comes in,<br>per token", found.incoming, found.token_names),
            ("adds up,<br>per row", found.values[:DRAWN], names),
        ],
        height=560,
    )


def show() -> None:
    """Controls, the wall, then the gradients."""
    with ui.controls("g_rows"):
        batch = ask_text()
    with ui.more("g_rows"):
        law = st.segmented_control(
            "Gradient that comes down to the output",
            engine.LAWS,
            default=engine.RANDOM,
            required=True,
            key="g_law",
            bind="query-params",
            help="1 everywhere: the loss is the sum of all outputs. Random: a "
            "number from the bell curve at each place.",
        )
        width = ui.slider("Width D of the table drawn", 1, 32, 8, key="g_width", called="width")
        if batch is not None:
            ui.sentence.token_box(len(batch.ids), "Number of the token with the ring, from 0")
    if batch is None:
        return
    sentence = ui.sentence.current()
    request = Request(sentence.text, sentence.encoding, law or engine.RANDOM, width, sentence.token)
    found = _rows(request)
    s = found.summary
    with st.container(horizontal=True, key="g_rows_counts"):
        st.metric("Tokens", f"{s.tokens:,}")
        st.metric("Rows that learn, through the lookup", f"{s.rows:,}")
        st.metric("Rows in the table", f"{s.vocab_size:,}")
        st.metric("Share of the rows", share(s.rows, s.vocab_size))
    ui.picture(
        "g_wall",
        _wall(request),
        summary=_wall_words(found),
        table=lambda: ui.Table(
            {"row": found.rows, "token": found.names, "times": found.counts, "length": _lengths(found)}, "rows"
        ),
        script=lambda: scripts.rows(request.text, request.encoding, request.law, request.width),
    )
    _formula(found, batch)
    st.header("Repeated tokens add up", anchor=False)
    ui.picture(
        "g_blocks",
        _blocks(request),
        summary=_block_words(found),
        table=lambda: _block_table(found),
        script=lambda: scripts.rows(request.text, request.encoding, request.law, request.width),
    )
    ui.say(
        "The table's gradient is a [[scatter-add]]: each token's gradient is added to the row it was read from. "
        "Through the lookup a row that no token reads gets exactly 0. [[Filler]] at the ends of lines carries a "
        "token's id and is [[mask|masked]], so it moves no row. The gradients that come down here are made up by us "
        "(More); in *Tied or untied* a trained model makes them, and shows what a [[tied]] output adds."
    )


def _formula(found: _Rows, batch: engine.Batch) -> None:
    """What the row gets that is read most often, its first number worked out from the first places that read it."""
    top = int(np.argmax(found.counts))
    row, times = int(found.rows[top]), int(found.counts[top])
    places = np.flatnonzero(batch.ids == row)[:TERMS]
    terms = " + ".join(in_brackets(fixed(float(x), 3)) for x in found.firsts[places]) + " + …" * (times > len(places))
    if alone := times == 1:
        read = "once, at place"
    else:
        read = f"{times:,} times, {'at' if times == len(places) else 'first at'} places"
    ui.formula(
        "g_wall",
        r"\frac{\partial L}{\partial E_v} = \sum_{t\,:\,\mathrm{id}(t) = v} G_t",
        {
            "E_v": f"row v of the table, v from 0 to {found.summary.vocab_size - 1:,}",
            "L": "the [[loss]]",
            r"\mathrm{id}(t)": "the [[token id]] at place t, counted from 0",
            "G_t": "the [[gradient]] that comes down to the vector looked up at place t",
        },
        f"Row {row:,} is read {read} {listed(map(str, places))}. Its first number gets {terms}"
        + ("" if alone else f" = {fixed(float(found.values[top, 0]), 3)}")
        + ". For a row that no token reads the sum has no term: 0.",
    )


def _wall_words(found: _Rows) -> str:
    s, at = found.summary, found.selected
    lines = f" in {s.lines:,} lines" if s.lines > 1 else ""
    touch = verb(s.tokens, "touches", "touch")
    return (
        f"{count(s.tokens, 'token')}{lines} {touch} {count(s.rows, 'row')} of {s.vocab_size:,}. Through the lookup "
        f"{share(s.rows, s.vocab_size)} of the rows get a gradient, the other {s.vocab_size - s.rows:,} get 0. Stored "
        f"as touched rows it takes {decimal(s.sparse_bytes)}, written out as a whole table {decimal(s.dense_bytes)}. "
        f"The ring is around “{found.names[at]}”, row {found.rows[at]:,}, {found.counts[at]}× in the text."
    )


def _block_words(found: _Rows) -> str:
    top = int(np.argmax(found.counts))
    times = int(found.counts[top])
    name = found.names[top]
    if times == 1:
        text = "No token repeats, so each row's gradient is that of its one token."
    else:
        text = f"“{name}” comes {times} times: its row gets the sum of {times} rows on the left."
    more = [
        f"{s:,} {what}" for s, what in ((found.summary.tokens, "tokens"), (found.summary.rows, "rows")) if s > DRAWN
    ]
    return text + (f" Drawn: the first {DRAWN} of {' and '.join(more)}." if more else "")


def _short(name: str) -> str:
    return name if len(name) <= 12 else name[:11] + "…"


def _lengths(found: _Rows) -> NDArray[np.float32]:
    lengths: NDArray[np.float32] = np.linalg.norm(found.values, axis=1)
    return lengths


def _block_table(found: _Rows) -> ui.Table:
    columns = {f"dimension {d}": found.values[:, d] for d in range(found.values.shape[1])}
    return ui.Table({"row": found.rows, "token": found.names, "times": found.counts, **columns}, "row_gradients")
