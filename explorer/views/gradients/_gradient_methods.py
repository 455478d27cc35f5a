"""Four gradient methods: the size of their results, computed, and their time and memory on this machine, measured."""

from __future__ import annotations

import numpy as np

from explorer.figures.gradients import method_bars as figures
from explorer.gradients import gradient_methods as engine
from explorer.gradients.gradient_methods import Measured, Request
from explorer.gradients.text_batch import read
from explorer.tokenizers import CHOICES
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.view import View, choice, picture, whole_number
from explorer.wording import count, decimal, listed, number, spell_seconds, verb


@picture(engine.counts)
def result_sizes(
    *,
    source: str = engine.WORDS,
    tokens: int = 4096,
    width: int = 64,
    text: str = "The cat sat on the mat",
    encoding: str = "gpt2",
) -> View:
    """Bytes of the results: three whole tables, and the touched rows with their indices.

    Args:
        source: of the ids: "your text", "as words come" or "all rows alike".
        tokens: maximum number of tokens.
        width: numbers per row.
        text: used if `source` is "your text".
        encoding: its tokenizer.

    >>> result_sizes(source="your text", width=16).table["bytes"].tolist()  # 6 tokens of 5 rows of gpt2's 50,257
    [3216448, 3216448, 3216448, 432]
    """
    request = _request(source, tokens, width, text, encoding)
    used, rows, _ = engine.counts(request)
    sizes = _sizes(request)
    return View(
        figures.bars(
            list(engine.METHODS),
            np.array(sizes) / 1e6,
            title="MB (10⁶ bytes)",
            texts=[decimal(size) for size in sizes],
        ),
        f"{count(used, 'token')}, {count(rows, 'row')} touched. Three ways write a whole table of "
        f"{decimal(sizes[0])}; touched rows only need {decimal(sizes[-1])}. Time and the memory on the way there come "
        "with the measurement.",
        Table({"way": [*engine.METHODS], "bytes": np.array(sizes)}, "four_ways_results"),
        (_formula(request),),
        left_out(request),
    )


@picture(*engine.METHODS.values(), engine.measure, given=("records",))
def method_times(
    *,
    source: str = engine.WORDS,
    tokens: int = 4096,
    width: int = 64,
    text: str = "The cat sat on the mat",
    encoding: str = "gpt2",
    records: tuple[Measured, ...] | None = None,
) -> View:
    """Time of each method in milliseconds: the fastest run, and the median as a line.

    Args:
        source: as in `result_sizes`, and so are the others.
        tokens: how many at most.
        width: numbers per row.
        text: a text of one's own.
        encoding: its tokenizer.
        records: of a measurement; None: this machine is measured now.
    """
    request = _request(source, tokens, width, text, encoding)
    found = _measured(request, records)
    spec = figures.bars(
        [r.method for r in found],
        np.array([r.seconds * 1e3 for r in found]),
        title="milliseconds",
        texts=[spell_seconds(r.seconds) for r in found],
        more=np.array([r.median * 1e3 for r in found]),
    )
    return View(spec, _words(found), lambda: _table(found), (_formula(request),), left_out(request))


@picture(*engine.METHODS.values(), engine.measure, given=("records",))
def method_memory(
    *,
    source: str = engine.WORDS,
    tokens: int = 4096,
    width: int = 64,
    text: str = "The cat sat on the mat",
    encoding: str = "gpt2",
    records: tuple[Measured, ...] | None = None,
) -> View:
    """Peak memory of each method, its result included.

    Args:
        source: as in `method_times`, and so are the others.
        tokens: how many at most.
        width: numbers per row.
        text: a text of one's own.
        encoding: its tokenizer.
        records: of a measurement; None: this machine is measured now.
    """
    request = _request(source, tokens, width, text, encoding)
    found = _measured(request, records)
    spec = figures.bars(
        [r.method for r in found],
        np.array([r.peak_bytes / 1e6 for r in found]),
        title="MB (10⁶ bytes)",
        texts=[decimal(r.peak_bytes) for r in found],
    )
    first = found[0]
    says = (
        f"{count(first.tokens, 'token')}, {count(first.rows, 'row')} touched. The first three write a whole "
        f"table of {decimal(first.result_bytes)}; touched rows only need {decimal(found[-1].result_bytes)}."
        if len(found) == len(engine.METHODS)
        else "Still measuring."
    )
    return View(spec, says, lambda: _table(found), (), left_out(request))


