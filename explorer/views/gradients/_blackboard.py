"""Blackboard: the way there and back by hand-sized numbers, four per word, with one output gradient and one step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from explorer.figures.gradients import row_gradients as figures
from explorer.figures.gradients.row_gradients import Panel
from explorer.gradients.blackboard import COURSE, VOCAB, WIDTH, WORDS, Board, parse, work
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.view import View, choice, picture
from explorer.wording import count, fixed, in_brackets, listed, verb


def _ids(board: Board) -> list[str]:
    return [f"{i} {WORDS[i]}" for i in board.ids]


def _all_rows(board: Board) -> list[str]:
    return [f"{i} {word}" for i, word in enumerate(WORDS)]


def _places(board: Board, number: int) -> list[str]:
    return [f"pos {i}" for i in range(number)]


def _scaled(board: Board) -> str:
    return "√D · E[ids]" if board.factor != 1 else "E[ids]"


_STEPS: tuple[tuple[str, Callable[[Board], list[Panel]], str], ...] = (
    (
        "1 Look up",
        lambda b: [("table E", b.weight, _all_rows(b)), ("E[ids]", b.rows, _ids(b))],
        "Forward. Each id takes a copy of its row.",
    ),
    (
        "2 Scale, add",
        lambda b: [(_scaled(b), b.scaled, _ids(b)), ("output", b.out, _places(b, len(b.ids)))],
        "",  # `_step_sentence` says what is switched on
    ),
    (
        "3 Gradient",
        lambda b: [("output", b.out, _places(b, len(b.ids))), ("its gradient G", b.out_grad, _places(b, len(b.ids)))],
        "Turn round. The model above says, for each output number, how the loss grows with it. Here they are small "
        "whole numbers, chosen so that they can be followed by hand.",
    ),
    (
        "4 Through +",
        lambda b: [
            ("G", b.out_grad, _places(b, len(b.ids))),
            ("tokens: G", b.scaled_grad, _ids(b)),
            ("positions: G", b.positions_grad, _places(b, len(b.positions))),
        ],
        "Backward. A sum hands the same G to both sides. Position rows beyond the sentence get 0.",
    ),
    (
        "5 Through ×√D",
        lambda b: [("G", b.scaled_grad, _ids(b)), ("√D · G" if b.factor != 1 else "G", b.rows_grad, _ids(b))],
        "Backward. A factor on the way there is the same factor on the way back. A step of plain SGD is then twice as "
        "long for token rows; Adam divides by the gradient's own size and hardly notices.",
    ),
    (
        "6 Into the table",
        lambda b: [
            ("gradient of E[ids]", b.rows_grad, _ids(b)),
            ("gradient of table E", b.weight_grad, _all_rows(b)),
        ],
        "Backward. Each token's gradient is added to the row it was read from (a scatter-add). Repeated ids add up, "
        "the rest stays 0.",
    ),
    (
        "7 Move",
        lambda b: [
            ("table E", b.weight, _all_rows(b)),
            ("gradient", b.weight_grad, ()),
            ("E − 1 · gradient", b.moved, ()),
        ],
        "One step of SGD of length 1: the gradient is taken off the table.",
    ),
)
STEPS = tuple(name for name, _, _ in _STEPS)


@picture(work)
def board(*, ids: str = COURSE, step: str = STEPS[0], scale: bool = True, positions: bool = True) -> View:
    """A table of twelve words with four numbers each: lookup, scaling, positions, and the gradient's way back.

    Args:
        ids: one to six ids, or words of the table, with spaces between them.
        step: of the way there and back, one of `STEPS`.
        scale: whether rows are multiplied by √D.
        positions: whether position rows are added.

    >>> board(ids="5 10 10 5", step="6 Into the table").says.rpartition("0. ")[2]
    '2 rows of 12 get a gradient other than 0: 5 (fish) and 10 (swims).'
    """
    choice("step", step, STEPS)
    rows = parse(ids)
    if outside := [i for i in rows if not 0 <= i < VOCAB]:
        raise ValueError(f"There is no row {outside[0]}: the rows of the table are 0 to {VOCAB - 1}")
    found = work(rows, scale=scale, positions=positions)
    panels = _STEPS[STEPS.index(step)][1](found)
    says = _sentence(found, step, scale, positions)
    return View(figures.blocks(panels, numbers=True), says, lambda: _table(panels), (_formula(found),))


def _step_sentence(step: str, scale: bool, positions: bool) -> str:
    """The step's sentence, also where what it is about is switched off.

    >>> _step_sentence("2 Scale, add", False, True)
    'Forward. Rows plus the row of the position: that is what the model reads.'
    """
    if step == "2 Scale, add":
        done = ", ".join(["times √D = 2"] * scale + ["plus the row of the position"] * positions)
        return f"Forward. Rows {done or 'as they are'}: that is what the model reads."
    if step == "4 Through +" and not positions:
        return "Backward. No position was added: the tokens get G as it is, and the position rows get 0."
    if step == "5 Through ×√D" and not scale:
        return "Backward. The factor on the way there was 1, so it is 1 on the way back: nothing changes."
    return _STEPS[STEPS.index(step)][2]


def _sentence(board: Board, step: str, scale: bool, positions: bool) -> str:
    """The step in words, and which rows learn."""
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
