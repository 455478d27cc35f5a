"""A picture as every page shows it: the chart, a sentence that says the same, and one line of small actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from explorer.ui.frame import guide
from explorer.ui.frame.panels import under, under_view
from explorer.ui.plot.chart import Event, Figure, chart
from explorer.views.table import Table
from explorer.views.view import View


def picture(
    key: str,
    figure: Figure,
    *,
    summary: str,
    table: Table | Callable[[], Table] | None = None,
    script: str | Callable[[], str] | None = None,
    height: int | None = None,
    events: Sequence[str] = (),
    above: Callable[[], None] | None = None,
    title: str = "",
) -> Event:
    """Draw `figure` with its `summary` (shown as plain text: it may hold the visitor's words), data and code.

    `above` draws what is needed to read the picture, and stays above it wherever the picture stands; so does `title`
    (markdown), which tells one of two pictures from the other.
    """
    with st.container(key=f"{key}_figure"):
        if title:
            with st.container(key=f"{key}_title_above"):
                st.markdown(title)
        if above is not None:
            with st.container(key=f"{key}_above"):
                above()
        # A screen reader says the label: it tells no more than what the path leaves in sight.
        label = guide.COVERED if guide.covers(f"{key}_figure") else summary
        event = chart(figure, key=key, label=label, height=height, events=events)
        st.text(summary)
        under(key, table, script)
    return event


def show(
    key: str,
    view: View,
    *,
    height: int | None = None,
    events: Sequence[str] = (),
    above: Callable[[], None] | None = None,
    title: str = "",
) -> Event:
    """Draw a view: its picture, its sentence (as plain text: it may hold the visitor's words), its numbers and code.

    `above` and `title` as in `picture`. Where the view has no spec, the page has drawn it itself.
    """
    with st.container(key=f"{key}_figure"):
        if title:
            with st.container(key=f"{key}_title_above"):
                st.markdown(title)
        if above is not None:
            with st.container(key=f"{key}_above"):
                above()
        event = Event(None, None)
        if view.spec is not None:
            # A screen reader says the label: it tells no more than what the path leaves in sight.
            label = guide.COVERED if guide.covers(f"{key}_figure") else view.sentence
            event = chart(view.spec, key=key, label=label, height=height, events=events)
        st.text(view.sentence)
        under_view(key, view)
    return event
