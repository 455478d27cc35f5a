"""The way back by hand-sized numbers: one output gradient reaches token rows and position rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from explorer import ui
from explorer.figures.gradients import rows as figures
from explorer.gradients import blackboard as engine
from explorer.scripts import gradients as scripts

PART = ui.Part("Blackboard")

Panel = tuple[str, Any, Sequence[str]]


def _ids(board: engine.Board) -> list[str]:
    return [f"id {i}" for i in board.ids]


def _all_rows(board: engine.Board) -> list[str]:
    return [f"row {i}" for i in range(len(board.weight))]


def _places(board: engine.Board, count: int) -> list[str]:
    return [f"pos {i}" for i in range(count)]


STEPS: tuple[tuple[str, Callable[[engine.Board], list[Panel]], str], ...] = (
    (
        "Look up",
        lambda b: [("table E", b.weight, _all_rows(b)), ("E[ids]", b.rows, _ids(b))],
        "Forward. Each id takes a copy of its row.",
    ),
    (
        "Scale, add",
        lambda b: [
            ("√D · E[ids]" if b.factor != 1 else "E[ids]", b.scaled, _ids(b)),
            ("output", b.out, _places(b, len(b.ids))),
        ],
        "Forward. Rows times √D = 2, plus the row of the position: that is what the model reads.",
    ),
    (
        "Gradient",
        lambda b: [("output", b.out, _places(b, len(b.ids))), ("its gradient G", b.out_grad, _places(b, len(b.ids)))],
        "Turn round. The model above says, for each output number, how the loss grows with it. Ours are small whole "
        "numbers, to follow by hand.",
    ),
    (
        "Through +",
        lambda b: [
            ("G", b.out_grad, _places(b, len(b.ids))),
            ("tokens: G", b.scaled_grad, _ids(b)),
            ("positions: G", b.positions_grad, _places(b, len(b.positions))),
        ],
        "Backward. A sum hands the same G to both sides. Position rows beyond the sentence get 0.",
    ),
    (
        "Through ×√D",
        lambda b: [("G", b.scaled_grad, _ids(b)), ("√D · G" if b.factor != 1 else "G", b.rows_grad, _ids(b))],
        "Backward. A factor on the way there is the same factor on the way back: token rows learn twice as fast here.",
    ),
    (
        "Into the table",
        lambda b: [
            ("gradient of E[ids]", b.rows_grad, _ids(b)),
            ("gradient of table E", b.weight_grad, _all_rows(b)),
        ],
        "Backward. Each token's gradient is added to the row it was read from. Repeated ids add up, the rest stays 0.",
    ),
)
NAMES = tuple(f"{number} {title}" for number, (title, _, _) in enumerate(STEPS, 1))


@st.cache_data(max_entries=64, show_spinner=False)
def _figure(ids: tuple[int, ...], scale: bool, positions: bool, step: int) -> go.Figure:
    panels = STEPS[step][1](engine.work(ids, scale=scale, positions=positions))
    return figures.blocks(panels, height=300, numbers=True)


@st.fragment
def show() -> None:
    """Ids, switches, the step, and the board."""
    st.markdown("**output = √D × row of the token + row of the position**, with tables of width D = 4, so √D = 2.")
    with ui.controls("g_board"):
        left, middle, right = st.columns([2, 1, 1], vertical_alignment="bottom")
        typed = left.text_input(
            f"Token ids, 1 to {engine.LONGEST} of 0 … {engine.VOCAB - 1}", "1 1 2", key="g_ids", bind="query-params"
        )
        scale = middle.toggle("× √D", True, key="g_scale", bind="query-params")
        positions = right.toggle("+ position", True, key="g_pos", bind="query-params")
    chosen = st.segmented_control(
        "Step", NAMES, default=NAMES[0], required=True, key="g_board_step", bind="query-params"
    )
    try:
        ids = engine.parse(typed)
        board = engine.work(ids, scale=scale, positions=positions)
    except ValueError as problem:
        st.error("These ids can't be looked up.")
        st.text(str(problem))
        return
    step = NAMES.index(chosen or NAMES[0])
    ui.picture(
        "g_board",
        _figure(ids, scale, positions, step),
        summary=STEPS[step][2] if scale and positions else _plain(STEPS[step][2], scale, positions),
        table=lambda: _table(board, step),
        script=lambda: scripts.blackboard(ids, scale, positions),
    )


def _plain(words: str, scale: bool, positions: bool) -> str:
    switched = [name for name, on in (("× √D", scale), ("+ position", positions)) if not on]
    return f"{words} Switched off here: {' and '.join(switched)}."


def _table(board: engine.Board, step: int) -> ui.Table:
    rows = [
        (title.replace("<br>", " "), name, *(float(x) for x in line))
        for title, matrix, names in STEPS[step][1](board)
        for name, line in zip(names, matrix, strict=True)
    ]
    titles = ("matrix", "row", *(f"dimension {d}" for d in range(engine.WIDTH)))
    return ui.Table(dict(zip(titles, map(list, zip(*rows, strict=True)), strict=True)), "blackboard")
