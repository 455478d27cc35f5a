"""A view as a Plotly figure, for notebooks and scripts; the page sends a view's dicts as they are."""

from __future__ import annotations

import html
import textwrap
from typing import Any

from explorer.figures import theme
from explorer.figures.spec import Spec
from explorer.views.table import Table, as_list

LIGHT = {theme.INK: "#14202B", theme.PAPER: "#FFFFFF"}
"""The stand-ins of `theme`, and the colours that take their place on white."""
ROWS = 100
"""Rows of a table that is drawn because there is nothing else to draw."""
WIDTH = 110
"""Characters in a line of the sentence below a figure in a notebook."""


def figure_of(spec: Spec | None, table: Table) -> Any:
    """A picture as a `plotly.graph_objects.Figure`; without one, the table's first rows."""
    import plotly.graph_objects as go

    if spec is None:
        columns = {name: as_list(column[:ROWS]) for name, column in table.items()}
        cells = {"header": {"values": list(columns)}, "cells": {"values": list(columns.values())}}
        return go.Figure(data=[{"type": "table", **cells}])
    whole = _on_white(spec.to_dict())
    figure = go.Figure(data=whole["data"], layout=whole["layout"])
    return figure.update_layout(template="plotly_white", font={"color": LIGHT[theme.INK]})


def mime_bundle(figure: Any, sentence: str) -> dict[str, Any]:
    """What a notebook shows: the figure with the sentence below it, drawn by Plotly's own renderer."""
    lines = textwrap.wrap(sentence, WIDTH)
    bottom = figure.layout.margin.b or 60
    more = 20 * len(lines) + 24
    figure.update_layout(height=(figure.layout.height or 450) + more, margin={"b": bottom + more})
    figure.add_annotation(
        text="<br>".join(map(html.escape, lines)),
        showarrow=False,
        align="left",
        x=0,
        xref="paper",
        xanchor="left",
        y=0,
        yref="paper",
        yanchor="top",
        yshift=-bottom,
        font={"size": theme.FONT_SIZE},
    )
    return {**(figure._repr_mimebundle_() or {}), "text/plain": sentence}


def _on_white(node: Any) -> Any:
    """A spec with the theme's stand-ins replaced by the colours of a white page."""
    if isinstance(node, str):
        for standing, colour in LIGHT.items():
            node = node.replace(standing, colour)
        return node
    if isinstance(node, dict):
        return {name: _on_white(value) for name, value in node.items()}
    return [_on_white(value) for value in node] if isinstance(node, list | tuple) else node
