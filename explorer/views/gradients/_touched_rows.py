"""Touched rows: the rows that a text looks up, and the summed gradient of each through the lookup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.cache import cached
from explorer.figures.figure_spec import Spec
from explorer.figures.gradients import touched_rows as gradients_wall
from explorer.figures.theme import token_color
from explorer.gradients import text_batch as engine
from explorer.tokenizers import token_bytes, token_labels
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Whole
from explorer.views.table import Table
from explorer.views.text_settings import ENCODING, TEXT
from explorer.views.view import View, picture
from explorer.wording import added_up, count, decimal, fixed, in_brackets, listed, share, verb

TERMS = 6
"""Maximum number of positions whose gradients are written out below the formula."""


@dataclass(frozen=True, eq=False)
class _Rows:
    """Touched rows in order of first appearance."""

    batch: engine.Batch
    rows: NDArray[np.int64]
    counts: NDArray[np.int64]
    names: list[str]
    values: NDArray[np.float32]
    firsts: NDArray[np.float32]
    """(N,) the first number of each token's."""
    summary: engine.Summary


@cached(8, expires=True)
def _rows(text: str, encoding: str, gradient: str, width: int) -> _Rows:
    batch = engine.read(text, encoding)
    if not len(batch.ids):
        raise ValueError("Expected a text with at least one token, got none")
    incoming = engine.output_gradient(batch, width, gradient)
    sparse = engine.weight_gradient(batch, incoming)
    _, first, counts = np.unique(batch.ids, return_index=True, return_counts=True)
    order = np.argsort(first)
    rows = sparse.rows[order]
    return _Rows(
        batch,
        rows,
        counts[order],
        token_labels(rows, encoding),
        sparse.values[order],
        incoming[:, 0].copy(),
        engine.summarise(batch, sparse),
    )


LAW: Any = Choice(
    "Gradient that comes down to the output",
    engine.RANDOM,
    engine.LAWS,
    key="g_law",
    help="1 everywhere: the loss is the sum of all outputs. Random: a number from the bell curve at each position.",
    about="at the output",
)
WIDTH: Any = Whole("Width D of the table drawn", 8, 4, 32, key="g_width", about="numbers per row of the table")
TOKEN: Any = Whole(
    "Token",
    0,
    0,
    lambda others: max(len(engine.read(others["text"], others["encoding"]).ids) - 1, 0),
    optional=True,
    about="index of the token whose row gets a ring; None for no ring",
)


@picture(engine.weight_gradient, engine.read, engine.output_gradient)
def touched_rows(
    *,
    text: str = TEXT,
    encoding: str = ENCODING,
    gradient: str = LAW,
    width: int = WIDTH,
    token: int | None = TOKEN,
) -> View:
    """The whole table, line by line, with a mark at every row that gets a gradient through the lookup.

    >>> touched_rows(text="the cat and the dog").table["times"].tolist()
    [1, 1, 1, 1, 1]
    """
    found = _rows(text, encoding, gradient, width)
    selected = None
    if token is not None:
        selected = int(np.flatnonzero(found.rows == found.batch.ids[token])[0])

    def table() -> Table:
        lengths = np.linalg.norm(found.values, axis=1)
        return Table({"row": found.rows, "token": found.names, "times": found.counts, "length": lengths}, "rows")

    return View(
        _wall(text, encoding, gradient, width, selected),
        _wall_words(found, selected),
        table,
        (_formula(found),),
        engine.cut_words(found.batch),
    )


@cached(8, expires=True)
def _wall(text: str, encoding: str, gradient: str, width: int, selected: int | None) -> Spec:
    found = _rows(text, encoding, gradient, width)
    return gradients_wall.wall(
        found.rows,
        found.counts,
        found.names,
        found.summary.vocab_size,
        None if selected is None else int(found.rows[selected]),
        [token_color(piece) for piece in token_bytes(found.rows, encoding)],
    )


def _formula(found: _Rows) -> Formula:
    """Formula of the most-read row's gradient: its first number, summed over the first positions that read it."""
    top = int(np.argmax(found.counts))
    row, times = int(found.rows[top]), int(found.counts[top])
    positions = np.flatnonzero(found.batch.ids == row)[:TERMS]
    *each, short = added_up(found.firsts[positions], 3)
    all_of_them = times == len(positions)
    terms = " + ".join(map(in_brackets, each)) + " + …" * (not all_of_them)
    total = short if all_of_them else fixed(float(found.values[top, 0]), 3)
    read = "once, at position" if times == 1 else f"{times:,} times, {'at' if all_of_them else 'first at'} positions"
    return Formula(
        r"\frac{\partial L}{\partial E_v} = \sum_{t\,:\,\mathrm{id}(t) = v} G_t",
        {
            "E_v": f"row v of the table, v from 0 to {found.summary.vocab_size - 1:,}",
            "L": "the [[loss]]",
            r"\mathrm{id}(t)": "the [[token id]] at position t, counted from 0",
            "G_t": "the [[gradient]] that comes down to the vector looked up at position t",
        },
        f"Row {row:,} is read {read} {listed(map(str, positions))}. Its first number gets {terms}"
        + f" = {total}" * (times > 1)
        + ". For a row that no token reads the sum has no term: 0.",
    )


def _wall_words(found: _Rows, selected: int | None) -> str:
    s = found.summary
    lines = f" in {s.lines:,} lines" if s.lines > 1 else ""
    touch = verb(s.tokens, "touches", "touch")
    told = (
        f"{count(s.tokens, 'token')}{lines} {touch} {count(s.rows, 'row')} of {s.vocab_size:,}. Through the lookup "
        f"{share(s.rows, s.vocab_size)} of the rows get a gradient, the other {s.vocab_size - s.rows:,} get 0. Stored "
        f"as touched rows it takes {decimal(s.sparse_bytes)}, written out as a whole table {decimal(s.dense_bytes)}. "
        f"(A row has {count(found.values.shape[1], 'number')} here, 4 bytes each; 8 more say which row it is.)"
    )
    if selected is None:
        return told
    times = count(int(found.counts[selected]), "time")
    return f"{told} The ring is around “{found.names[selected]}”, row {found.rows[selected]:,}, read {times}."
