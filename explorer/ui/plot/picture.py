"""A picture as every page shows it: the chart, a sentence that says the same, the numbers, and the script."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from explorer.ui.frame.panels import Table, code_panel, data_panel
from explorer.ui.plot.chart import Event, Figure, chart


def picture(
    key: str,
    figure: Figure,
    *,
    summary: str,
    table: Table | Callable[[], Table] | None = None,
    script: str | Callable[[], str] | None = None,
    height: int | None = None,
    events: Sequence[str] = (),
) -> Event:
    """Draw `figure` with its `summary` (shown as plain text: it may hold the visitor's words), data and code."""
    event = chart(figure, key=key, label=summary, height=height, events=events)
    st.text(summary)
    if table is not None:
        data_panel(key, table)
    if script is not None:
        code_panel(key, script)
    return event
