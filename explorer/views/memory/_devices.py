"""Devices: which tables fit on one, how many a larger one needs, and the traffic of a sharded table per lookup."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from explorer.figures.figure_spec import Spec
from explorer.figures.memory import memory_bill as figures
from explorer.memory import BUDGETS, Budget, Request, Shards, both, layers_bytes, model_of, shards
from explorer.memory import bill as bill_of
from explorer.views.formula import Formula
from explorer.views.memory.settings import (
    BATCH,
    GRADIENT,
    KEYS,
    LAYERS,
    LONGEST,
    NUMBER,
    OPTIMIZER,
    OUTPUT,
    POSITION,
    ROWS,
    TOKENS,
    WIDTH,
    Card,
    Gradient,
    Number,
    Optimizer,
    Output,
    Position,
    request_of,
)
from explorer.views.setting import Choice, Int
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, decimal, listed, number

SOLD = tuple(budget.sold for budget in BUDGETS)
"""Nominal memory sizes of the machines."""
CARD: Any = Choice(
    "The machine in bold is sold as",
    SOLD[1],
    SOLD,
    key="m_card",
    about="of the sentence's machine",
)


@picture(shards)
def cards(
    *,
    vocab_size: Int = ROWS,
    embed_dim: Int = WIDTH,
    number: Number = NUMBER,
    optimizer: Optimizer = OPTIMIZER,
    batch: Int = BATCH,
    seq_len: Int = TOKENS,
    output: Output = OUTPUT,
    positions: Position = POSITION,
    gradients: Gradient = GRADIENT,
    max_seq_len: Int = LONGEST,
    layers: Int = LAYERS,
    kv_width: Int = KEYS,
    card: Card = CARD,
) -> View:
    """Fill level of each machine with a table's rows, and the traffic of a sharded table at every lookup.

    >>> cards(vocab_size=10**9, embed_dim=256).table["cards, rows as stored"][-1]
    12
    """
    request = request_of(locals())
    formula = _formula(request, BUDGETS[SOLD.index(card)])
    return View(_figure(request, card), _sentence(request, card), lambda: _table(request), (formula,))


@lru_cache(maxsize=256)
def _training(request: Request) -> dict[str, int]:
    """Additional bytes of a row in training, by item.

    A row-sparse gradient belongs to a batch and not to a row, so only the whole bill includes it.
    """
    only = bill_of(request.with_(positions="None", output="None", gradients="Dense"))
    gradient = 0 if request.sparse else only["Gradients"].bytes
    parts = {"gradient": gradient, "optimizer state": only["Optimizer state"].bytes}
    return {name: size // request.vocab_size for name, size in parts.items() if size}


def _row_bytes(request: Request) -> int:
    """Bytes per row of the table: as stored, and in training with its gradient and optimizer state."""
    return request.format.row_bytes(request.embed_dim) + sum(_training(request).values())


@lru_cache(maxsize=128)
def _figure(request: Request, chosen: str) -> Spec:
    row = _row_bytes(request)
    percents = [100 * request.vocab_size * row / budget.bytes for budget in BUDGETS]
    texts = [
        _behind_bar(percent, shards(request, budget.bytes, row))
        for percent, budget in zip(percents, BUDGETS, strict=True)
    ]
    return figures.cards(
        [f"{b.name}, {decimal(b.bytes)}" for b in BUDGETS],
        percents,
        texts,
        SOLD.index(chosen),
        decimal(request.vocab_size * row),
    )


def _behind_bar(percent: float, cut: Shards | None) -> str:
    if cut is None:
        return "not one row fits"
    if cut.cards > 1:
        return f"{cut.cards:,} needed"
    return f"{number(percent, 2)} %" if percent >= 0.001 else "< 0.001 %"


def _table(request: Request) -> Table:
    total, row = bill_of(request).total, _row_bytes(request)
    cuts = [shards(request, budget.bytes, row) for budget in BUDGETS]
    small = [shards(request, budget.bytes, request.format.row_bytes(request.embed_dim)) for budget in BUDGETS]
    return Table(
        {
            "machine": [f"{budget.name}, {budget.sold}" for budget in BUDGETS],
            "bytes it has": [budget.bytes for budget in BUDGETS],
            "cards, rows as stored": [None if cut is None else cut.cards for cut in small],
            "cards, rows as set": [None if cut is None else cut.cards for cut in cuts],
            "rows per card": [None if cut is None else cut.rows_per_card for cut in cuts],
            "sent, rows fetched": ["" if cut is None else both(cut.owners_sent) for cut in cuts],
            "sent, results added": ["" if cut is None else both(cut.sum_sent) for cut in cuts],
            "cards, whole bill ÷ memory": [-(-total // budget.bytes) for budget in BUDGETS],
        },
        "cards",
    )


def _sentence(request: Request, sold: str) -> str:
    budget = BUDGETS[SOLD.index(sold)]
    total, row = bill_of(request).total, _row_bytes(request)
    cut = shards(request, budget.bytes, row)
    what = f"A row with its {listed(more)}" if (more := _training(request)) else "A row"
    machine = f"{budget.name} (sold as {sold}: {both(budget.bytes)})"
    all_rows = (
        f"{what} takes {both(row)}, the {count(request.vocab_size, 'row')} together {both(request.vocab_size * row)}."
    )
    if cut is None:
        return f"{all_rows} One {machine} cannot hold even one row."
    if cut.cards == 1:
        sentence = f"{all_rows} They fit on one machine, {machine}, so no row has to be sent from another."
    else:
        sentence = (
            f"{all_rows} That needs {cut.cards:,} machines of the kind {machine}, with at most "
            f"{count(cut.rows_per_card, 'row')} each. A batch of {count(request.tokens, 'lookup')} then sends "
            f"{both(cut.owners_sent)} between the cards if every card fetches the rows it lacks from their owners, or "
            f"{both(cut.sum_sent)} if all cards add up what each found."
        )
    whole = -(-total // budget.bytes)
    takes = "it fits on one such machine" if whole == 1 else f"cut evenly it would take {whole:,} such machines"
    batch = " (the gradient is row-sparse: it holds the rows of a batch)" * (request.training and request.sparse)
    return (
        f"{sentence} The embedding's whole bill{batch}, {both(total)}, is more than the rows; {takes}."
        f"{_layers(request)}"
    )


def _layers(request: Request) -> str:
    model = model_of(request)
    if model is None:
        return ""
    return f" The layers of {model.name}, which are not drawn, take {both(layers_bytes(model.others, request))} more."


def _formula(request: Request, budget: Budget) -> Formula:
    row, more = _row_bytes(request), _training(request)
    rows, cut = budget.bytes // row, shards(request, budget.bytes, row)
    return Formula(
        r"k = \left\lfloor \frac{M}{r} \right\rfloor \qquad n = \left\lceil \frac{V}{k} \right\rceil",
        {
            "M": f"[[bytes]] of one machine ({budget.name}, sold as {budget.sold}): {budget.bytes:,}",
            "r": f"bytes per row, {f'its {listed(more)} included' if more else 'as stored'}: {row:,}",
            "k": r"rows that fit on one; $\lfloor\ \rfloor$ rounds down, since half a row is of no use",
            "V": f"rows of the table: {request.vocab_size:,}",
            "n": r"machines; $\lceil\ \rceil$ rounds up",
        },
        f"{budget.bytes:,} / {row:,} is {count(rows, 'whole row')}. "
        + (
            "Not one row fits, so no number of machines holds the table."
            if cut is None
            else f"{request.vocab_size:,} / {rows:,}, rounded up: {count(cut.cards, 'machine')}."
        ),
    )
