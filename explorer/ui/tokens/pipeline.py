"""Part 4: token rows, × √D, + position, = what the transformer receives, as heatmaps on one colour scale."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import chain, tokenizers, ui
from explorer.chain import ChainResult, Position
from explorer.ui.projection.anew import draw_anew
from explorer.ui.tokens import tables
from explorer.ui.tokens.typed import Typed, current
from explorer.views import tokens as views
from explorer.views.tokens._pipeline import COMPARISONS, drawn_place, request_of
from explorer.wording import count, fixed

PART = ui.Part(
    "Pipeline",
    why="A row says which token it is, not where it stands, so a second [[vector]] that stands for the place is added "
    "to it: their sum is all that the [[transformer]] receives.",
    look="From the top: rows, positions, sums, in one colour scale. Choose a cell, and its sum is read off in numbers.",
    stations=("rows", "+ positions", "vectors (B, T, D)"),
    shown=tables.shown,
)

KINDS: dict[str, Position] = {"Learned": "learned", "Sinusoidal": "sinusoidal", "None": "none"}


def position_control() -> Position:
    """What is added to the rows."""
    name = st.segmented_control(
        "Position", list(KINDS), default="Learned", required=True, key="t_position", bind="query-params"
    )
    return KINDS[name or "Learned"]


def _length(vectors: NDArray[np.float32]) -> float:
    return float(np.linalg.norm(vectors, axis=1).mean())


def _warnings(result: ChainResult) -> None:
    if result.too_long:
        st.warning(
            f"The longest line has {result.too_long:,} tokens, and the learned table has {len(result.table.positions)} "
            f"rows: a model stops here with “Sequence length {result.too_long} exceeds maximum "
            f"{len(result.table.positions)}”. Choose sinusoidal positions, or shorten the line."
        )


def _cell(typed: Typed, result: ChainResult, line: int, position: int) -> int:
    """One cell of the sum, read off in numbers: the selected token's, at the dimension that it gives."""
    box = ui.line("center")
    d = result.table.embed_dim
    dim = int(
        box.number_input("Read dimension", min_value=0, max_value=d - 1, key="t_dim", bind="query-params", width=160)
    )
    row, added = float(result.scaled[line, position, dim]), float(result.positions[position, dim])
    token = tokenizers.token_label(tokenizers.token_bytes([int(result.ids[line, position])], typed.encoding)[0])
    box.text(
        f"“{token}” at position {position}, dimension {dim}: {fixed(row, 4)} "
        f"(row{' × √D' if result.request.scale else ''}) {'+' if added >= 0 else '−'} {abs(added):.4f} (position) = "
        f"{fixed(float(result.output[line, position, dim]), 4)} (each is rounded by itself)",
        width="stretch",
    )
    return dim


def show() -> None:
    """The sum of rows and positions for the selected token's line."""
    typed = current()
    if not len(typed.tokens()):
        return
    with ui.controls("t_sum"):
        box = ui.line("bottom")
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
    tables.about(typed, tables.table_of(typed))
    tables.fresh_start(typed, "t_sum")
    reading = st.container()  # read off above the picture, from a click on it
    init, seed = tables.chosen_start()
    result = chain.run(
        request_of(typed.text, typed.encoding, position, scale, typed.allow_special, typed.one_sequence, init, seed)
    )
    d = result.table.embed_dim
    if (last_click := st.session_state.pop("t_dim_clicked", None)) is not None:
        st.session_state["t_dim"] = last_click
    if int(st.session_state.get("t_dim") or 0) >= d:
        st.session_state["t_dim"] = d - 1  # the other table is narrower
    with reading:
        dim = _cell(typed, result, *drawn_place(result, typed.token))
    _warnings(result)
    asked = {"position": position, "scale": scale, "against": against, "dim": dim}
    view = views.pipeline(**typed.settings() | tables.settings(typed) | asked)
    event = ui.show("t_sum", view, events=("click",))
    clicked = event.click.x if event.click else None
    if isinstance(clicked, int | float) and 0 <= round(clicked) < d and round(clicked) != dim:  # anybody can write it
        st.session_state["t_dim_clicked"] = round(clicked)  # its control is drawn already
        draw_anew()
    ui.formulas("t_sum", view.formulas)
    of = f"over the {count(int(result.mask.sum()), 'token')} computed a" if view.left_out else "a token's"
    longer = "" if ui.guide.hides("t_scale") else f", and × √D makes rows {math.sqrt(d):.1f} times longer"
    ui.say(
        f"On average {of} row is **{_length(result.scaled[result.mask]):.2f}** long and a position vector "
        f"**{_length(result.positions):.2f}**: what is longer shows more in the sum{longer}.\n\n"
        "Each row of the sum is what the transformer receives for one token. Positions belong to places, rows to "
        "words: change the order of the words and the rows move, the positions stay. Rows of [[padding]] only fill "
        "the rectangle; a [[mask]] tells the model to skip them."
    )
