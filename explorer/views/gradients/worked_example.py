"""Blackboard: forward and backward pass with small whole numbers, four per word, one output gradient and one step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from explorer.figures.gradients.matrix_panels import Panel, blocks
from explorer.figures.row_strips import Strip, strips
from explorer.figures.theme import token_color
from explorer.gradients.worked_example import COURSE, LONGEST, VOCAB, WIDTH, WORDS, Board, parse, work
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Int, Switch, Text, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, fixed, in_brackets, listed, number, verb


def _ids(board: Board) -> list[str]:
    return [f"{i} {WORDS[i]}" for i in board.ids]


def _all_rows(board: Board) -> list[str]:
    return [f"{i} {word}" for i, word in enumerate(WORDS)]


def _read_rows(board: Board) -> list[str]:
    return [f"▸ {name}" if i in board.ids else name for i, name in enumerate(_all_rows(board))]


def _pos(board: Board, number: int) -> list[str]:
    return [f"pos {i}" for i in range(number)]


def _scaled(board: Board) -> str:
    return "√D · copies" if board.factor != 1 else "copies"


_STEPS: tuple[tuple[str, Callable[[Board], list[Panel]], str], ...] = (
    (
        "1 Look up",
        lambda b: [("table", b.weight, _read_rows(b)), ("copies", b.rows, _ids(b))],
        "Each id takes a copy of its row. A frame and ▸ mark the rows that are read.",
    ),
    (
        "2 Scale, add",
        lambda b: [(_scaled(b), b.scaled, _ids(b)), ("output", b.out, _pos(b, len(b.ids)))],
        "",  # `_step_sentence` adapts to the switches
    ),
    (
        "3 Gradient",
        lambda b: [("output", b.out, _pos(b, len(b.ids))), ("its gradient G", b.out_grad, _pos(b, len(b.ids)))],
        "Turn round. The model above says, for each output number, how the loss grows with it. Here they are small "
        "whole numbers, chosen so that they can be followed by hand.",
    ),
    (
        "4 Through +",
        lambda b: [
            ("G", b.out_grad, _pos(b, len(b.ids))),
            ("tokens: G", b.scaled_grad, _ids(b)),
            ("positions: G", b.positions_grad, _pos(b, len(b.positions))),
        ],
        "Backward: a sum hands the same G to both sides. Position rows beyond the sentence get 0.",
    ),
    (
        "5 Through ×√D",
        lambda b: [("gradient of the sum", b.scaled_grad, _ids(b)), ("gradient of copies", b.rows_grad, _ids(b))],
        "Backward: a factor on the way there is the same factor on the way back. A step of plain SGD is then twice as "
        "long for token rows; Adam divides by the gradient's own size and hardly notices.",
    ),
    (
        "6 Into the table",
        lambda b: [
            ("gradient of copies", b.rows_grad, _ids(b)),
            ("gradient of the table", b.weight_grad, _all_rows(b)),
        ],
        "Backward: each copy's gradient is added to the row it was read from (a scatter-add). Repeated ids add up, "
        "the rest stays 0.",
    ),
    (
        "7 Move",
        lambda b: [
            ("table", b.weight, _all_rows(b)),
            ("gradient", b.weight_grad, ()),
            ("table − 1 · gradient", b.moved, ()),
        ],
        "One step of SGD of length 1: the gradient is taken off the table.",
    ),
)
Step = Literal["1 Look up", "2 Scale, add", "3 Gradient", "4 Through +", "5 Through ×√D", "6 Into the table", "7 Move"]
STEPS = tuple(name for name, _, _ in _STEPS)
IDS: Any = Text(
    f"Token ids (0 to {VOCAB - 1}) or words of the table, at most {LONGEST}",
    COURSE,
    200,
    key="g_ids",
    about="one to six ids, or words of the table, with spaces between them",
)
SHORT = {
    "2 Scale, add": "2 Sum",
    "4 Through +": "4 Back +",
    "5 Through ×√D": "5 Back ×√D",
    "6 Into the table": "6 Table",
}
"""Labels of steps whose names are too long for one line of seven buttons."""
STEP: Any = Choice(
    "Step",
    STEPS[0],
    {name: SHORT.get(name, name) for name in STEPS},
    key="g_board_step",
    about="of the forward and backward pass",
)
SCALE: Any = Switch("× √D", True, key="g_scale", about="whether rows are multiplied by √D")
POSITIONS: Any = Switch("+ position", True, key="g_pos", about="whether position rows are added")
ADDED: Any = Whole(
    "Gradients added",
    lambda others: len(parse(others["ids"])),
    0,
    lambda others: len(parse(others["ids"])),
    about="number of tokens whose gradients have been added, by default all",
)


@picture(work)
def board(*, ids: str = IDS, step: Step = STEP, scale: bool = SCALE, positions: bool = POSITIONS) -> View:
    """Table of twelve words with four numbers each: lookup, scaling, positions, and the backward pass.

    >>> board(ids="5 10 10 5", step="6 Into the table").says.rpartition("0. ")[2]
    '2 rows of 12 get a gradient other than 0: 5 (fish) and 10 (swims).'
    """
    found = work(_rows(ids), scale=scale, positions=positions)
    panels = _STEPS[STEPS.index(step)][1](found)
    says = _sentence(found, step, scale, positions)
    twice = [row for row, i in enumerate(found.ids) if found.ids.count(i) > 1]
    framed = sorted(set(found.ids)) if step == STEPS[0] else twice if step == STEPS[4] else ()
    return View(blocks(panels, numbers=True, framed=framed), says, lambda: _table(panels), (_formula(found),))


@picture(work, Board.collected)
def flowing_back(*, ids: str = IDS, scale: bool = SCALE, added: Int = ADDED) -> View:
    """The tokens' gradients as they are added to the table, one by one; those of a repeated token are summed.

    >>> flowing_back(ids="5 10 10 5", added=3).says.partition(": ")[2]
    'row 10 (swims) was read before, and the gradients add up: (0, 4, 2, −2) + (−2, 2, 0, 2) = (−2, 6, 2, 0).'
    """
    board = work(_rows(ids), scale=scale)
    sums = board.collected(added)
    first = (VOCAB - len(board.ids)) / 2
    lines = [first + token for token in range(len(board.ids))]
    colors = [token_color(word.encode()) for word in WORDS]
    table: list[Strip] = [(0, row, sums[row], colors[row]) for row in range(VOCAB)]
    stays: list[Strip] = []
    flies: list[Strip] = []
    for token, (i, line) in enumerate(zip(board.ids, lines, strict=True)):
        stays.append((1, line, board.rows_grad[token], colors[i]))
        flies.append((0, i, sums[i], colors[i]) if token < added else stays[-1])
    return View(
        strips(
            ("each row gets", "each word sends"),
            table + stays + flies,
            left=dict(enumerate(_all_rows(board))),
            right=dict(zip(lines, _ids(board), strict=True)),
            end=float(np.abs([*board.weight_grad.ravel(), *board.rows_grad.ravel()]).max()) or 1.0,
            numbers=True,
        ),
        _added(board, added),
        lambda: _table([("gradient of the table", sums, _all_rows(board))]),
    )


def _added(board: Board, added: int) -> str:
    if not added:
        return f"No gradient has been added yet: all {VOCAB} rows on the left are 0."
    i, own = board.ids[added - 1], board.rows_grad[added - 1]
    before, after = (_vector(board.collected(tokens)[i]) for tokens in (added - 1, added))
    sentence = f"{added} of {count(len(board.ids), 'token')}: row {i} ({WORDS[i]})"
    if i in board.ids[: added - 1]:
        return f"{sentence} was read before, and the gradients add up: {before} + {_vector(own)} = {after}."
    return f"{sentence} gets its token's gradient, {after}."


def _vector(values: NDArray[np.float32]) -> str:
    return f"({', '.join(number(float(value)) for value in values)})"


def _rows(ids: str) -> tuple[int, ...]:
    rows = parse(ids)
    if outside := [i for i in rows if not 0 <= i < VOCAB]:
        raise ValueError(f"There is no row {outside[0]}: the rows of the table are 0 to {VOCAB - 1}")
    return rows


def _step_sentence(step: str, scale: bool, positions: bool) -> str:
    """The step's sentence, adapted if scaling or positions are switched off.

    >>> _step_sentence("2 Scale, add", False, True)
    'Forward: rows plus the row of the position: that is what the model reads.'
    """
    if step == "2 Scale, add":
        done = ", ".join(["times √D = 2"] * scale + ["plus the row of the position"] * positions)
        return f"Forward: rows {done or 'as they are'}: that is what the model reads."
    if step == "4 Through +" and not positions:
        return "Backward: no position was added: the tokens get G as it is, and the position rows get 0."
    if step == "5 Through ×√D" and not scale:
        return "Backward: the factor on the way there was 1, so it is 1 on the way back: nothing changes."
    return _STEPS[STEPS.index(step)][2]


def _sentence(board: Board, step: str, scale: bool, positions: bool) -> str:
    said = [_step_sentence(step, scale, positions)]
    if step in STEPS[-2:]:
        rows = [f"{row} ({WORDS[row]})" for row in board.learns]
        said.append(
            f"{count(len(rows), 'row')} of {VOCAB} {verb(len(rows), 'gets', 'get')} a gradient other than 0: "
            f"{listed(rows)}."
            if rows
            else "All gradients cancel: no row gets one."
        )
    if off := [name for name, on in (("× √D", scale), ("+ position", positions)) if not on]:
        said.append(f"Switched off here: {' and '.join(off)}.")
    return " ".join(said)


def _formula(board: Board) -> Formula:
    row = max(board.ids, key=board.ids.count)
    terms = [t for t, i in enumerate(board.ids) if i == row]
    factor = fixed(board.factor, 0)
    inside = " + ".join(in_brackets(fixed(board.out_grad[t, 0], 0)) for t in terms)
    inside = f"({inside})" if len(terms) > 1 else inside
    return Formula(
        r"\frac{\partial L}{\partial E_r} = \sum_{t\,:\,\mathrm{id}(t) = r} \sqrt{D}\; G_t",
        {
            "E_r": "row r of the table E",
            "L": "the loss",
            r"\mathrm{id}(t)": "the id at position t, counted from 0",
            "G_t": "the gradient of the output at position t",
            r"\sqrt{D}": "the factor on the way there: "
            + (f"{factor}, since D = {WIDTH}" if board.factor != 1 else "1, since × √D is switched off"),
        },
        f"Row {row} is read at {verb(len(terms), 'position', 'positions')} {listed(map(str, terms))}. Its first "
        f"number gets {factor} · {inside} = {fixed(board.weight_grad[row, 0], 0)}.",
    )


def _table(panels: Sequence[Panel]) -> Table:
    rows = []
    names: Sequence[str] = ()
    for title, matrix, own in panels:
        names = own or names
        rows += [(title, name, *(float(x) for x in line)) for name, line in zip(names, matrix, strict=True)]
    titles = ("matrix", "row", *(f"dimension {d}" for d in range(WIDTH)))
    return Table(dict(zip(titles, map(list, zip(*rows, strict=True)), strict=True)), "blackboard")
