"""Lookups: what reading rows costs."""

from __future__ import annotations

import numpy as np

from explorer.core.functional import embedding
from explorer.memory import Request
from explorer.questions import Mistake, Question, Show
from explorer.quiz.question import kind, pick
from explorer.quiz.question_kinds.memory import units

TOPIC = "Lookups"


def _row(request: Request) -> int:
    """Bytes of the row that a lookup reads, its id left out."""
    return request.format.row_bytes(request.embed_dim)


def _show(request: Request, look: str) -> Show:
    state = {"m_d": request.embed_dim, "m_b": request.batch, "m_t": request.seq_len}
    return Show("memory", "Time", {key: str(value) for key, value in state.items()}, look)


@kind(TOPIC, "one-row")
def one_row(rng: np.random.Generator) -> Question:
    """Bytes of one row."""
    request = Request(pick(rng, 30_000, 50_257, 128_256), pick(rng, 384, 768, 1024, 4096, 12_288))
    row = _row(request)
    v, d = request.vocab_size, request.embed_dim
    return Question(
        f"A table has {v:,} rows of {d:,} FP32 numbers. How many bytes of it does the lookup of one token read?",
        answer=row,
        why=f"One row: {d:,} × 4 = {row:,} bytes. The other {v - 1:,} rows are not read.",
        show=_show(request, "The sentence under the picture: bytes read for each lookup (a row, and the id)."),
        given={"V": v, "D": d},
        unit="bytes",
        mistakes=(
            Mistake(row // 4, "The 4 bytes of a number forgotten", "FP32 takes 4 bytes for each number."),
            Mistake(
                v * row, "The whole table", "A lookup reads one row; multiplying by a one-hot vector would read all."
            ),
            Mistake(v * 4, "A column instead of a row", f"A token has one row of {d:,} numbers."),
            *units(row),
        ),
    )


@kind(TOPIC, "more-rows")
def more_rows(rng: np.random.Generator) -> Question:
    """The work of a lookup in a table with more rows, or with wider ones."""
    v, d, factor = pick(rng, 10_000, 30_000, 50_000), pick(rng, 256, 512, 768), pick(rng, 2, 4, 10)
    wider = bool(rng.integers(2))
    request = Request(v, d)
    other = request.with_(embed_dim=d * factor) if wider else request.with_(vocab_size=v * factor)
    ratio = _row(other) / _row(request)
    change = f"{d * factor:,} instead of {d:,} numbers per row" if wider else f"{v * factor:,} instead of {v:,} rows"
    return Question(
        f"A table gets {change}. How many times as many bytes does the lookup of a token read then?",
        answer=ratio,
        why=f"A token reads its row: {_row(request):,} bytes before, {_row(other):,} bytes after. "
        + ("The width counts." if wider else "The number of rows does not count for the bytes read.")
        + " For the time, caches count as well: rows of a table that fits into a cache come sooner.",
        show=_show(other, "Bytes read for each lookup."),
        given={"V": v, "D": d, "factor": factor, "wider": wider},
        unit="times",
        condition="width" if wider else "rows",
        mistakes=(
            Mistake(
                1 if wider else factor,
                "Width and rows confused" if wider else "The table’s size instead of the row’s",
                "A wider row has more bytes to read." if wider else "The table is larger, one of its rows is not.",
            ),
            Mistake(factor**2, "Squared", "One of the two sizes has changed."),
        ),
    )


@kind(TOPIC, "multiplications")
def multiplications(rng: np.random.Generator) -> Question:
    """What the one-hot product would multiply."""
    v, d = pick(rng, 1000, 5000, 30_000, 50_257), pick(rng, 64, 128, 768)
    small = np.arange(12.0).reshape(4, 3)
    product = np.eye(4)[2] @ small
    assert np.array_equal(product, embedding(np.array(2), small))
    return Question(
        f"Instead of looking its row up, a program multiplies a token’s one-hot vector ({v:,} numbers) by a {v:,} × "
        f"{d} table. How many multiplications is that for one token?",
        answer=v * d,
        why=f"Each of the {d} results needs {v:,} products: {v * d:,} multiplications, all but {d} of them by 0. The "
        "lookup gives the same row and multiplies nothing.",
        show=Show(
            "tokens", "Rows", {}, "“Picking a row = one-hot × table”: what each of the two multiplies and reads."
        ),
        given={"V": v, "D": d},
        mistakes=(
            Mistake(d, "Only those that count", f"A product with a one-hot vector multiplies the {v - 1:,} zeros too."),
            Mistake(v, "The width forgotten", f"The result has {d} numbers, each a sum of {v:,} products."),
        ),
    )
