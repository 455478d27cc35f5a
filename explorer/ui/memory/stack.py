"""The bill: everything that an embedding makes a model hold, as one stacked bar."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from explorer import ui
from explorer.figures.memory import bill as figures
from explorer.figures.spec import Spec
from explorer.memory import BUDGETS, FORMATS, Bill, Model, Request, bill, both, decimal, layers_bytes
from explorer.scripts import memory as scripts
from explorer.ui.memory import sizes
from explorer.wording import count, share, verb

PART = ui.Part(
    "The bill",
    why="A table of V rows with D numbers each takes V × D × bytes, and it brings more along: [[gradients]], the "
    "[[optimizer]]'s memory, what the model computes on the way ([[activations]]), and one score per token of the "
    "[[vocabulary]] ([[logits]]).",
    look="The longest piece of the bar is often not the table; switch the output between [[tied]] (it scores with the "
    "token table) and untied (with a matrix of its own).",
)

_UNITS = (("bytes", 1), ("kB", 10**3), ("MB", 10**6), ("GB", 10**9), ("TB", 10**12), ("PB", 10**15), ("EB", 10**18))
DOUBLE, STAYS, FOUR = (
    "Both double",
    "The table doubles and a lookup stays as it is",
    "Both become four times as large",
)


def unit_for(number: int) -> tuple[str, int]:
    """The unit in which `number` bytes are a number of at most a few digits.

    >>> unit_for(154_389_504), unit_for(2 * 10**12)
    (('MB', 1000000), ('TB', 1000000000000))
    """
    return next((unit for unit in reversed(_UNITS) if number >= unit[1]), _UNITS[0])


def _compared(result: Bill, model: Model | None) -> list[tuple[str, int]]:
    """What stands beside the bill; an encoder keeps no keys and values, since it doesn't write token after token."""
    keeps = model is None or model.generates
    return [(item.name, item.bytes) for item in result.items if not item.counts and (keeps or item.name != "KV cache")]


@lru_cache(maxsize=256)
def _figure(request: Request, compare: bool) -> Spec:
    result = bill(request)
    parts = [(item.name, item.bytes) for item in result.items if item.counts]
    beside = _compared(result, sizes.model_of(request)) if compare else []
    largest = max([result.total, *(size for _, size in beside)])
    return figures.stacked(parts, [(b.sold, b.bytes) for b in BUDGETS], unit_for(largest), beside)


def _table(result: Bill) -> ui.Table:
    beside = dict(_compared(result, sizes.model_of(result.request)))
    items = [item for item in result.items if item.counts or item.name in beside]
    return ui.Table(
        {
            "item": [item.name for item in items],
            "bytes": [str(item.bytes) for item in items],
            "MB and MiB": [both(item.bytes) for item in items],
            "in the total": ["yes" if item.counts else "for comparison" for item in items],
            "formula": [item.formula for item in items],
        },
        "memory_bill",
    )


def summary(result: Bill, model: Model | None) -> str:
    """The bill in words."""
    r = result.request
    touched = min(r.tokens, r.vocab_size)
    parts = [
        f"The token table takes {both(result['Token table'].bytes)}; with all that it brings along (the pieces of the "
        f"bar) {both(result.total)}.",
        _machine("The smallest machine here that holds that", result.total),
    ]
    if model is None:
        parts.append("The layers between embedding and output are not in it.")
    else:
        layers = layers_bytes(model.others, r)
        parts.append(
            f"The layers of {model.name} are not in it: their {model.others:,} parameters take {both(layers)} more"
            f"{', gradients and optimizer state included' * r.training}. "
            + _machine("Both together", result.total + layers)
        )
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
        return f"{what}: none, the largest here ({largest.name}, sold as {largest.sold}) has {decimal(largest.bytes)}."
    return f"{what}: {fits.name} of {fits.sold}."


@st.fragment
def show() -> None:
    """Controls, the bar, the formula, and what doubling the width does."""
    with ui.controls("m_bill"):
        left, right = st.columns(2)
        box = left.container()
        sizes.entry(left, "vocab_size")
        sizes.entry(left, "embed_dim")
        sizes.choose(right, "number")
        sizes.choose(right, "output")
    with ui.more("m_bill", "More: optimizer, batch, positions, gradients"):
        left, right = st.columns(2)
        for name in ("batch", "seq_len", "max_seq_len"):
            sizes.entry(left, name)
        for name in ("optimizer", "positions", "gradients"):
            sizes.choose(right, name)
        sizes.entry(left, "layers")
        sizes.entry(right, "kv_width")
        compare = right.toggle(
            "Compare with one-hot input and KV cache",
            True,
            key="m_compare",
            bind="query-params",
            help=ui.meanings("one-hot", "KV cache"),
        )
    request = sizes.request()
    model = sizes.model_box(box, request)
    result = bill(request)
    ui.picture(
        "m_bill",
        _figure(request, compare),
        summary=summary(result, model),
        table=lambda: _table(result),
        script=lambda: scripts.bill(request, model.name if model else None),
    )
    _formula(request)
    _predict(request)


def _formula(r: Request) -> None:
    store = r.format
    row, table = store.row_bytes(r.embed_dim), store.table_bytes(r.vocab_size, r.embed_dim)
    sizes_of = {
        "V": f"rows of the table, one per token: {r.vocab_size:,}",
        "D": f"numbers per row: {r.embed_dim:,}",
    }
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
    ui.formula(
        "m_bill",
        tex,
        sizes_of,
        f"One row takes {count(row, 'byte')}, so the table takes {r.vocab_size:,} × {row:,} = {count(table, 'byte')}"
        f"{f', which is {both(table)}' * (table >= 1000)}. "
        + (
            f"Adam keeps two more numbers of 4 bytes for each of them: 2 × 4 × {r.vocab_size * r.embed_dim:,} = "
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
    """Why a row of integers with scales is not twice as long, where it isn't."""
    row, wide = (r.format.row_bytes(times * r.embed_dim) for times in (1, 2))
    if wide == 2 * row:
        return ""
    return (
        f" In {r.number}, as chosen above, a row goes from {count(row, 'byte')} to {count(wide, 'byte')}: not quite "
        "twice, since its scales need not double, and a row begins on a whole byte."
    )
