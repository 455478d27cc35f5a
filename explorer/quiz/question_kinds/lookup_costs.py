"""Lookups: what reading rows costs."""

import numpy as np

from explorer.core.functional import embedding
from explorer.memory import BillRequest
from explorer.questions import Question
from explorer.quiz.question import fill, kind, pick
from explorer.quiz.question_kinds.memory import units

TOPIC = "Lookups"


def _row(request: BillRequest) -> int:
    return request.format.row_bytes(request.embed_dim)


def _state(request: BillRequest) -> dict[str, str]:
    return {"m_d": str(request.embed_dim), "m_b": str(request.batch), "m_t": str(request.seq_len)}


@kind(TOPIC, "one-row")
def one_row(rng: np.random.Generator) -> Question:
    """Bytes of one row."""
    request = BillRequest(pick(rng, 30_000, 50_257, 128_256), pick(rng, 384, 768, 1024, 4096, 12_288))
    row, v = _row(request), request.vocab_size
    given, slips = {"V": v, "D": request.embed_dim}, {"four": row // 4, "table": v * row, "column": v * 4}
    return fill("one-row", row, given, slips, state=_state(request), more=units(row), words={"others": v - 1})


@kind(TOPIC, "more-rows")
def more_rows(rng: np.random.Generator) -> Question:
    """The work of a lookup in a table with more rows, or with wider ones."""
    v, d, factor = pick(rng, 10_000, 30_000, 50_000), pick(rng, 256, 512, 768), pick(rng, 2, 4, 10)
    wider = bool(rng.integers(2))
    request = BillRequest(v, d)
    other = request.with_(embed_dim=d * factor) if wider else request.with_(vocab_size=v * factor)
    change = f"{d * factor:,} instead of {d:,} numbers per row" if wider else f"{v * factor:,} instead of {v:,} rows"
    case = "width" if wider else "rows"
    return fill(
        "more-rows",
        _row(other) / _row(request),
        {"V": v, "D": d, "factor": factor, "wider": wider},
        {case: 1 if wider else factor, "squared": factor**2},
        state=_state(other),
        case=case,
        words={"change": change, "before": _row(request), "after": _row(other)},
        condition=case,
    )


@kind(TOPIC, "multiplications")
def multiplications(rng: np.random.Generator) -> Question:
    """What the one-hot product would multiply."""
    v, d = pick(rng, 1000, 5000, 30_000, 50_257), pick(rng, 64, 128, 768)
    small = np.arange(12.0).reshape(4, 3)
    product = np.eye(4)[2] @ small
    assert np.array_equal(product, embedding(np.array(2), small))
    return fill("multiplications", v * d, {"V": v, "D": d}, {"counting": d, "width": v}, words={"zeros": v - 1})
