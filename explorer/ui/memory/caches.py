"""Is a lookup independent of V? The work is; whether the time is, this server measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from explorer import ui
from explorer.figures.memory import measured as figures
from explorer.memory import both
from explorer.memory.machine import caches
from explorer.memory.measure import RUNS, Curve, Looked, lookup_curve
from explorer.scripts import memory as scripts
from explorer.ui.frame.measured import measured
from explorer.wording import binary, fixed, listed, number

PART = ui.Part(
    "Caches",
    why="A [[lookup]] copies one row, whatever the size of the table, but a row that is not in the processor's small "
    "fast memories ([[caches]]) has to come from slower ones.",
    look="Dotted lines stand where the table outgrows a cache of this server; see whether the curves rise behind them.",
    shown="Tables of ones, larger and larger · D = 64",
)

EVEN, TEXT, COLD = "ids spread evenly, warm", "ids as in text, warm", "ids spread evenly, first run"
SMALL = 1024
SAME, LONGER, TWICE = "Less than 1.2 times as long", "1.2 to 2 times as long", "More than twice as long"


def ratio(records: tuple[Looked, ...]) -> float:
    """How much longer the median warm lookup takes in the largest table than in one of 1,024 rows."""
    return records[-1].evenly.median / _small(records).evenly.median


def answer(records: tuple[Looked, ...]) -> str:
    """The option that this run measured."""
    found = ratio(records)
    return SAME if found < 1.2 else LONGER if found <= 2 else TWICE


def _small(records: tuple[Looked, ...]) -> Looked:
    return next(record for record in records if record.vocab_size == SMALL)


def _marks(request: Curve) -> list[tuple[str, float]]:
    row = request.embed_dim * 4
    return [(f"{name} {binary(size)}", size / row) for name, size in caches()]


def _table(records: tuple[Looked, ...]) -> ui.Table:
    columns: dict[str, Any] = {
        "rows": [record.vocab_size for record in records],
        "table bytes": [record.table_bytes for record in records],
    }
    for name in ("evenly", "zipf"):
        title = {"evenly": "ids spread evenly", "zipf": "ids as in text (chance 1/rank)"}[name]
        for kind in ("cold", "fastest", "median"):
            columns[f"ns, {title}, {kind}"] = [round(getattr(getattr(record, name), kind), 2) for record in records]
    return ui.Table(columns, "lookup_curve")


def summary(records: tuple[Looked, ...], request: Curve) -> str:
    """The curve in words; nothing is said that this run did not measure."""
    width = f"Rows of {request.embed_dim} FP32 numbers ({request.embed_dim * 4} bytes)."
    own = caches()
    sizes = listed(f"{name} {binary(size)}" for name, size in own) if own else "the system does not say"
    start = f"{width} This server's caches for data: {sizes}."
    if not records or records[-1].vocab_size < SMALL:
        return f"{start} Nothing has been measured yet: the times and their table will appear here."
    small, large = _small(records), records[-1]
    last = max((size for _, size in own), default=0)
    inside = f" Even that table fits the largest cache ({binary(last)})." if large.table_bytes <= last else ""
    return (
        f"{start} {RUNS} warm runs each, ids spread evenly: {_spelled(small)}; {_spelled(large)}, "
        f"{both(large.table_bytes)}.{inside} By the median that is {fixed(ratio(records))} times as long for the same "
        f"work; with ids as frequent as the words of a text {fixed(large.zipf.median / small.zipf.median)} times."
    )


def _spelled(record: Looked) -> str:
    timed = record.evenly
    return (
        f"{record.vocab_size:,} rows take {fixed(timed.fastest, 1)} ns at best, {fixed(timed.median, 1)} at the median "
        f"(first run, with other data in the caches: {fixed(timed.cold, 1)})"
    )


def _formula(request: Curve) -> None:
    """Where the dotted lines stand."""
    own, row = caches(), request.embed_dim * 4
    name, size = own[0] if own else ("", 2**20)
    ui.formula(
        "m_caches",
        r"V = \frac{C}{4 D}",
        {
            "V": "rows of the largest table that the cache holds: a dotted line",
            "C": f"[[bytes]] of the cache: {size:,} " + (f"in this server's {name}" if own else "(1 MiB), say"),
            "D": f"numbers per row: {request.embed_dim}, of 4 bytes each",
        },
        f"{size:,} / (4 · {request.embed_dim}) = {number(size / row)} rows. {beyond(own)}",
    )


def beyond(own: Sequence[tuple[str, int]]) -> str:
    """Where the rows of a table come from that is larger than the first of these caches.

    >>> beyond([("L1", 32_768), ("L3", 2**29)])
    'A table with more rows does not fit L1: some of them come from L3, and beyond 512 MiB from the main memory.'
    >>> beyond([("L1", 32_768)])
    'A table with more rows does not fit L1: some of them come from the main memory.'
    """
    if not own:
        return "A table with more rows does not fit such a cache: some come from a larger one or from the main memory."
    (first, _), *larger = own
    told = f"A table with more rows does not fit {first}: some of them come from"
    if not larger:
        return f"{told} the main memory."
    names, last = listed([name for name, _ in larger], "or"), binary(larger[-1][1])
    return f"{told} {names}, and beyond {last} from the main memory."


@st.fragment
def show() -> None:
    """The measurement; its end stays covered until a guess."""
    request = Curve()

    def draw(records: tuple[Looked, ...]) -> None:
        complete = bool(records) and records[-1].step == records[-1].steps and records[-1].vocab_size > SMALL
        told = complete and bool(_ask(records))
        shown = records if told else tuple(record for record in records if record.vocab_size <= SMALL)
        tallest = [max(r.evenly.fastest, r.evenly.median, r.evenly.cold, r.zipf.fastest) for r in shown]
        figure = figures.lookup_curve(
            [record.vocab_size for record in shown],
            {
                EVEN: [record.evenly.fastest for record in shown],
                TEXT: [record.zipf.fastest for record in shown],
                COLD: [record.evenly.cold for record in shown],
            },
            _marks(request),
            max([45.0, *(value * 1.15 for value in tallest)]),
        )
        said = summary(records if told else (), request)
        if complete and not told:
            said = (
                f"{summary((), request).partition(' Nothing')[0]} Measured; the times beyond {SMALL:,} rows come after "
                "your guess."
            )
        ui.picture(
            "m_curve",
            figure,
            summary=said,
            table=(lambda: _table(records)) if told else None,
            script=lambda: scripts.curve(request),
        )

    _formula(request)
    measured("m_caches", "Measure lookups on this server", lookup_curve, request, draw, timing=True)


def _ask(records: tuple[Looked, ...]) -> ui.Guess:
    large = records[-1]
    return ui.predict(
        "m_indep",
        "You may read that “lookup time is independent of the vocabulary size”. This server has just measured "
        f"{SMALL:,} rows and {large.vocab_size:,} rows. One lookup in the large table took …",
        (SAME, LONGER, TWICE),
        answer=answer(records),
        because=f"Measured in this run, median of {RUNS}: {fixed(_small(records).evenly.median, 1)} ns and "
        f"{fixed(large.evenly.median, 1)} ns, {fixed(ratio(records))} times as long. The work is the same, one row; "
        "what differs is which memory the row comes from, and that depends on the machine and on what else it does.",
        hint=f"The table of {SMALL:,} rows takes {binary(_small(records).table_bytes)}, the large one "
        f"{binary(large.table_bytes)}. Compare with the caches.",
    )
