"""The bill: everything that an embedding makes a model hold, as one stacked bar."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from explorer import ui
from explorer.figures.memory import bill as figures
from explorer.memory import BUDGETS, Bill, Request, bill, both, decimal
from explorer.scripts import memory as scripts
from explorer.ui.memory import sizes

PART = ui.Part("The bill")

_UNITS = (("bytes", 1), ("kB", 10**3), ("MB", 10**6), ("GB", 10**9), ("TB", 10**12), ("PB", 10**15), ("EB", 10**18))


def unit_for(count: int) -> tuple[str, int]:
    """The unit in which `count` bytes are a number of at most a few digits.

    >>> unit_for(154_389_504), unit_for(2 * 10**12)
    (('MB', 1000000), ('TB', 1000000000000))
    """
    return next((unit for unit in reversed(_UNITS) if count >= unit[1]), _UNITS[0])


@st.cache_data(max_entries=256, show_spinner=False)
def _figure(request: Request, compare: bool) -> go.Figure:
    result = bill(request)
    bars = {"Needed": [(item.name, item.bytes) for item in result.items if item.counts]}
    if compare:
        bars |= {item.name: [(item.name, item.bytes)] for item in result.items if not item.counts}
    largest = max(sum(count for _, count in parts) for parts in bars.values())
    lines = [(decimal(budget.bytes), budget.bytes) for budget in BUDGETS]
    return figures.stacked(bars, lines, unit_for(largest))


def _table(result: Bill) -> ui.Table:
    return ui.Table(
        {
            "item": [item.name for item in result.items],
            "bytes": [str(item.bytes) for item in result.items],
            "MB and MiB": [both(item.bytes) for item in result.items],
            "in the total": ["yes" if item.counts else "for comparison" for item in result.items],
            "formula": [item.formula for item in result.items],
        },
        "memory_bill",
    )


def summary(result: Bill) -> str:
    """The bill in words."""
    r = result.request
    table = result["Token table"].bytes
    fits = [budget.name for budget in BUDGETS if result.total <= budget.bytes]
    touched = min(r.tokens, r.vocab_size)
    parts = [
        f"The token table takes {both(table)}; everything together takes {both(result.total)}.",
        f"The smallest machine that holds it: {fits[0]}." if fits else "Not even a card of 80 GB holds it.",
        f"Tokens looked up by one batch: {r.tokens:,}; rows touched: at most {touched:,} of {r.vocab_size:,} "
        f"({touched / r.vocab_size:.2%}).",
        f"As one-hot vectors the same input would take {both(result['One-hot input'].bytes)}.",
    ]
    if r.positions == "Learned" and r.seq_len > r.max_seq_len:
        parts.append(
            f"Mind: texts of {r.seq_len:,} tokens are longer than the position table ({r.max_seq_len:,} rows), so "
            "such a model refuses them."
        )
    if r.gradients == "Row-sparse" and r.training and not r.sparse:
        parts.append("The gradient stays dense: a tied output layer gives every row a gradient at every step.")
    return " ".join(parts)


@st.fragment
def show() -> None:
    """Controls, the bar, and what doubling the width does."""
    with ui.controls("m_bill"):
        left, right = st.columns(2)
        box = left.container()
        sizes.entry(left, "vocab_size")
        sizes.entry(left, "embed_dim")
        sizes.choose(right, "number")
        sizes.choose(right, "optimizer")
    with ui.more("m_bill", "More: batch, positions, output layer, gradients"):
        left, right = st.columns(2)
        for name in ("batch", "seq_len", "max_seq_len"):
            sizes.entry(left, name)
        for name in ("positions", "output", "gradients"):
            sizes.choose(right, name)
        sizes.entry(left, "layers")
        sizes.entry(right, "kv_width")
        compare = right.toggle("Compare with one-hot input and KV cache", True, key="m_compare", bind="query-params")
    sizes.model_box(box)
    request = sizes.request()
    result = bill(request)
    ui.picture(
        "m_bill",
        _figure(request, compare),
        summary=summary(result),
        table=lambda: _table(result),
        script=lambda: scripts.bill(request),
    )
    _predict(request)


def _predict(request: Request) -> None:
    now, doubled = bill(request), bill(request.with_(embed_dim=2 * request.embed_dim))
    table, wide = now["Token table"].bytes, doubled["Token table"].bytes
    ui.predict(
        "m_double",
        "You make every vector twice as wide. What happens to the bytes of the token table, and to the bytes of one "
        "lookup?",
        ("Both double", "The table doubles, a lookup stays", "Both grow four times"),
        answer="Both double",
        because=f"Here the table goes from {decimal(table)} to {decimal(wide)}, and a row is twice as long, so each "
        "lookup reads twice as much. Twice the rows, on the other hand, would double the table only. (The layers "
        "behind it grow four times: their matrices are D × D.)",
    )
