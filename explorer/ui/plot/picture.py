"""A picture as every page shows it: the chart, a sentence that says the same, and one line of small actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from explorer.ui.frame import guide, order
from explorer.ui.frame.panels import under, under_view
from explorer.ui.plot import height as heights
from explorer.ui.plot.chart import Event, Figure, chart
from explorer.views.frames import Frames
from explorer.views.table import Table
from explorer.views.view import View

BESIDE = 480
"""Pixels of a sentence beside its picture."""


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

    The first picture of a part stands above its controls (order.py), and in presenter mode it fills the screen. `above`
    draws what is needed to read the picture, and stays above it wherever the picture stands; so does `title`
    (markdown), which tells one of two pictures from the other.
    """
    return _show(key, figure, summary, height, events, above, title, lambda: under(key, table, script))


def show(
    key: str,
    view: View,
    *,
    height: int | None = None,
    events: Sequence[str] = (),
    above: Callable[[], None] | None = None,
    title: str = "",
    frames: Frames | None = None,
    moves: str = "",
) -> Event:
    """Draw a view: its picture, its sentence (as plain text: it may hold the visitor's words), its numbers and code.

    `above` and `title` as in `picture`, `frames` and `moves` as in `chart`. Where the view has no spec, the page has
    drawn it itself.
    """
    return _show(
        key, view.spec, view.sentence, height, events, above, title, lambda: under_view(key, view), frames, moves
    )


def _show(
    key: str,
    figure: Figure | None,
    sentence: str,
    height: int | None,
    events: Sequence[str],
    above: Callable[[], None] | None,
    title: str,
    line: Callable[[], None],
    frames: Frames | None = None,
    moves: str = "",
) -> Event:
    first = order.free("picture")
    fill = first and order.free("screen")
    place: Any = order.take("picture")
    words: Any = order.take("sentence") if first else None
    if fill and figure is not None and heights.upright(figure.to_dict()):
        with place, st.container(horizontal=True, height="stretch", key="part_upright"):
            place, words = st.container(height="stretch"), st.container(width=BESIDE)
    event = Event(None, None)
    with place, st.container(key=f"{key}_figure", height="stretch" if fill else "content"):
        if title:
            with st.container(key=f"{key}_title_above"):
                st.markdown(title)
        if above is not None:
            with st.container(key=f"{key}_above"):
                above()
        if figure is not None:
            # A screen reader says the label: it tells no more than what the path leaves in sight.
            label = guide.COVERED if guide.covers(f"{key}_figure") else sentence
            event = chart(
                figure,
                key=key,
                label=label,
                height=height,
                events=events,
                first=first,
                fill=fill,
                frames=frames,
                moves=moves,
            )
        if not first:
            _say(key, sentence)
            line()
    if first:
        with words:
            _say(key, sentence)
        with order.take("line"):
            line()
    return event


def _say(key: str, sentence: str) -> None:
    with st.container(key=f"{key}_said"):
        st.text(sentence)
