"""Four methods for the same gradient, measured on request in a separate process."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer import ui
from explorer.gradients import gradient_methods as engine
from explorer.gradients.text_batch import read
from explorer.ui.frame.measure_button import run_measurement
from explorer.views import gradients as views
from explorer.wording import count, verb

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
        engine.METHODS,
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
    """Draw the settings, the button, and the measurement."""
    for column, (method, code) in zip(st.columns(len(CODE)), CODE.items(), strict=True):
        column.markdown(f"**{method}**")
        column.code(code, language="python", wrap_lines=True)
    with ui.controls("g_ways"):
        line = ui.row()
        source = line.segmented_control(
            "Tokens", engine.SOURCES, default=engine.WORDS, required=True, key="g_source", bind="query-params"
        )
        tokens = line.select_slider("How many tokens", TOKENS, 4096, key="g_tokens", bind="query-params")
        width = line.select_slider("Width D", WIDTHS, 64, key="g_d", bind="query-params")
    settings: dict[str, Any] = {"source": source or engine.WORDS, "tokens": int(tokens), "width": int(width)}
    request = engine.Request(**settings)
    if source == engine.YOURS:
        sentence = ui.shared_inputs.current()
        settings |= {"text": sentence.text, "encoding": sentence.encoding}
        request = engine.Request(**settings)
        if not len(there := read(sentence.text, sentence.encoding).ids):
            st.warning("There is no token in your text. Type a word under “Your sentence”, or take other tokens.")
            return
        if len(there) <= request.tokens:
            st.text(_all_used(len(there)))

    def draw(records: tuple[engine.Measured, ...]) -> None:
        if not records:
            ui.show("g_result", views.result_sizes(**settings), title="**Memory** of the result, computed")
            return
        title = "**Time** of one run: the bar is the fastest, the line across it the median"
        ui.show("g_time", views.method_times(**settings, records=records), title=title)
        title = "**Memory** at its peak, the result included"
        ui.show("g_memory", views.method_memory(**settings, records=records), title=title)

    run_measurement("g_measure", "Measure on this server", engine.measure, request, draw, timing=True)
    ui.formulas("g_ways", views.result_sizes(**settings).formulas)


def _all_used(there: int) -> str:
    """Note that the whole text is measured.

    >>> _all_used(6)
    'Your text has 6 tokens; all of them are used. Type a longer one under “Your sentence”.'
    """
    used = verb(there, "it is used", "all of them are used")
    return f"Your text has {count(there, 'token')}; {used}. Type a longer one under “Your sentence”."
