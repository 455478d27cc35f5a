"""What fits where, how many cards the rows need, and what a table in pieces sends at every lookup."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from explorer import ui
from explorer.figures.memory import bill as figures
from explorer.figures.spec import Spec
from explorer.memory import BUDGETS, CARDS_SOURCE, Budget, Request, Shards, bill, both, shards
from explorer.scripts import memory as scripts
from explorer.ui.memory import sizes
from explorer.wording import count, listed, number

PART = ui.Part(
    "Cards",
    why="A table too large for one machine is cut into groups of rows, one group per card, and from then on "
    "a [[lookup]] has to send rows from card to card.",
    look="A bar that passes the dashed line is a table (with its [[gradients]] and [[optimizer]] state) that does not "
    "fit; the number behind it says how many such cards it takes.",
)

_SOLD = tuple(budget.sold for budget in BUDGETS)


def _training(request: Request) -> dict[str, int]:
    """Bytes that a row has in training beside itself, by what they are.

    A row-sparse gradient belongs to a batch and not to a row: the whole bill counts it, and no row does.
    """
    only = bill(request.with_(positions="None", output="None", gradients="Dense"))
    gradient = 0 if request.sparse else only["Gradients"].bytes
    parts = {"gradient": gradient, "optimizer state": only["Optimizer state"].bytes}
    return {name: size // request.vocab_size for name, size in parts.items() if size}


def row_bytes(request: Request) -> int:
    """Bytes that a row of the table costs: stored, and with its gradient and optimizer state if it is trained."""
    return request.format.row_bytes(request.embed_dim) + sum(_training(request).values())


@lru_cache(maxsize=128)
def _figure(request: Request, chosen: str) -> Spec:
    row = row_bytes(request)
    percents = [100 * request.vocab_size * row / budget.bytes for budget in BUDGETS]
    texts = [
        _behind_bar(percent, shards(request, budget.bytes, row))
        for percent, budget in zip(percents, BUDGETS, strict=True)
    ]
    return figures.cards([f"{b.name}<br>{b.sold}" for b in BUDGETS], percents, texts, _SOLD.index(chosen))


def _behind_bar(percent: float, cut: Shards | None) -> str:
    if cut is None:
        return "not one row fits"
    if cut.cards > 1:
        return f"{cut.cards:,} cards"
    return f"{number(percent, 2)} %" if percent >= 0.001 else "< 0.001 %"


def _table(request: Request) -> ui.Table:
    total, row = bill(request).total, row_bytes(request)
    cuts = [shards(request, budget.bytes, row) for budget in BUDGETS]
    small = [shards(request, budget.bytes, request.format.row_bytes(request.embed_dim)) for budget in BUDGETS]
    return ui.Table(
        {
            "machine": [f"{budget.name}, {budget.sold}" for budget in BUDGETS],
            "bytes it has": [str(budget.bytes) for budget in BUDGETS],
            "cards, rows as stored": ["none fits a row" if cut is None else str(cut.cards) for cut in small],
            "cards, rows as set": ["none fits a row" if cut is None else str(cut.cards) for cut in cuts],
            "rows per card": ["" if cut is None else str(cut.rows_per_card) for cut in cuts],
            "sent, rows fetched": ["" if cut is None else both(cut.owners_sent) for cut in cuts],
            "sent, results added": ["" if cut is None else both(cut.sum_sent) for cut in cuts],
            "cards, whole bill ÷ memory": [str(-(-total // budget.bytes)) for budget in BUDGETS],
        },
        "cards",
    )


def summary(request: Request, sold: str) -> str:
    """The chosen card in words."""
    budget = BUDGETS[_SOLD.index(sold)]
    total, row = bill(request).total, row_bytes(request)
    cut = shards(request, budget.bytes, row)
    what = f"A row with its {listed(more)}" if (more := _training(request)) else "A row"
    machine = f"{budget.name} (sold as {sold}: {both(budget.bytes)})"
    all_rows = (
        f"{what} takes {both(row)}, the {count(request.vocab_size, 'row')} together {both(request.vocab_size * row)}."
    )
    if cut is None:
        return f"{all_rows} A {machine} cannot hold even one row."
    if cut.cards == 1:
        said = f"{all_rows} They fit on one machine, {machine}, so a lookup sends nothing."
    else:
        said = (
            f"{all_rows} That needs {cut.cards:,} machines of the kind {machine}, with at most "
            f"{count(cut.rows_per_card, 'row')} each. A batch of {count(request.tokens, 'lookup')} then sends "
            f"{both(cut.owners_sent)} between the cards if every card fetches the rows it lacks from their owners, or "
            f"{both(cut.sum_sent)} if all cards add up what each found."
        )
    whole = -(-total // budget.bytes)
    takes = "it fits on one such machine" if whole == 1 else f"cut evenly it would take {whole:,} such machines"
    batch = " (the gradient is row-sparse: it holds the rows of a batch)" * (request.training and request.sparse)
    return f"{said} The whole bill{batch}, {both(total)}, is more than the rows; {takes}."


def _formula(request: Request, budget: Budget) -> None:
    row, more = row_bytes(request), _training(request)
    rows, cut = budget.bytes // row, shards(request, budget.bytes, row)
    ui.formula(
        "m_cards",
        r"k = \left\lfloor \frac{M}{r} \right\rfloor \qquad n = \left\lceil \frac{V}{k} \right\rceil",
        {
            "M": f"[[bytes]] of one machine ({budget.name}, sold as {budget.sold}): {budget.bytes:,}",
            "r": f"bytes per row, {f'its {listed(more)} included' if more else 'as stored'}: {row:,}",
            "k": r"rows that fit on one; $\lfloor\ \rfloor$ rounds down, since half a row is of no use",
            "V": f"rows of the table: {request.vocab_size:,}",
            "n": r"machines; $\lceil\ \rceil$ rounds up",
        },
        f"{budget.bytes:,} / {row:,} is {rows:,} whole rows. "
        + (
            "Not one row fits, so no number of machines holds the table."
            if cut is None
            else f"{request.vocab_size:,} / {rows:,}, rounded up: {count(cut.cards, 'machine')}."
        ),
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
        asked = right.segmented_control(
            "One card is sold as", _SOLD, default=_SOLD[-1], required=True, key="m_card", bind="query-params"
        )
    with ui.more("m_cards", "More: batch"):
        left, right = st.columns(2)
        sizes.entry(left, "batch")
        sizes.entry(right, "seq_len")
    request, sold = sizes.request(), asked if asked in _SOLD else _SOLD[-1]
    budget = BUDGETS[_SOLD.index(sold)]
    ui.picture(
        "m_cards",
        _figure(request, sold),
        summary=summary(request, sold),
        table=lambda: _table(request),
        script=lambda: scripts.cards(request, budget.bytes, f"{budget.name}, {sold}"),
    )
    _formula(request, budget)
    st.markdown(
        "Two ways to look up in a table that is cut by rows. **Rows fetched:** each card has its part of the batch and "
        "asks the owner of each row; ids go there, rows come back. **Results added:** each card has the whole batch, "
        "puts zeros where it does not own the row, and all results are added up "
        "([Shoeybi et al. 2019, section 3](https://arxiv.org/abs/1909.08053)). Ids are taken as spread evenly over the "
        "cards, and a row's owner keeps its gradient and optimizer state. Memory sold as 8 GB is made as 8 GiB; the "
        f"two cards have what [their drivers report]({CARDS_SOURCE}). The rest of the model and the system need room "
        "as well."
    )
