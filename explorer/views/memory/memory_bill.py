"""Memory bill: everything that an embedding makes a model hold, as one stacked bar."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, Unpack, get_args

from explorer.figures.figure_spec import Spec
from explorer.figures.memory import memory_bill as figures
from explorer.memory import BUDGETS, Bill, BillRequest, Model, both, decimal, layers_bytes, model_of
from explorer.memory import bill as bill_of
from explorer.memory.model_catalogue import PADDED
from explorer.views.formula import Formula
from explorer.views.memory.settings import OfRequest
from explorer.views.setting import Choice, Switch
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import binary, byte_unit, count, listed, share, verb

CACHE, LAYERS_BAR, WHOLE_BAR = "KV cache", "Layers", "All together"
Unit = Literal["MB", "MiB"]
UNITS: tuple[Unit, ...] = get_args(Unit)
"""Units of the axis: of 1,000 × 1,000 or of 1,024 × 1,024 bytes."""
COMPARE: Any = Switch(
    "Compare with layers and KV cache",
    True,
    key="m_compare",
    terms=("KV cache",),
    about="whether a published model's layers and its KV cache are drawn beside the bar",
)
UNIT: Any = Choice(
    "Counted in",
    UNITS[0],
    UNITS,
    key="m_unit",
    terms=("MiB",),
    about="of the axis; larger bills are drawn in GB or GiB, and so on",
)


@picture(bill_of)
def bill(
    *,
    compare: bool = COMPARE,
    unit: Unit = UNIT,
    **shared: Unpack[OfRequest],
) -> View:
    """Bytes of everything that an embedding makes a model hold, as a stacked bar.

    >>> dict(zip(*map(bill().table.get, ("item", "bytes"))))["Token table"]
    154389504
    """
    request = BillRequest(**shared)
    result = bill_of(request)

    def draw(answered: bool, _: Any) -> View:
        shown = result if answered else Bill(request, (result["Token table"],))
        beside = _beside(result, compare) if answered else []
        axis = byte_unit(max([shown.total, *(size for _, size in beside)]), 1000 if unit == UNITS[0] else 1024)
        says = _sentence(result) if answered else f"The token table takes {both(shown.total)}."
        if beside and model_of(request) is None:
            says += f" No published model here has this size, so “{WHOLE_BAR}” is without layers."
        if unit != UNITS[0]:
            says += f" The axis counts in {axis[0]}, of {count(axis[1], 'byte')} each."
        formulas = (_formula(request),) if answered else ()
        figure = _figure(request, axis, None if answered else 1, tuple(beside))
        return View(figure, says, lambda: _table(result, None if answered else 1), formulas)

    return with_question(draw)


def _compared(result: Bill, model: Model | None) -> list[tuple[str, int]]:
    """Sizes beside the bill: one-hot input, the cache of a model that generates, and a published model's layers."""
    beside = {item.name: item.bytes for item in result.items if not item.counts}
    if model is not None:
        del beside[CACHE]
        if model.generates:
            beside[CACHE] = _cache(result.request, model)
        beside[LAYERS_BAR] = layers_bytes(model.others, result.request)
    return list(beside.items())


def _cache(r: BillRequest, model: Model) -> int:
    return r.batch * model.kv_numbers(r.seq_len) * r.format.computes_in


def _beside(result: Bill, compare: bool) -> list[tuple[str, int]]:
    """The bars beside the bill: the same for all sizes, so what is unknown has 0 bytes; no cache in training."""
    model = model_of(result.request)
    kept = dict(_compared(result, model))
    names = (LAYERS_BAR,) if result.request.training else (CACHE, LAYERS_BAR)
    bars = [(name, kept.get(name, 0)) for name in names]
    return [*bars, (WHOLE_BAR, result.total + sum(size for _, size in bars))] if compare else []


@lru_cache(maxsize=256)
def _figure(
    request: BillRequest, axis: tuple[str, int], parts: int | None, beside: tuple[tuple[str, int], ...]
) -> Spec:
    counted = [(item.name, item.bytes) for item in bill_of(request).items if item.counts][:parts]
    written = binary if axis[0].endswith("iB") else decimal
    missing = "none: it generates no text" if model_of(request) else "no published model of this size"
    return figures.stacked(counted, [(b.name, written(b.bytes), b.bytes) for b in BUDGETS], axis, beside, missing)


def _table(result: Bill, first: int | None) -> Table:
    model = model_of(result.request)
    beside = dict(_compared(result, model))
    items = [item for item in result.items if item.counts or item.name in beside][:first]
    return Table(
        {
            "item": [item.name for item in items],
            "bytes": (sizes := [item.bytes if item.counts else beside[item.name] for item in items]),
            "MB and MiB": [both(size) for size in sizes],
            "in the total": ["yes" if item.counts else "for comparison" for item in items],
            "formula": [_windowed(model) if model and item.name == CACHE else item.formula for item in items],
        },
        "memory_bill",
    )


def _sentence(result: Bill) -> str:
    r, model = result.request, model_of(result.request)
    beside = {LAYERS_BAR: layers_bytes(model.others, r)} if model else {}
    if model and model.generates and not r.training:
        beside[CACHE] = _cache(r, model)
    needs = [f"{decimal(size)} for its {name.replace('Layers', 'layers')}" for name, size in beside.items()]
    others = f"; {model.name} needs beside it {listed(needs)}" if model else ""
    what = "all of it" if model else "that, without a model’s layers"
    batch = f"{count(r.batch, 'text')} of {count(r.seq_len, 'token')} at a time"
    return (
        f"The token table takes {both(result['Token table'].bytes)}. In {'training' if r.training else 'use'}, with "
        f"{batch} and all that it brings along, it is {decimal(result.total)}{others}. "
        + _machine(f"The smallest memory here that holds {what}", result.total + sum(beside.values()))
    )


