"""Embedding layer: token rows, × √D, + position rows, = the transformer's input, as heatmaps on one colour scale."""

from __future__ import annotations

from typing import Any

import streamlit as st

from explorer import embedding_pipeline, ui
from explorer.embedding_pipeline import Position
from explorer.ui.projection.rerun_after_state_change import rerun_part
from explorer.ui.tokens import table_choice
from explorer.ui.tokens.tokenized_text import current
from explorer.views import tokens as views
from explorer.views.tokens._pipeline import COMPARISONS, request_of, too_long

PART = ui.Part(
    "Pipeline",
    why="A row says which token it is, not where it stands, so a second [[vector]] that stands for the position is "
    "added to it: their sum is all that the [[transformer]] receives.",
    look="From the top: rows, positions, sums, in one colour scale. Choose a cell, and its sum is read off in numbers.",
    stations=("rows", "+ positions", "vectors"),
    shown=table_choice.describe,
)

KINDS: dict[str, Position] = {"Learned": "learned", "Sinusoidal": "sinusoidal", "None": "none"}


def position_control() -> Position:
    """Draw the choice of the position table."""
    name = st.segmented_control(
        "Position", list(KINDS), default="Learned", required=True, key="t_position", bind="query-params"
    )
    return KINDS[name or "Learned"]


def show() -> None:
    """Draw the sum of token rows and position rows for the selected token's line."""
    typed = current()
    if not len(typed.tokens()):
        return
    with ui.controls("t_sum"):
        box = ui.row("bottom")
        with box:
            position = position_control()
        scale = box.toggle(
            "× √D",
            key="t_scale",
            bind="query-params",
            help="Multiplies each row by the root of its width before the position is added. Rows that start with "
            "numbers around 1/√D grow to numbers around 1, as large as those of sines and cosines: otherwise the "
            "positions would drown the words. Vaswani et al. 2017, section 3.4, do so and give no reason; this is the "
            "usual one. The fresh tables of this app start with smaller or larger numbers than that.",
        )
        against = box.selectbox("Show what changed against", COMPARISONS, key="t_against", bind="query-params")
    table_choice.about(typed, table_choice.table_of(typed))
    table_choice.fresh_start(typed, "t_sum")
    init, seed = table_choice.chosen_start()
    result = embedding_pipeline.run(
        request_of(typed.text, typed.encoding, position, scale, typed.allow_special, typed.one_sequence, init, seed)
    )
    d = result.table.embed_dim
    if (last_click := st.session_state.pop("t_dim_clicked", None)) is not None:
        st.session_state["t_dim"] = last_click
    if int(st.session_state.get("t_dim") or 0) >= d:
        st.session_state["t_dim"] = d - 1  # the other position table is narrower
    dim = int(st.number_input("Read dimension", 0, d - 1, key="t_dim", bind="query-params", width=160))
    if told := too_long(result, others=not ui.guide.is_hidden("t_sum_controls")):
        st.warning(told)
    asked = typed.settings() | table_choice.settings(typed) | {"position": position, "scale": scale, "dim": dim}
    view = views.pipeline(**asked, against=against)
    event = ui.show("t_sum", view, events=("click",))
    clicked = event.click.x if event.click else None
    if isinstance(clicked, int | float) and 0 <= round(clicked) < d and round(clicked) != dim:  # may be forged
        st.session_state["t_dim_clicked"] = round(clicked)  # its control is drawn already
        rerun_part()
    ui.formulas("t_sum", view.formulas)
    if position != "none":
        _add(asked)
    if ui.guide.has_question():
        return
    ui.write(
        "Each row of the sum is what the transformer receives for one token. A token's row goes with the token, a "
        "position's stays: change the order of the words and only the first moves. Rows of [[padding]] only fill "
        "the rectangle; a [[mask]] tells the model to skip them."
    )


def _add(settings: dict[str, Any]) -> None:
    """Draw the same sums one by one: Play moves row and position together."""
    most = len(views.adding(**settings).table["token"])
    added, moves = ui.steps("added", most, "Sums made", key="t_added", called="number of sums")
    ui.show("t_adding", views.adding(**settings, added=added), moves=moves)
