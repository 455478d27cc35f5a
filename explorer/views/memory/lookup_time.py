"""Lookup time against the number of rows, measured on this machine, with the sizes of its caches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.figures.memory import measured_times as figures
from explorer.memory import both
from explorer.memory.memory_benchmarks import RUNS, Curve, Looked
from explorer.memory.memory_benchmarks import lookup_curve as measure
from explorer.memory.system_memory import caches
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import binary, fixed, listed, number

EVEN, TEXT, COLD = "ids spread evenly, warm", "ids as in text, warm", "ids spread evenly, first run"
SMALL = 1024
"""Rows of the reference table; before the guess, times are drawn up to it only."""


@picture(measure, given=("records",))
def lookup_curve(*, records: tuple[Looked, ...] | None = None) -> View:
    """Nanoseconds per lookup over the rows of the table, with the machine's caches as dotted lines.

    Args:
        records: of a measurement; None: this machine is measured now, which takes some seconds.

    >>> lookup_curve(records=()).sentence.endswith("the times and their table will appear here.")
    True
    """
    request = Curve()
    found = tuple(measure(request)) if records is None else records
    complete = bool(found) and found[-1].step == found[-1].steps and found[-1].vocab_size > SMALL

    def draw(answered: bool, _: object) -> View:
        told = complete and answered
        shown = found if told else tuple(record for record in found if record.vocab_size <= SMALL)
        tallest = [max(r.evenly.fastest, r.evenly.median, r.evenly.cold, r.zipf.fastest) for r in shown]
        spec = figures.lookup_curve(
            [record.vocab_size for record in shown],
            {
                EVEN: [record.evenly.fastest for record in shown],
                TEXT: [record.zipf.fastest for record in shown],
                COLD: [record.evenly.cold for record in shown],
            },
            [(f"{name} {binary(size)}", size / (request.embed_dim * 4)) for name, size in caches()],
            max([45.0, *(value * 1.15 for value in tallest)]),
        )
        says = _sentence(found if told else (), request)
        if complete and not told:
            says = f"{says.partition(' Nothing')[0]} Measured; the times beyond {SMALL:,} rows come after your guess."
        return View(spec, says, (lambda: _table(found)) if told else Table({}, "lookup_curve"), (_formula(request),))

    return with_question(draw)


def ratio(records: tuple[Looked, ...]) -> float:
    """Ratio of the median warm lookup time in the largest table to that in one of 1,024 rows."""
    return records[-1].evenly.median / at_small(records).evenly.median


def at_small(records: tuple[Looked, ...]) -> Looked:
    """The record of the reference table."""
    return next(record for record in records if record.vocab_size == SMALL)


def _table(records: tuple[Looked, ...]) -> Table:
    columns: dict[str, Any] = {
        "rows": [record.vocab_size for record in records],
        "table bytes": [record.table_bytes for record in records],
    }
    for name in ("evenly", "zipf"):
        title = {"evenly": "ids spread evenly", "zipf": "ids as in text (chance 1/rank)"}[name]
        for kind in ("cold", "fastest", "median"):
            columns[f"ns, {title}, {kind}"] = [round(getattr(getattr(record, name), kind), 2) for record in records]
    return Table(columns, "lookup_curve")


def _sentence(records: tuple[Looked, ...], request: Curve) -> str:
    width = f"Rows of {request.embed_dim} FP32 numbers ({request.embed_dim * 4} bytes)."
    own = caches()
    sizes = listed(f"{name} {binary(size)}" for name, size in own) if own else "the system does not say"
    start = f"{width} This server's caches for data: {sizes}."
    if not records or records[-1].vocab_size < SMALL:
        return f"{start} Nothing has been measured yet: the times and their table will appear here."
    small, large = at_small(records), records[-1]
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


def _formula(request: Curve) -> Formula:
    own, row = caches(), request.embed_dim * 4
    name, size = own[0] if own else ("", 2**20)
    return Formula(
        r"V = \frac{C}{4 D}",
        {
            "V": "rows of the largest table that the cache holds: a dotted line",
            "C": f"[[bytes]] of the cache: {size:,} " + (f"in this server's {name}" if own else "(1 MiB), say"),
            "D": f"numbers per row: {request.embed_dim}, of 4 bytes each",
        },
        f"{size:,} / (4 · {request.embed_dim}) = {number(size / row)} rows. {beyond(own)}",
    )


def beyond(own: Sequence[tuple[str, int]]) -> str:
    """Sentence on which memory a table beyond the first of these caches is read from.

    >>> beyond([("L1", 32_768), ("L3", 2**29)])
    'A table with more rows does not fit L1: some of them come from L3, and beyond 512 MiB from the main memory.'
    >>> beyond([("L1", 32_768)])
    'A table with more rows does not fit L1: some of them come from the main memory.'
    """
    if not own:
        return "A table with more rows does not fit such a cache: some come from a larger one or from the main memory."
    (first, _), *larger = own
    sentence = f"A table with more rows does not fit {first}: some of them come from"
    if not larger:
        return f"{sentence} the main memory."
    names, last = listed([name for name, _ in larger], "or"), binary(larger[-1][1])
    return f"{sentence} {names}, and beyond {last} from the main memory."
