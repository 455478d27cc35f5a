"""What fits where, how many cards the rows need, and what a table in pieces sends at every lookup."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from explorer import ui
from explorer.figures.memory import bill as figures
from explorer.memory import BUDGETS, Request, Shards, bill, both, decimal, shards
from explorer.scripts import memory as scripts
from explorer.ui.memory import sizes

PART = ui.Part("Cards")

_NAMES = tuple(decimal(budget.bytes) for budget in BUDGETS)


def _rows(request: Request) -> tuple[int, int]:
    """Bytes a row of the table costs: stored only, and with its share of gradients and optimizer state."""
    alone = request.format.row_bytes(request.embed_dim)
    only = request.with_(positions="None", output="None", gradients="Dense")
    result = bill(only)
    training = result["Gradients"].bytes + result["Optimizer state"].bytes
    return alone, alone + training // request.vocab_size


@st.cache_data(max_entries=128, show_spinner=False)
def _figure(request: Request, chosen: str) -> go.Figure:
    total, row = bill(request).total, _rows(request)[1]
    texts = [_behind_bar(100 * total / budget.bytes, shards(request, budget.bytes, row)) for budget in BUDGETS]
    percents = [100 * total / budget.bytes for budget in BUDGETS]
    return figures.cards([budget.name for budget in BUDGETS], percents, texts, _NAMES.index(chosen))


def _behind_bar(percent: float, cut: Shards | None) -> str:
    if cut is None:
        return " not one row fits"
    if cut.cards > 1:
        return f" {cut.cards:,} cards"
    # The rows fit on one card and the bill may still not: logits can be larger than the table.
    return f" {percent:,.0f} %" if percent >= 100 else f" {percent:.2g} %" if percent >= 0.001 else " < 0.001 %"


def _table(request: Request) -> ui.Table:
    total = bill(request).total
    alone, trained = _rows(request)
    cuts = [shards(request, budget.bytes, trained) for budget in BUDGETS]
    small = [shards(request, budget.bytes, alone) for budget in BUDGETS]
    return ui.Table(
        {
            "machine": [budget.name for budget in BUDGETS],
            "the whole bill fits": ["yes" if total <= budget.bytes else "no" for budget in BUDGETS],
            "cards, table alone": ["none fits a row" if cut is None else str(cut.cards) for cut in small],
            "cards, as set": ["none fits a row" if cut is None else str(cut.cards) for cut in cuts],
            "rows a card": ["" if cut is None else str(cut.rows_a_card) for cut in cuts],
            "sent, rows fetched": ["" if cut is None else both(cut.owners_sent) for cut in cuts],
            "sent, results added": ["" if cut is None else both(cut.sum_sent) for cut in cuts],
        },
        "cards",
    )


def summary(request: Request, name: str) -> str:
    """The chosen card in words."""
    budget = BUDGETS[_NAMES.index(name)].bytes
    total = bill(request).total
    row = _rows(request)[1]
    cut = shards(request, budget, row)
    fit = f"The whole bill of {both(total)} {'fits' if total <= budget else 'does not fit'} in {name}."
    what = "a row with its gradient and optimizer state" if request.training else "a row"
    if cut is None:
        return f"{fit} One card cannot hold even one row: {what} takes {both(row)}."
    if cut.cards == 1:
        return f"{fit} The token table fits on one card ({what} takes {both(row)}), so a lookup sends nothing."
    return (
        f"{fit} Cut by rows, the token table needs {cut.cards:,} cards of {name}, with {cut.rows_a_card:,} rows each. "
        f"A batch of {request.tokens:,} lookups then sends {both(cut.owners_sent)} between the cards if every card "
        f"fetches the rows it lacks from their owners, or {both(cut.sum_sent)} if all cards add up what each found."
    )


@st.fragment
def show() -> None:
    """Controls, how full each machine would be, and the sentence about the chosen one."""
    with ui.controls("m_cards"):
        left, right = st.columns(2)
        sizes.entry(left, "vocab_size")
        sizes.entry(left, "embed_dim")
        sizes.choose(right, "number")
        sizes.choose(right, "optimizer")
        name = right.segmented_control(
            "One card has", _NAMES, default=_NAMES[-1], required=True, key="m_card", bind="query-params"
        )
    with ui.more("m_cards", "More: batch"):
        left, right = st.columns(2)
        sizes.entry(left, "batch")
        sizes.entry(right, "seq_len")
    request = sizes.request()
    ui.picture(
        "m_cards",
        _figure(request, str(name)),
        summary=summary(request, str(name)),
        table=lambda: _table(request),
        script=lambda: scripts.cards(request, BUDGETS[_NAMES.index(str(name))].bytes),
    )
    st.markdown(
        "Two ways to look up in a table that is cut by rows. **Rows fetched:** each card has its part of the batch and "
        "asks the owner of each row; ids go there, rows come back. **Results added:** each card has the whole batch, "
        "puts zeros where it does not own the row, and all results are added up "
        "([Shoeybi et al. 2019, section 3](https://arxiv.org/abs/1909.08053)). Ids are taken as spread evenly over the "
        "cards. GB means 10⁹ bytes here; the rest of the model and the system need room as well."
    )
