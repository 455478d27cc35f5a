"""What the Memory page computes and measures: the bill, memory bandwidth, the lookup curve, precision."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import Row, benchmark, compare
from explorer.figures.memory import bill as figures
from explorer.memory import BUDGETS, Request, bill, decimal
from explorer.memory.measure import Copy, Curve, caches, copy_speed, lookup_curve
from explorer.memory.precision import Quantise, quantise
from explorer.wording import binary


@benchmark("Memory page: an estimate while a slider is dragged")
def estimate() -> Iterator[Row]:
    """A bill, and the picture of it, for a table of 10 TB."""
    request = Request(10**10, 256)
    result = bill(request)

    def picture() -> None:
        bars = {"Needed": [(item.name, item.bytes) for item in result.items if item.counts]}
        figures.stacked(bars, [(decimal(budget.bytes), budget.bytes) for budget in BUDGETS], ("TB", 10**12))

    yield from compare({"the picture": picture}, ("the bill", lambda: bill(request)))


@benchmark("Memory page: memory bandwidth and lookup time against V, rows of 256 bytes")
def lookups() -> Iterator[Row]:
    """Nanoseconds become seconds; ratio to the smallest table."""
    *_, copied = copy_speed(Copy())
    yield Row("copying", note=f"{copied.bytes_per_second / 1e9:.1f} GB per second, read and written")
    marks = ", ".join(f"{name} {binary(size)}" for name, size in caches())
    yield Row("caches", note=marks)
    records = list(lookup_curve(Curve()))
    for record in records[::3]:
        note = f"{decimal(record.table_bytes)}; as in text {record.zipf:.1f} ns"
        yield Row(f"V = {record.vocab_size:,}", record.evenly * 1e-9, records[0].evenly * 1e-9, note)


@benchmark("Memory page: Whisper's token table in fewer bits")
def precision() -> Iterator[Row]:
    """Bytes, error and neighbours kept; no times."""
    for record in quantise(Quantise()):
        note = f"{record.bytes:,} bytes, error {record.error:.2%}, neighbours kept {record.kept:.1%}"
        yield Row(record.scheme, note=note)
