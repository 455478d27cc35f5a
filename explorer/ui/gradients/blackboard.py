"""The way there and back by hand-sized numbers: four numbers per word, one output gradient, one step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from explorer import ui
from explorer.content.en import questions
from explorer.data.cache import briefly
from explorer.figures.gradients import rows as figures
from explorer.figures.spec import Spec
from explorer.gradients import blackboard as engine
from explorer.scripts import gradients as scripts
from explorer.wording import count, fixed, in_brackets, listed, verb

PART = ui.Part(
    "Blackboard",
    why="A table of twelve words with four numbers each fits a blackboard, so you can follow by hand how a "
    "[[gradient]] finds its way back to the rows that were read.",
    look="Go through the steps from 1 to 7; in step 6 watch what a row gets that is read twice, as row 10 is in "
    f"{engine.COURSE}.",
    shown=f"A table made by hand · V = {engine.VOCAB} · D = {engine.WIDTH} · its own words",
)

Panel = tuple[str, Any, Sequence[str]]


def _ids(board: engine.Board) -> list[str]:
    return [f"{i} {engine.WORDS[i]}" for i in board.ids]


def _all_rows(board: engine.Board) -> list[str]:
    return [f"{i} {word}" for i, word in enumerate(engine.WORDS)]


def _places(board: engine.Board, number: int) -> list[str]:
    return [f"pos {i}" for i in range(number)]


def _scaled(board: engine.Board) -> str:
    return "√D · E[ids]" if board.factor != 1 else "E[ids]"


STEPS: tuple[tuple[str, Callable[[engine.Board], list[Panel]], str], ...] = (
    (
        "Look up",
        lambda b: [("table E", b.weight, _all_rows(b)), ("E[ids]", b.rows, _ids(b))],
        "Forward. Each id takes a copy of its row.",
    ),
    (
        "Scale, add",
        lambda b: [(_scaled(b), b.scaled, _ids(b)), ("output", b.out, _places(b, len(b.ids)))],
        "",  # `_told` says what is switched on
    ),
    (
        "Gradient",
        lambda b: [("output", b.out, _places(b, len(b.ids))), ("its gradient G", b.out_grad, _places(b, len(b.ids)))],
        "Turn round. The model above says, for each output number, how the loss grows with it. Here they are small "
        "whole numbers, chosen so that they can be followed by hand.",
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
        "Backward. A factor on the way there is the same factor on the way back. A step of plain SGD is then twice as "
        "long for token rows; Adam divides by the gradient's own size and hardly notices.",
    ),
    (
        "Into the table",
        lambda b: [
            ("gradient of E[ids]", b.rows_grad, _ids(b)),
            ("gradient of table E", b.weight_grad, _all_rows(b)),
        ],
        "Backward. Each token's gradient is added to the row it was read from (a scatter-add). Repeated ids add up, "
        "the rest stays 0.",
    ),
    (
        "Move",
        lambda b: [
            ("table E", b.weight, _all_rows(b)),
            ("gradient", b.weight_grad, ()),
            ("E − 1 · gradient", b.moved, ()),
        ],
        "One step of SGD of length 1: the gradient is taken off the table.",
    ),
)
NAMES = tuple(f"{number} {title}" for number, (title, _, _) in enumerate(STEPS, 1))


@briefly(most=64)
def _figure(ids: tuple[int, ...], scale: bool, positions: bool, step: int) -> Spec:
    return figures.blocks(STEPS[step][1](engine.work(ids, scale=scale, positions=positions)), numbers=True)


def show() -> None:
    """Ids, switches, the step, and the board."""
    with ui.controls("g_board"):
        left, middle, right = st.columns([2, 1, 1], vertical_alignment="bottom")
        typed = ui.typed.line(
            f"Token ids (0 to {engine.VOCAB - 1}) or words of the table, 1 to {engine.LONGEST}",
            engine.COURSE,
            key="g_ids",
            most=200,
            place=left,
        )
        scale = middle.toggle("× √D", True, key="g_scale", bind="query-params")
        positions = right.toggle("+ position", True, key="g_pos", bind="query-params")
        chosen = st.segmented_control(
            "Step", NAMES, default=NAMES[0], required=True, key="g_board_step", bind="query-params"
        )
    try:
        ids = engine.parse(typed)
        if outside := [i for i in ids if not 0 <= i < engine.VOCAB]:
            raise ValueError(f"There is no row {outside[0]}: the rows of the table are 0 to {engine.VOCAB - 1}")
        board = engine.work(ids, scale=scale, positions=positions)
    except ValueError as problem:
        st.error("These ids can't be looked up.")
        st.text(f"{problem}. The board shows {engine.COURSE} meanwhile.")
        ids = engine.parse(engine.COURSE)
        board = engine.work(ids, scale=scale, positions=positions)
    step = NAMES.index(chosen or NAMES[0])
    ui.picture(
        "g_board",
        _figure(ids, scale, positions, step),
        summary=summary(board, step, scale, positions),
        table=lambda: _table(board, step),
        script=lambda: scripts.blackboard(ids, scale, positions),
    )
    _formula(board)
    ui.predict(
        *questions.BOARD,
        answer=questions.BOARD.options[0],
        because="Both places change the loss, and the row stands behind both, so their effects add up: a scatter-add. "
        "In NumPy `grad[ids] += G` would add the later one only, which is a famous mistake.",
        hint="Ask how the loss changes if a number of row 10 grows a little: through how many places?",
    )


def _told(step: int, scale: bool, positions: bool) -> str:
    """The step's sentence, also where what it is about is switched off.

    >>> _told(1, False, True)
    'Forward. Rows plus the row of the position: that is what the model reads.'
    """
    title, _, sentence = STEPS[step]
    if title == "Scale, add":
        done = ", ".join(["times √D = 2"] * scale + ["plus the row of the position"] * positions)
        return f"Forward. Rows {done or 'as they are'}: that is what the model reads."
    if title == "Through +" and not positions:
        return "Backward. No position was added: the tokens get G as it is, and the position rows get 0."
    if title == "Through ×√D" and not scale:
        return "Backward. The factor on the way there was 1, so it is 1 on the way back: nothing changes."
    return sentence


def summary(board: engine.Board, step: int, scale: bool, positions: bool) -> str:
    """The step in words, and which rows learn."""
    said = [_told(step, scale, positions)]
    off = [name for name, on in (("× √D", scale), ("+ position", positions)) if not on]
    if step >= STEPS.index(STEPS[-2]):
        rows = [f"{row} ({engine.WORDS[row]})" for row in board.learns]
        said.append(
            f"{count(len(rows), 'row')} of {engine.VOCAB} {verb(len(rows), 'gets', 'get')} a gradient other than "
            f"0: {listed(rows)}."
            if rows
            else "All gradients cancel: no row gets one."
        )
    if off:
        said.append(f"Switched off here: {' and '.join(off)}.")
    return " ".join(said)


def _formula(board: engine.Board) -> None:
    row = max(board.ids, key=board.ids.count)
    terms = [t for t, i in enumerate(board.ids) if i == row]
    factor = fixed(board.factor, 0)
    inside = " + ".join(in_brackets(fixed(board.out_grad[t, 0], 0)) for t in terms)
    inside = f"({inside})" if len(terms) > 1 else inside
    ui.formula(
        "g_board",
        r"\frac{\partial L}{\partial E_r} = \sum_{t\,:\,\mathrm{id}(t) = r} \sqrt{D}\; G_t",
        {
            "E_r": "row r of the table E",
            "L": "the loss",
            r"\mathrm{id}(t)": "the id at place t, counted from 0",
            "G_t": "the gradient of the output at place t",
            r"\sqrt{D}": "the factor on the way there: 2, since D = 4 (1 with × √D switched off)",
        },
        f"Row {row} is read at {verb(len(terms), 'place', 'places')} {listed(map(str, terms))}. Its first number gets "
        f"{factor} · {inside} = {fixed(board.weight_grad[row, 0], 0)}.",
    )


def _table(board: engine.Board, step: int) -> ui.Table:
    rows = []
    names: Sequence[str] = ()
    for title, matrix, own in STEPS[step][1](board):
        names = own or names
        rows += [(title, name, *(float(x) for x in line)) for name, line in zip(names, matrix, strict=True)]
    titles = ("matrix", "row", *(f"dimension {d}" for d in range(engine.WIDTH)))
    return ui.Table(dict(zip(titles, map(list, zip(*rows, strict=True)), strict=True)), "blackboard")