def left_out(request: Request) -> str:
    """Note on the part of the visitor's text that is not measured; "" if all of it is."""
    if request.source != engine.YOURS:
        return ""
    there, used = len(read(request.text, request.encoding).ids), engine.counts(request)[0]
    return f"Measured: the first {used:,} of the text's {there:,} tokens." if there > used else ""


def _request(source: str, tokens: int, width: int, text: str, encoding: str) -> Request:
    choice("source", source, engine.SOURCES)
    whole_number("tokens", tokens, 1, 32_768)
    whole_number("width", width, 1, 256)
    choice("encoding", encoding, CHOICES)
    if source != engine.YOURS:
        return Request(source, tokens, width)
    if not len(read(text, encoding).ids):
        raise ValueError("Expected a text with at least one token, got none")
    return Request(source, tokens, width, text=text, encoding=encoding)


def _measured(request: Request, records: tuple[Measured, ...] | None) -> tuple[Measured, ...]:
    found = tuple(engine.measure(request)) if records is None else records
    if not found:
        raise ValueError("Expected records of a measurement, got none")
    return found


def _sizes(request: Request) -> list[int]:
    """Sizes of the four results in bytes; a touched row includes its index, an INT64."""
    _, rows, vocab_size = engine.counts(request)
    return [vocab_size * request.width * 4] * 3 + [rows * (request.width * 4 + 8)]


def _formula(request: Request) -> Formula:
    tokens, rows, vocab_size = engine.counts(request)
    whole, *_, touched = _sizes(request)
    small = f" ({decimal(touched)})" * (touched >= 1000)
    return Formula(
        r"\begin{aligned} \text{whole table: } & 4 D V \\ \text{touched rows: } & (4 D + 8)\, u \end{aligned}",
        {
            "D": f"numbers per row, of 4 [[bytes]] each: {request.width}",
            "V": f"rows of the table: {vocab_size:,}",
            "u": f"different rows that the {count(tokens, 'token')} {verb(tokens, 'touches', 'touch')}: {rows:,}",
            "8": "bytes of a row's number, which says where it belongs",
        },
        f"4 · {request.width} · {vocab_size:,} = {count(whole, 'byte')} ({decimal(whole)}), and "
        f"(4 · {request.width} + 8) · {rows:,} = {count(touched, 'byte')}{small}: "
        f"the whole table takes {number(whole / touched)} times as much.",
    )


def _words(found: tuple[Measured, ...]) -> str:
    same = [r.method for r in found if r.same_bits]
    apart = [f"{r.method} differs by up to {number(r.apart, 2)}" for r in found if not r.same_bits]
    text = f"Equal to the loop to the last bit: {listed(same)}." + (f" {'; '.join(apart)}." if apart else "")
    if len(same) == len(engine.METHODS):
        text = "All four are equal to the last bit."
    times = [
        f"{r.method} {spell_seconds(r.seconds)}, median {spell_seconds(r.median)} ({count(r.runs, 'run')})"
        for r in found
    ]
    exact = number(max(r.error for r in found), 2)
    return f"{text} All are within {exact} of the same sum in float64. Fastest run: {'; '.join(times)}."


def _table(found: tuple[Measured, ...]) -> Table:
    return Table(
        {
            "way": [r.method for r in found],
            "seconds, fastest": [r.seconds for r in found],
            "seconds, median": [r.median for r in found],
            "runs": [r.runs for r in found],
            "peak bytes": [r.peak_bytes for r in found],
            "bytes of the result": [r.result_bytes for r in found],
            "same bits as the loop": [r.same_bits for r in found],
            "largest difference from the loop": [r.apart for r in found],
            "largest difference from float64": [r.error for r in found],
        },
        "four_ways",
    )
