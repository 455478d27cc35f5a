"""Four ways to the same gradient, measured on request in a process of their own."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import ui
from explorer.figures.gradients import rows as figures
from explorer.gradients import ways as engine
from explorer.gradients.batch import read
from explorer.scripts import gradients as scripts
from explorer.ui.frame.measured import measured
from explorer.wording import count, decimal, number, spell_seconds, verb

PART = ui.Part(
    "Four ways",
    why="There are four ways to add every token's [[gradient]] to the row of its [[id]], from a plain loop to touched "
    "rows only: do they agree, and what does each cost?",
    look="The memory bars say more than the time bars: three ways write a whole table, however few rows are touched.",
    shown=lambda state: f"Gradients drawn at random · D = {state.get('g_d', 64)}",
)

TOKENS = (256, 1024, 4096, 16_384, 32_768)
WIDTHS = (16, 64, 256)
CODE = dict(
    zip(
        engine.WAYS,
        (
            "for t, row in enumerate(ids):\n    out[row] += grad[t]",
            "np.add.at(out, ids, grad)",
            "out = one_hot.T @ grad\n# sparse: one 1 per token",
            "rows = np.unique(ids)\n# values: (len(rows), D)",
        ),
        strict=True,
    )
)


def show() -> None:
    """What to measure, the button, and the result."""
    for column, (way, code) in zip(st.columns(len(CODE)), CODE.items(), strict=True):
        column.markdown(f"**{way}**")
        column.code(code, language="python", wrap_lines=True)
    with ui.controls("g_ways"):
        line = ui.line()
        source = line.segmented_control(
            "Tokens", engine.SOURCES, default=engine.WORDS, required=True, key="g_source", bind="query-params"
        )
        tokens = line.select_slider("How many tokens", TOKENS, 4096, key="g_tokens", bind="query-params")
        width = line.select_slider("Width D", WIDTHS, 64, key="g_d", bind="query-params")
    request = _request(source or engine.WORDS, int(tokens), int(width))
    if request is None:
        st.warning("There is no token in your text. Type a word under “Your sentence”, or take other tokens.")
        return
    if request.source == engine.YOURS:
        st.text(_used(len(read(request.text, request.encoding).ids), request.tokens))
    measured("g_measure", "Measure on this server", engine.measure, request, lambda r: _draw(r, request), timing=True)
    _formula(request)


def _formula(request: engine.Request) -> None:
    """The bytes of the two results: a whole table, and its touched rows."""
    tokens, rows, vocab_size = engine.counts(request)
    whole, touched = vocab_size * 4 * request.width, rows * (4 * request.width + 8)
    small = f" ({decimal(touched)})" * (touched >= 1000)
    ui.formula(
        "g_ways",
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


def _request(source: str, tokens: int, width: int) -> engine.Request | None:
    if source != engine.YOURS:
        return engine.Request(source, tokens, width)
    sentence = ui.sentence.current()
    batch = read(sentence.text, sentence.encoding)
    if not len(batch.ids):
        return None
    return engine.Request(source, tokens, width, text=sentence.text, encoding=sentence.encoding)


def _used(there: int, asked: int) -> str:
    """How much of the visitor's text is measured.

    >>> _used(6, 4096)
    'Your text has 6 tokens; all of them are used. Type a longer one under “Your sentence”.'
    >>> _used(1, 4096).partition(". ")[0]
    'Your text has 1 token; it is used'
    """
    if there > asked:
        return f"Using the first {asked:,} of your text's {there:,} tokens."
    used = verb(there, "it is used", "all of them are used")
    return f"Your text has {count(there, 'token')}; {used}. Type a longer one under “Your sentence”."


def _draw(records: tuple[engine.Measured, ...], request: engine.Request) -> None:
    if not records:
        _before(request)
        return
    names = [record.way for record in records]
    first = records[0]

    def script() -> str:
        return scripts.ways(request.source, request.tokens, request.width, request.text, request.encoding)

    ui.picture(
        "g_time",
        figures.bars(
            names,
            np.array([r.seconds * 1e3 for r in records]),
            title="milliseconds",
            texts=[spell_seconds(r.seconds) for r in records],
            more=np.array([r.median * 1e3 for r in records]),
        ),
        title="**Time** of one run: the bar is the fastest, the line across it the median",
        summary=_words(records),
        table=lambda: _table(records),
        script=script,
    )
    ui.picture(
        "g_memory",
        figures.bars(
            names,
            np.array([r.peak_bytes / 1e6 for r in records]),
            title="MB (10⁶ bytes)",
            texts=[decimal(r.peak_bytes) for r in records],
        ),
        title="**Memory** at its peak, the result included",
        summary=f"{count(first.tokens, 'token')}, {count(first.rows, 'row')} touched. The first three write a whole "
        f"table of {decimal(first.result_bytes)}; touched rows only need {decimal(records[-1].result_bytes)}."
        if len(records) == len(engine.WAYS)
        else "Still measuring.",
        table=lambda: _table(records),
        script=script,
    )


def _before(request: engine.Request) -> None:
    """What can be said without measuring: the bytes of the results."""
    tokens, rows, vocab_size = engine.counts(request)
    sizes = [vocab_size * request.width * 4] * 3 + [rows * (request.width * 4 + 8)]
    ui.picture(
        "g_result",
        figures.bars(
            list(engine.WAYS),
            np.array([size / 1e6 for size in sizes]),
            title="MB (10⁶ bytes)",
            texts=[decimal(size) for size in sizes],
        ),
        title="**Memory** of the result, computed",
        summary=f"{count(tokens, 'token')}, {count(rows, 'row')} touched. Three ways write a whole table of "
        f"{decimal(sizes[0])}; touched rows only need {decimal(sizes[-1])}. Time and the memory on the way there come "
        "with the measurement.",
        script=lambda: scripts.ways_sizes(
            request.source, request.tokens, request.width, request.text, request.encoding
        ),
    )


def _words(records: tuple[engine.Measured, ...]) -> str:
    same = [r.way for r in records if r.same_bits]
    apart = [f"{r.way} differs by up to {number(r.apart, 2)}" for r in records if not r.same_bits]
    exact = max(r.error for r in records)
    text = f"Equal to the loop to the last bit: {', '.join(same)}." + (f" {'; '.join(apart)}." if apart else "")
    if len(same) == len(engine.WAYS):
        text = "All four are equal to the last bit."
    times = [
        f"{r.way} {spell_seconds(r.seconds)}, median {spell_seconds(r.median)} ({count(r.runs, 'run')})"
        for r in records
    ]
    return f"{text} All are within {number(exact, 2)} of the same sum in float64. Fastest run: {'; '.join(times)}."


def _table(records: tuple[engine.Measured, ...]) -> ui.Table:
    return ui.Table(
        {
            "way": [r.way for r in records],
            "seconds, fastest": [r.seconds for r in records],
            "seconds, median": [r.median for r in records],
            "runs": [r.runs for r in records],
            "peak bytes": [r.peak_bytes for r in records],
            "bytes of the result": [r.result_bytes for r in records],
            "same bits as the loop": [r.same_bits for r in records],
            "largest difference from the loop": [r.apart for r in records],
            "largest difference from float64": [r.error for r in records],
        },
        "four_ways",
    )
