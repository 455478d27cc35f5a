"""Process growth while a table is allocated, as a check of the size formula."""

from __future__ import annotations

from explorer.figures.memory import measured_times as figures
from explorer.memory import FORMATS, both
from explorer.memory.memory_benchmarks import Allocate, Growth, allocate
from explorer.memory.system_memory import allowance
from explorer.views.formula import Formula
from explorer.views.memory.settings import NUMBER, ROWS, WIDTH, Number
from explorer.views.setting import Int
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import byte_unit, count, share


@picture(allocate, given=("records",))
def growth(
    *,
    vocab_size: Int = ROWS,
    embed_dim: Int = WIDTH,
    number: Number = NUMBER,
    records: tuple[Growth, ...] | None = None,
) -> View:
    """Growth of this process while the rows of a new table are written, beside the size formula.

    `records` are those of `explorer.memory.memory_benchmarks.allocate`; without them the table is allocated now, if it
    is not too large.

    >>> growth(vocab_size=1000, embed_dim=64, records=()).formula.worked.split(".")[0]
    'After 500 rows: 500 × 256 = 128 kB (125 KiB)'
    """
    request = Allocate(vocab_size, embed_dim, number)
    formula = FORMATS[number].table_bytes(vocab_size, embed_dim)
    may = formula <= allowance()
    found = records if records is not None else tuple(allocate(request)) if may else ()
    name, size = byte_unit(formula)
    spec = figures.growth(
        [100 * record.rows_written / vocab_size for record in found],
        [record.grown / size for record in found],
        formula / size,
        [record.nbytes / size for record in found],
        name,
    )
    return View(spec, _sentence(found, request), lambda: _table(found), (_formula(request, formula),))


def _table(records: tuple[Growth, ...]) -> Table:
    return Table(
        {
            "rows written": [record.rows_written for record in records],
            "formula, bytes": [record.formula for record in records],
            "nbytes": [record.nbytes for record in records],
            "process grew by, bytes": [record.grown for record in records],
        },
        "allocated",
    )


def _sentence(records: tuple[Growth, ...], request: Allocate) -> str:
    what = f"{request.vocab_size:,} × {request.embed_dim:,} in {request.number}"
    formula = FORMATS[request.number].table_bytes(request.vocab_size, request.embed_dim)
    if not records:
        return f"{what} takes {both(formula)} by the formula. It is not allocated."
    first, last = records[0], records[-1]
    verdict = "equals the formula to the byte" if last.nbytes == last.formula else "does not equal the formula"
    return (
        f"{what}: formula {both(last.formula)}; nbytes {both(last.nbytes)}, which {verdict}. Right after the "
        f"allocation the process had grown by {both(max(0, first.grown))}; with "
        f"{share(last.rows_written, request.vocab_size)} of the rows written it had grown by "
        f"{both(max(0, last.grown))}. (The system hands out memory page by page, when it is first written.)"
    )


def _formula(request: Allocate, table: int) -> Formula:
    row, half = FORMATS[request.number].row_bytes(request.embed_dim), request.vocab_size // 2
    return Formula(
        r"G(w) \approx w \cdot r \qquad G(V) \approx V \cdot r",
        {
            "w": "rows written so far, from 0 to V",
            "V": f"rows of the table: {request.vocab_size:,}",
            "r": f"bytes of one row, {count(request.embed_dim, 'number')} in {request.number}: {row:,}",
            "G(w)": "bytes by which the process has grown; the system hands out whole pages, so it is not exactly that",
        },
        f"After {count(half, 'row')}: {half:,} × {row:,} = {both(half * row)}. After all of "
        f"them, {request.vocab_size:,}: {request.vocab_size:,} × {row:,} = {both(table)}, the line of the formula.",
    )
