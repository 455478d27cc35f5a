"""Transfer time of a batch of lookups: bytes moved over bytes per second."""

from __future__ import annotations

from explorer.figures.memory import memory_bill as figures
from explorer.memory import BANDWIDTHS, BillRequest, both, decimal, traffic
from explorer.views.formula import Formula
from explorer.views.memory.settings import BATCH, NUMBER, ROWS, TOKENS, WIDTH, Number
from explorer.views.setting import Int
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, spell_seconds


@picture(traffic)
def times(
    *,
    vocab_size: Int = ROWS,
    batch: Int = BATCH,
    seq_len: Int = TOKENS,
    embed_dim: Int = WIDTH,
    number: Number = NUMBER,
) -> View:
    """Transfer time of a batch of lookups at published bandwidths, in a table and in one of ten times as many rows.

    >>> times(batch=32, seq_len=2048).table["bytes per batch"][0]
    403177472
    """
    request = BillRequest(vocab_size, embed_dim, batch=batch, seq_len=seq_len, number=number)
    larger = request.with_(vocab_size=10 * vocab_size)
    moved, names = traffic(request), [band.name for band in BANDWIDTHS]
    seconds, others = (
        [traffic(each).seconds(band.bytes_per_second) for band in BANDWIDTHS] for each in (request, larger)
    )
    spelled = [spell_seconds(value) for value in seconds]
    said = ", ".join(f"{name} {time}" for name, time in zip(names, spelled, strict=True))
    table = Table(
        {
            "memory": names,
            "GB per second": [round(band.bytes_per_second / 1e9, 1) for band in BANDWIDTHS],
            "bytes per batch": [moved.total] * len(names),
            "time of a batch": spelled,
            "lookups per second": [round(moved.lookups / value) for value in seconds],
            "how": [band.how for band in BANDWIDTHS],
            "source": [f"{band.source}, {band.url}" for band in BANDWIDTHS],
        },
        "lookup_times",
    )
    return with_question(
        lambda answered, _: View(
            figures.times(names, spelled, {_named(request): seconds} | ({_named(larger): others} if answered else {})),
            f"All {count(moved.lookups, 'lookup')} of a batch together take, where the table fits: {said}.",
            table,
            (_formula(request),) if answered else (),
            details=f"{count(request.batch, 'text')} × {count(request.seq_len, 'token')} = "
            f"{count(moved.lookups, 'lookup')}. Each reads {decimal(moved.read_per_token)} (its row and its id) and "
            f"writes {decimal(moved.written_per_token)}; the batch moves {both(moved.total)}.",
        )
    )


def _named(request: BillRequest) -> str:
    size = request.format.table_bytes(request.vocab_size, request.embed_dim)
    return f"table of {count(request.vocab_size, 'row')}, {decimal(size)}"


def _formula(request: BillRequest) -> Formula:
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
