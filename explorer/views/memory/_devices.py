"""Devices: which tables and models fit on one, how many it takes else, and a sharded table's traffic per lookup."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Unpack

from explorer.figures.figure_spec import Spec
from explorer.figures.memory import memory_bill as figures
from explorer.memory import BUDGETS, MODELS, BillRequest, Budget, Model, layers_bytes, model_of, of_width, shards
from explorer.memory import bill as bill_of
from explorer.views.formula import Formula
from explorer.views.memory.settings import Card, OfRequest
from explorer.views.setting import Choice, Switch
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, decimal, listed, number

HAS_ROWS = {each.vocab_size: f"as many rows as {name}" for name, each in reversed(MODELS.items())}
HAS_ROWS[200_000] = "about as many rows as GPT-4o"
"""By a number of rows: the first model that has so many; GPT-4o has 200,019 (o200k_base)."""
SOLD = tuple(budget.sold for budget in BUDGETS)
"""Nominal memory sizes of the machines."""
CARD: Any = Choice("The machine in bold is sold as", SOLD[1], SOLD, key="m_card", about="of the sentence's machine")
WHOLE: Any = Switch(
    "Count the whole model",
    False,
    key="m_whole",
    about="whether the layers of a published model of this width are counted, or the table's rows alone",
)


@picture(shards)
def cards(
    *,
    card: Card = CARD,
    whole: bool = WHOLE,
    **shared: Unpack[OfRequest],
) -> View:
    """Fill level of each machine with a published model or with a table's rows, and a sharded table's traffic.

    >>> cards(vocab_size=10**9, embed_dim=256).table["cards, rows as stored"][-1]
    12
    """
    request = BillRequest(**shared)
    model = of_width(request) if whole else None
    return View(
        _figure(request, card, model),
        _sentence(request, card, model),
        lambda: _table(request, model),
        (_formula(request, BUDGETS[SOLD.index(card)]),),
    )


@lru_cache(maxsize=256)
def _training(request: BillRequest) -> dict[str, int]:
    """Additional bytes of a row in training, by item.

    A row-sparse gradient belongs to a batch and not to a row, so only the whole bill includes it.
    """
    only = bill_of(request.with_(positions="None", output="None", gradients="Dense"))
    gradient = 0 if request.sparse else only["Gradients"].bytes
    parts = {"gradient": gradient, "optimizer state": only["Optimizer state"].bytes}
    return {name: size // request.vocab_size for name, size in parts.items() if size}


def _row_bytes(request: BillRequest) -> int:
    return request.format.row_bytes(request.embed_dim) + sum(_training(request).values())


def _needs(request: BillRequest, model: Model | None) -> int:
    """Bytes that are to fit: of the model, with all that its embedding brings along, or of the rows alone."""
    if model is None:
        return request.vocab_size * _row_bytes(request)
    return bill_of(request).total + layers_bytes(model.others, request)


def _machines(request: BillRequest, model: Model | None, budget: Budget) -> int | None:
    """How many machines that takes; None where not even one row fits on one."""
    if model is not None:
        return -(-_needs(request, model) // budget.bytes)
    cut = shards(request, budget.bytes, _row_bytes(request))
    return None if cut is None else cut.cards


def _name(budget: Budget) -> str:
    return f"{budget.name}, {decimal(budget.bytes)}"


@lru_cache(maxsize=128)
def _figure(request: BillRequest, chosen: str, model: Model | None) -> Spec:
    needs = _needs(request, model)
    percents = [100 * needs / budget.bytes for budget in BUDGETS]
    texts = [
        _behind_bar(percent, _machines(request, model, budget))
        for percent, budget in zip(percents, BUDGETS, strict=True)
    ]
    known = model_of(request)
    what = (
        f"all of {model.name}"
        if model
        else f"table of {known.name}{' in training' * request.training}"
        if known
        else _rows(request.vocab_size)
    )
    return figures.cards([_name(b) for b in BUDGETS], percents, texts, SOLD.index(chosen), f"{what}: {decimal(needs)}")


def _rows(vocab_size: int) -> str:
    """Name of a table's rows, with a model that has as many.

    >>> _rows(50_257), _rows(200_000), _rows(300_000)
    ('as many rows as GPT-2 small', 'about as many rows as GPT-4o', 'rows')
    """
    return HAS_ROWS.get(vocab_size, "rows")


def _behind_bar(percent: float, machines: int | None) -> str:
    if machines is None:
        return "not one row fits"
    if machines > 1:
        return f"{machines:,} needed"
    return f"{number(percent, 2)} %" if percent >= 0.001 else "< 0.001 %"


def _table(request: BillRequest, model: Model | None) -> Table:
    row = _row_bytes(request)
    cuts = [shards(request, budget.bytes, row) for budget in BUDGETS]
    small = [shards(request, budget.bytes, request.format.row_bytes(request.embed_dim)) for budget in BUDGETS]
    whole = _needs(request, model) if model else bill_of(request).total
    return Table(
        {
            "machine": [_name(budget) for budget in BUDGETS],
            "bytes it has": [budget.bytes for budget in BUDGETS],
            "cards, rows as stored": [None if cut is None else cut.cards for cut in small],
            "cards, rows as set": [None if cut is None else cut.cards for cut in cuts],
            "rows per card": [None if cut is None else cut.rows_per_card for cut in cuts],
            "sent, rows fetched": ["" if cut is None else decimal(cut.owners_sent) for cut in cuts],
            "sent, results added": ["" if cut is None else decimal(cut.sum_sent) for cut in cuts],
            "cards, whole bill ÷ memory": [-(-whole // budget.bytes) for budget in BUDGETS],
        },
        "cards",
    )


def _sentence(request: BillRequest, sold: str, model: Model | None) -> str:
    budget, row = BUDGETS[SOLD.index(sold)], _row_bytes(request)
    machines, rows = _machines(request, model, budget), count(request.vocab_size, "row")
    held = f", each with its {listed(more)}," if (more := _training(request)) else ""
    if machines is None:
        outcome = f"not one of them fits on one machine ({_name(budget)})"
    else:
        fits = ("fit", "do not fit") if model is None else ("fits", "does not fit")
        outcome = f"{fits[machines > 1]} on one machine ({_name(budget)})"
        outcome += f": it takes {machines:,} of them" * (machines > 1)
    if model is not None:
        what = f"All of {model.name}{f' with {rows}' * (model_of(request) is None)}{' in training' * request.training}"
        return (
            f"{what} takes {decimal(_needs(request, model))} and {outcome}. Of that the {rows}{held} are "
            f"{decimal(request.vocab_size * row)}, {decimal(row)} a row."
        )
    said = f"The {rows}{held} take {decimal(_needs(request, model))} and {outcome}. "
    said += f"A row is {decimal(row)}."
    if machines is not None and machines > 1 and (cut := shards(request, budget.bytes, row)):
        said += (
            f" With at most {count(cut.rows_per_card, 'row')} on each, a batch of {count(request.tokens, 'lookup')} "
            f"sends {decimal(cut.owners_sent)} between them if each fetches the rows it lacks from their owners, or "
            f"{decimal(cut.sum_sent)} if all add up what each found."
        )
    total = bill_of(request).total
    whole = -(-total // budget.bytes)
    batch = " (the gradient is row-sparse: it holds the rows of a batch)" * (request.training and request.sparse)
    takes = "fits on one such machine" if whole == 1 else f"would take {whole:,} such machines, cut evenly"
    return f"{said} The embedding's whole bill{batch}, {decimal(total)}, {takes}."


def _formula(request: BillRequest, budget: Budget) -> Formula:
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
