"""Memory bill: everything that an embedding makes a model hold, as one stacked bar."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.memory import FORMATS, Request
from explorer.ui.memory import size_controls
from explorer.views import memory as views
from explorer.wording import count, decimal

PART = ui.Part(
    "The bill",
    why="A table of V rows with D numbers each takes V × D × bytes, and it brings more along: [[gradients]], the "
    "[[optimizer]]'s memory, what the model computes on the way ([[activations]]), and one score per token of the "
    "[[vocabulary]] ([[logits]]).",
    look="The longest piece of the bar is often not the table; switch the output between [[tied]] (it scores with the "
    "token table) and untied (with a matrix of its own).",
)

DOUBLE, STAYS, FOUR = (
    "Both double",
    "The table doubles and a lookup stays as it is",
    "Both become four times as large",
)

TEXTS, TRAINING = ("batch", "seq_len", "max_seq_len"), ("optimizer", "positions", "gradients")
BEGINS = size_controls.begins(*TEXTS, *TRAINING, "layers", "kv_width") | {"m_compare": True}


def show() -> None:
    """Draw the controls, the bar, the formula, and the effect of doubling the width."""
    with ui.controls("m_bill"):
        left, right = st.columns(2)
        box = left.container()
        size_controls.entry(left, "vocab_size")
        size_controls.entry(left, "embed_dim", slides=False)
        size_controls.choose(right, "number")
        size_controls.choose(right, "output")
    more = ui.lazy_expander(st.expander, "More: optimizer, batch, positions, gradients", "m_bill_more", BEGINS)
    compare = True
    if more is not None:
        with more:
            compare = _more()
    request = size_controls.request()
    size_controls.model_box(box, request)
    view = views.bill(**vars(request), compare=compare)
    width = size_controls.SIZES["embed_dim"]
    ui.show("m_bill", view, moves=ui.Moves("embed_dim", width.stops, width.key, "Width"))
    ui.formulas("m_bill", view.formulas)
    _predict(request)


def _more() -> bool:
    """Draw the rarer controls; whether to compare with one-hot input and KV cache."""
    left, right = st.columns(2)
    for name in TEXTS:
        size_controls.entry(left, name)
    for name in TRAINING:
        size_controls.choose(right, name)
    size_controls.entry(left, "layers")
    size_controls.entry(right, "kv_width")
    return right.toggle(
        "Compare with one-hot input and KV cache",
        True,
        key="m_compare",
        bind="query-params",
        help=ui.definitions("one-hot", "KV cache"),
    )


def _predict(request: Request) -> None:
    full = FORMATS["FP32"]
    table, wide = (full.table_bytes(request.vocab_size, times * request.embed_dim) for times in (1, 2))
    ui.predict(
        "m_double",
        "You make every vector of a table in FP32 twice as wide. What happens to the bytes of the token table, and to "
        "the bytes that one lookup reads?",
        (DOUBLE, STAYS, FOUR),
        answer=DOUBLE,
        because=f"With the rows and the width set here the table goes from {decimal(table)} to {decimal(wide)}, and a "
        "row is twice as long, so a lookup reads twice as much. Twice the rows, on the other hand, would double the "
        f"table only. (A matrix inside the layers that is D × D becomes four times as large.){_scales(request)}",
        hint="A lookup copies one row. How long is a row now?",
    )


def _scales(r: Request) -> str:
    """Note on scales, for number formats where a row of twice the width has not twice the bytes."""
    row, wide = (r.format.row_bytes(times * r.embed_dim) for times in (1, 2))
    if wide == 2 * row:
        return ""
    return (
        f" In {r.number}, as chosen above, a row goes from {count(row, 'byte')} to {count(wide, 'byte')}: less than "
        "twice, since its scales need not double, and a row begins on a whole byte."
    )
