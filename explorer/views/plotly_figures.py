"""Plotly figures of views, for notebooks and scripts; the pages send the plain dicts without Plotly."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Sequence
from typing import Any

from explorer.figures import theme
from explorer.figures.figure_spec import Spec
from explorer.views.animation_frames import Frames
from explorer.views.table import Table, as_list

LIGHT = {theme.INK: "#14202B", theme.PAPER: "#FFFFFF"}
"""Placeholder colours of `theme` and their replacements on white."""
ROWS = 100
"""Maximum rows of a table drawn in place of a picture."""
WIDTH = 110
"""Line length of the sentence below a figure in a notebook, in characters."""
SLIDER = 90
"""Height of a slider between a figure and its sentence, in pixels."""


def figure_of(spec: Spec | None, table: Table) -> Any:
    """Convert a view to a `plotly.graph_objects.Figure`; without a picture, the table's first rows."""
    import plotly.graph_objects as go

    if spec is None:
        columns = {name: as_list(column[:ROWS]) for name, column in table.items()}
        cells = {"header": {"values": list(columns)}, "cells": {"values": list(columns.values())}}
        return go.Figure(data=[{"type": "table", **cells}])
    whole = _on_white(spec.to_dict())
    figure = go.Figure(data=whole["data"], layout=whole["layout"])
    return figure.update_layout(template="plotly_white", font={"color": LIGHT[theme.INK]})


def mime_bundle(figure: Any, sentence: str) -> dict[str, Any]:
    """MIME bundle for a notebook: the figure with the sentence below it, drawn by Plotly's own renderer."""
    bottom = _make_room(figure, [sentence])
    figure.add_annotation(_note(sentence, bottom))
    return {**(figure._repr_mimebundle_() or {}), "text/plain": sentence}


def animated_figure(figure: Any, frames: Frames, value: Any) -> Any:
    """Make an animated figure with a slider that begins at `value`, and the current frame's sentence below it."""
    import plotly.graph_objects as go

    bottom = _make_room(figure, frames.sentences, SLIDER) + SLIDER
    now = frames.values.index(value) if value in frames.values else 0
    own = figure.layout.annotations
    at_once = {"mode": "immediate", "frame": {"duration": 0, "redraw": True}, "transition": {"duration": 0}}
    steps = [{"method": "animate", "label": str(v), "args": [[str(v)], at_once]} for v in frames.values]
    drawn = []
    for value, data, changes, sentence in zip(frames.values, frames.data, frames.layout, frames.sentences, strict=True):
        notes = [*_on_white(changes.get("annotations", own) or []), _note(sentence, bottom)]
        traces = [{"type": figure.data[n].type, **_on_white(new)} for n, new in zip(frames.traces, data, strict=True)]
        layout = {**_on_white(changes), "annotations": notes}
        drawn.append(go.Frame(name=str(value), data=traces, traces=frames.traces, layout=layout))
    figure.frames = drawn
    figure.update_layout(
        drawn[now].layout,
        sliders=[
            {
                "active": now,
                "steps": steps,
                "pad": {"t": bottom - SLIDER},
                "currentvalue": {"prefix": f"{frames.setting} "},
            }
        ],
    )
    for number, first in zip(frames.traces, drawn[now].data, strict=True):
        figure.data[number].update(first)
    return figure


def _make_room(figure: Any, sentences: Sequence[str], other: int = 0) -> int:
    """Make the margin below a figure larger by the longest of its sentences and by `other`; returns what it was."""
    more = other + 20 * max(len(textwrap.wrap(sentence, WIDTH)) for sentence in sentences) + 24
    bottom = max(figure.layout.margin.b or 0, 64)  # the axis title and its numbers
    figure.update_layout(height=(figure.layout.height or 450) + more, margin={"b": bottom + more})
    return int(bottom)


def _note(sentence: str, bottom: int) -> dict[str, Any]:
    """The sentence as a note, `bottom` pixels below the axes."""
    lines = textwrap.wrap(sentence, WIDTH)
    return {
        "text": "<br>".join(map(html.escape, lines)),
        "showarrow": False,
        "align": "left",
        "x": 0,
        "xref": "paper",
        "xanchor": "left",
        "y": 0,
        "yref": "paper",
        "yanchor": "top",
        "yshift": -bottom,
        "font": {"size": theme.FONT_SIZE},
    }


def _on_white(node: Any) -> Any:
    """Replace the theme's placeholders in a spec by the colours of a white page."""
    if isinstance(node, str):
        for standing, colour in LIGHT.items():
            node = node.replace(standing, colour)
        return node
    if isinstance(node, dict):
        return {name: _on_white(value) for name, value in node.items()}
    return [_on_white(value) for value in node] if isinstance(node, list | tuple) else node