def beside_it(request: BillRequest) -> str:
    """Sentences on what is not in the bar: the layers, the KV cache, one-hot input, and the rows that a batch reads."""
    result, model = bill_of(request), model_of(request)
    r = result.request
    touched = min(r.tokens, r.vocab_size)
    parts = [PADDED] if model is not None and model.note == PADDED else []
    if model is None:
        parts.append("The layers between embedding and output are not in it.")
    else:
        layers = layers_bytes(model.others, r)
        parts.append(
            f"The layers of {model.name} are not in it: their {model.others:,} parameters take {both(layers)} more"
            f"{', gradients and optimizer state included' * r.training}."
        )
        if model.generates:
            parts.append(_cache_sentence(result, model))
    parts.append("A machine's system needs some of its memory, too.")
    rows = f"{touched:,} of {count(r.vocab_size, 'row')}"
    if r.training:
        lookup = f"through the lookup at most {rows} {verb(touched, 'gets', 'get')} a gradient"
        lookup += f" ({share(touched, r.vocab_size)})"
        tied = ", through the tied output all do"
    else:
        lookup = f"that reads at most {rows} ({share(touched, r.vocab_size)})"
        tied = ", and the tied output reads all"
    parts.append(f"One batch looks up {count(r.tokens, 'token')}; {lookup}{tied * (r.output == 'Tied')}.")
    parts.append(
        "Written as zeros with a single one for each token (one-hot vectors) the same input would take "
        f"{both(result['One-hot input'].bytes)}."
    )
    if r.positions == "Learned" and r.seq_len > r.max_seq_len:
        parts.append(
            f"Note: texts of {count(r.seq_len, 'token')} are longer than the position table "
            f"({count(r.max_seq_len, 'row')}), so such a model refuses them."
        )
    if r.gradients == "Row-sparse" and r.training and not r.sparse:
        parts.append("The gradient stays dense: a tied output layer gives every row a gradient at every step.")
    return " ".join(parts)


def _machine(what: str, need: int) -> str:
    fits = next((budget for budget in BUDGETS if need <= budget.bytes), None)
    if fits is None:
        largest = BUDGETS[-1]
        return f"{what}: none, the largest here is {largest.name}, {decimal(largest.bytes)}."
    return f"{what}: {fits.name}, {decimal(fits.bytes)} (sold as {fits.sold})."


def _windowed(model: Model) -> str:
    narrow, window = model.windowed or (0, 0)
    whole = "layers" if not narrow else f"{model.layers - narrow} layers" if model.layers > narrow else ""
    terms = [f"{whole} · T"] * bool(whole) + [f"{narrow} layers · min(T, {window:,})"] * bool(narrow)
    terms += [f"layers · {model.encoder:,} of the encoder"] * bool(model.encoder)
    inside = " + ".join(terms)
    return f"2 · {inside if len(terms) == 1 else f'({inside})'} · B · K · bytes"


def _cache_sentence(result: Bill, model: Model) -> str:
    r, cache = result.request, _cache(result.request, model)
    why = ""
    if model.windowed and r.seq_len > model.windowed[1]:
        narrow, window = model.windowed
        which = "every layer looks" if narrow == model.layers else f"{narrow} of its {model.layers} layers look"
        why = f", since {which} back over {window:,} tokens only ({both(result[CACHE].bytes)} without that)"
    elif model.encoder:
        why = f", with the keys and values of {model.encoder:,} positions of its encoder"
    return f"While it generates, this batch leaves {both(cache)} in its KV cache{why}."


def _formula(r: BillRequest) -> Formula:
    store = r.format
    row, table = store.row_bytes(r.embed_dim), store.table_bytes(r.vocab_size, r.embed_dim)
    sizes_of = {"V": f"rows of the table, one per token: {r.vocab_size:,}", "D": f"numbers per row: {r.embed_dim:,}"}
    if store.group is None:
        tex = r"\text{bytes} = V \times D \times b"
        sizes_of["b"] = f"bytes per number: {store.bits // 8} in {r.number}"
    else:
        tex = r"\text{bytes} = V \times \left(\left\lceil \frac{D \cdot b}{8} \right\rceil + 2s\right)"
        sizes_of["b"] = f"bits per number: {store.bits} in {r.number}"
        sizes_of["8"] = r"bits of a byte; $\lceil\ \rceil$ rounds up, since a row begins on a whole byte"
        each = (
            "for the row" if store.group == 0 else f"for every {store.group} numbers of a row, or what is left of them"
        )
        sizes_of["s"] = f"scales in a row, of 2 bytes each: {store.scales(r.embed_dim):,}, one {each}"
    return Formula(
        tex,
        sizes_of,
        f"One row takes {count(row, 'byte')}, so the table takes {r.vocab_size:,} × {row:,} = {count(table, 'byte')}"
        f"{f', which is {both(table)}' * (table >= 1000)}. "
        + (
            f"Adam keeps two more numbers of 4 bytes for each number: 2 × 4 × {r.vocab_size * r.embed_dim:,} = "
            f"{decimal(8 * r.vocab_size * r.embed_dim)}. "
            if r.optimizer == "Adam"
            else ""
        )
        + (
            "50,257 × 768 are 38.6 million numbers, as many as GPT-2 small's table has. (Whisper tiny.en's table on "
            "other pages takes 38.6 MB: 50,257 × 384 numbers of 2 bytes. The same digits: half the width, two bytes "
            "per number.)"
            if (r.vocab_size, r.embed_dim) == (50_257, 768)
            else ""
        ),
    )
