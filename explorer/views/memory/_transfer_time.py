"""Transfer time of a batch of lookups: bytes moved over bytes per second."""

from __future__ import annotations

from explorer.figures.memory import memory_bill as figures
from explorer.memory import BANDWIDTHS, Request, both, decimal, traffic
from explorer.memory.memory_benchmarks import Copied
from explorer.views.formula import Formula
from explorer.views.memory.settings import BATCH, NUMBER, TOKENS, WIDTH, Number
from explorer.views.setting import Int
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, spell_seconds

FASTEST, MEDIAN = "This server, fastest copy", "This server, median copy"


@picture(traffic, given=("here",))
def times(
    *,
    batch: Int = BATCH,
    seq_len: Int = TOKENS,
    embed_dim: Int = WIDTH,
    number: Number = NUMBER,
    here: Copied | None = None,
) -> View:
    """Transfer time of a batch of lookups at published bandwidths, and at this machine's if it was measured.

    `here` is the last record of `explorer.memory.memory_benchmarks.copy_speed` on this machine; None if not measured.

    >>> times(batch=32, seq_len=2048).table["bytes per batch"][0]
    403177472
    """
    request = Request(50_257, embed_dim, batch=batch, seq_len=seq_len, number=number)
    speeds, moved = _speeds(here), traffic(request)
    seconds = [moved.seconds(speed) for speed in speeds.values()]
    return with_question(
        lambda answered, _: View(
            figures.times(list(speeds), seconds, [spell_seconds(value) for value in seconds]),
            _sentence(request, here),
            lambda: _table(request, here),
            (_formula(request),) if answered else (),
            details=_details(request, here),
        )
    )


def _speeds(here: Copied | None) -> dict[str, float]:
    published = {band.name: float(band.bytes_per_second) for band in BANDWIDTHS}
    return published if here is None else {FASTEST: here.fastest, MEDIAN: here.median, **published}


def _table(request: Request, here: Copied | None) -> Table:
    moved = traffic(request)
    speeds = _speeds(here)
    published = {band.name: band for band in BANDWIDTHS}
    own = f"measured: one thread copies {decimal(here.size)}, read and written, {here.step} runs" if here else ""
    return Table(
        {
            "memory": list(speeds),
            "GB per second": [round(speed / 1e9, 1) for speed in speeds.values()],
            "bytes per batch": [moved.total] * len(speeds),
            "time of a batch": [spell_seconds(moved.seconds(speed)) for speed in speeds.values()],
            "lookups per second": [round(moved.lookups / moved.seconds(speed)) for speed in speeds.values()],
            "how": [published[name].how if name in published else own for name in speeds],
            "source": [f"{published[n].source}, {published[n].url}" if n in published else "" for n in speeds],
        },
        "lookup_times",
    )


def _sentence(request: Request, here: Copied | None) -> str:
    moved = traffic(request)
    times = [f"{name} {spell_seconds(moved.seconds(speed))}" for name, speed in _speeds(here).items()]
    return f"All {count(moved.lookups, 'lookup')} of a batch together take, by bandwidth: {', '.join(times)}."


def _details(request: Request, here: Copied | None) -> str:
    moved = traffic(request)
    own = f" Measured here: {decimal(here.size)} read and written by one thread, {here.step} runs." if here else ""
    return (
        f"{count(request.batch, 'text')} × {count(request.seq_len, 'token')} = {count(moved.lookups, 'lookup')}. Each "
        f"reads {decimal(moved.read_per_token)} (its row and its id) and writes {decimal(moved.written_per_token)}; "
        f"the batch moves {both(moved.total)}.{own}"
    )


def _formula(request: Request) -> Formula:
    moved, band = traffic(request), BANDWIDTHS[0]
    return Formula(
        r"t=\frac{n\,(r+w)}{s}",
        {
            "n": f"lookups of a batch: {moved.lookups:,}",
            "r": f"bytes that each reads, its row and its id: {moved.read_per_token:,}",
            "w": f"bytes that each writes: {moved.written_per_token:,}",
            "s": f"bytes per second, the memory's bandwidth: {band.bytes_per_second:,} for {band.name}",
            "t": "seconds",
        },
        f"{moved.lookups:,} × ({moved.read_per_token:,} + {moved.written_per_token:,}) = {moved.total:,} bytes; over "
        f"{band.bytes_per_second:,} per second that is {spell_seconds(moved.seconds(band.bytes_per_second))}. The "
        "number of rows V is not in it.",
    )
