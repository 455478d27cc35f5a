"""Optimizer step: how far each row moved with a sparse and with a dense gradient."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from explorer.data.cache import cached
from explorer.excerpt import Excerpt, first_of, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, guessed, layout
from explorer.figures.gradients.matrix_panels import LONGEST, ROW_HEIGHT, Floats
from explorer.figures.label_text import plain
from explorer.gradients import optimizer_step as steps
from explorer.gradients import text_batch as engine
from explorer.tokenizers import token_labels
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Float, Real
from explorer.views.table import Table
from explorer.views.text_settings import ENCODING, TEXT, Encoding
from explorer.views.view import View, picture, with_question
from explorer.wording import count, decimal_places, fixed, number

DRAWN = 8
"""Maximum number of rows drawn for tokens of the second text alone, of which there may be thousands."""
WIDTH = 8
Stored = Literal["touched rows only", "whole table"]
SPARSE, DENSE = STORED = get_args(Stored)
Optimizer = Literal["SGD", "SGD with momentum", "Adam"]
_LEGEND = {SPARSE: "gradient of read rows only", DENSE: "gradient of all rows"}
REST, MOVE = GUESSES = "They rest", "They move on"
OPTIMIZER: Any = Choice(
    "Optimizer",
    steps.ADAM,
    steps.OPTIMIZERS,
    key="g_optimizer",
    terms=("SGD", "momentum", "Adam"),
    about="that makes the step",
)
RATE: Any = Real(
    "Step length (learning rate)", 0.1, 0, 10, (0.01, 0.03, 0.1, 0.3, 1.0), key="g_lr", about="the learning rate"
)


@dataclass(frozen=True)
class _Drawn:
    """The step, the drawn rows with their names, and a note on the rows not drawn."""

    step: steps.UpdateStep
    chosen: list[int]
    names: list[str]
    left_out: str

    def first_row(self, group: str) -> int | None:
        """Index in the step of a group's first row; None for an empty group."""
        return self.step.group.index(group) if group in self.step.group else None


@cached(max_entries=8, expires=True, is_heavy=True)
def _step(text: str, encoding: str, optimizer: str, lr: float) -> _Drawn:
    earlier, yours = engine.read(steps.EARLIER, encoding), engine.read(text, encoding)
    if not len(yours.ids):
        raise ValueError("Expected a text with at least one token, got none")
    step = steps.one_step(earlier, yours, width=WIDTH, law=engine.RANDOM, optimizer=optimizer, lr=lr)
    # All rows of the earlier sentence, the untouched ones, and as many of the visitor's as fit.
    mine = [i for i, group in enumerate(step.group) if group == steps.YOURS]
    chosen = sorted(mine[:DRAWN] + [i for i, group in enumerate(step.group) if group != steps.YOURS])
    return _Drawn(step, chosen, token_labels(step.rows[chosen], encoding), _left_out(step, len(mine), yours))


def _left_out(step: steps.UpdateStep, mine: int, yours: engine.Batch) -> str:
    """Note on the rows not drawn: most of those in neither text, and those of a long text's own tokens."""
    neither = step.group.count(steps.NEVER)
    never = Excerpt("row in neither", range(neither), step.vocab_size - (len(step.group) - neither), how="examples")
    only = first_of("row only in yours", range(mine), DRAWN)
    return f"{ranges('Drawn', never, only)} {engine.cut_words(yours)}".strip()


@picture(steps.one_step)
def step_distances(
    *,
    text: str = TEXT,
    encoding: Encoding = ENCODING,
    optimizer: Optimizer = OPTIMIZER,
    lr: Float = RATE,
) -> View:
    """Distance that each row moves in the step, with the gradient stored as touched rows only and as a whole table.

    >>> step_distances(optimizer="SGD").says.split(". ")[1]
    '6 rows moved with touched rows only, 6 with the whole table'
    """
    drawn = _step(text, encoding, optimizer, lr)

    def draw(answered: bool, guess: str | None) -> View:
        spec = _distances_figure(text, encoding, optimizer, lr, answered)
        if not answered:
            says = f"{_reach(drawn, optimizer)} That is with touched rows only; the whole table comes after your guess."
            return View(spec, says, Table({}, "one_step"), (), drawn.left_out)
        says, gone = _moved_words(drawn, optimizer), drawn.first_row(steps.BEFORE)
        if guess and gone is not None and optimizer == steps.ADAM:  # the question is about Adam
            far = 0 if guess == REST else float(drawn.step.distance(drawn.step.dense)[gone])
            spec = guessed(spec, far, drawn.chosen.index(gone))
            says += f" The star is your guess for a row whose token is gone: {guess}."
        return View(spec, says, lambda: _table(drawn), _formulas(drawn, optimizer, lr), drawn.left_out)

    return with_question(draw)


@cached(8, expires=True)
def _distances_figure(text: str, encoding: str, optimizer: str, lr: float, answered: bool) -> Spec:
    drawn = _step(text, encoding, optimizer, lr)
    ways = {
        _LEGEND[way]: drawn.step.distance(_after(drawn.step, way))[drawn.chosen]
        for way in (STORED if answered else (SPARSE,))
    }
    groups = [drawn.step.group[i] for i in drawn.chosen]
    return _draw_movement(drawn.names, groups, ways)


def _after(step: steps.UpdateStep, stored: str) -> np.ndarray:
    return step.sparse if stored == SPARSE else step.dense


def _reach(drawn: _Drawn, optimizer: str) -> str:
    """Sentence on how far the rows of the text move."""
    step = drawn.step
    mine = [group in (steps.BOTH, steps.YOURS) for group in step.group]
    low, high = (number(float(end)) for end in np.quantile(step.distance(step.sparse)[mine], (0, 1)))
    return f"{optimizer} moves each row of your text by {low}{f' to {high}' * (low != high)}."


def _moved_words(drawn: _Drawn, optimizer: str) -> str:
    step = drawn.step
    moved = (
        f"{_reach(drawn, optimizer)} {count(step.moved_sparse, 'row')} moved with touched rows only, "
        f"{step.moved_dense:,} with the whole table."
    )
    old = [i for i, group in enumerate(step.group) if group == steps.BEFORE]
    if not old:
        return f"{moved} Your text has every token of the earlier sentence, so no row is of that sentence alone."
    far = [float(step.distance(after)[old].mean()) for after in (step.sparse, step.dense)]
    rows = "The one row" if len(old) == 1 else f"The {len(old)} rows"
    mean = " on average" * (len(old) > 1)
    return f"{moved} {rows} of the earlier sentence alone moved {number(far[0])} and {number(far[1])}{mean}."


def _formulas(drawn: _Drawn, optimizer: str, lr: float) -> tuple[Formula, ...]:
    row = drawn.first_row(steps.BEFORE if optimizer == steps.ADAM else steps.YOURS)
    if row is None:
        return ()
    if optimizer == steps.ADAM:
        return (_adam(drawn.step, row, lr),)
    return (_sgd(drawn.step, row, lr, momentum=optimizer == steps.MOMENTUM),)


def _adam(step: steps.UpdateStep, gone: int, lr: float) -> Formula:
    """Formula of Adam's step for a row read by the earlier sentence only; its gradient cancels out."""
    went = abs(float(step.dense[gone, 0] - step.before[gone, 0]))
    mean, square = (round(b * (1 - b) / (1 - b**2), 6) for b in (0.9, 0.999))  # with enough digits for any step length
    digits = decimal_places(lr, 4)
    return Formula(
        r"\hat m=\frac{m}{1-\beta_1^{\,n}}\qquad \hat v=\frac{v}{1-\beta_2^{\,n}}\qquad "
        r"E_r\leftarrow E_r-\eta\,\frac{\hat m}{\sqrt{\hat v}+\epsilon}",
        {
            "m": r"the running mean of the [[gradient]]: at each step $m \leftarrow 0.9\,m + 0.1\,g$",
            "v": r"the running mean of its square: $v \leftarrow 0.999\,v + 0.001\,g^2$",
            r"\beta_1,\ \beta_2": "how much of them is kept: 0.9 and 0.999",
            "n": "the number of the step: 2 here",
            r"\eta": f"the step length: {lr:g}",
            r"\epsilon": "a tiny number that keeps the divisor from 0",
            "E_r": "a number of row r",
        },
        f"A row that only the earlier sentence holds, whole table: after g and then 0, m̂ is "
        f"0.9 · 0.1 / (1 − 0.9²) = {fixed(mean, 6)} g, and v̂ is {fixed(square, 6)} g². The size of g cancels: the "
        f"step is {lr:g} · {fixed(mean, 6)} / √{fixed(square, 6)} = {fixed(lr * mean / square**0.5, digits)}. "
        f"The first number of row {int(step.rows[gone]):,} moved by {fixed(went, digits)}.",
    )


def _sgd(step: steps.UpdateStep, mine: int, lr: float, *, momentum: bool) -> Formula:
    """Formula of SGD's step for a row read by the visitor's text only; without momentum both kinds are equal."""
    row = int(step.rows[mine])
    slope, before = (round(float(values[mine, 0]), 4) for values in (step.gradient, step.before))
    return Formula(
        (r"u \leftarrow 0.9\,u + g \qquad " if momentum else "") + r"E_r \leftarrow E_r - \eta\, " + "gu"[momentum],
        {
            "E_r": f"a number of [[row]] r; the first one of row {row:,}: {fixed(before, 4)}",
            r"\eta": f"the step length: {lr:g}",
            "g": f"its [[gradient]] in your step: {fixed(slope, 4)}",
        }
        | ({"u": "the velocity: what is left of the gradients before, and the one now"} if momentum else {}),
        f"Row {row:,}, which your text reads and the earlier sentence does not"
        + (" (so u begins at 0)" if momentum else "")
        + f": {fixed(before, 4)} − {lr:g} · ({fixed(slope, 4)}) = {fixed(before - lr * slope, 4)}.",
    )


def _table(drawn: _Drawn) -> Table:
    step = drawn.step
    chosen = drawn.chosen
    columns: dict[str, object] = {
        "row": step.rows[chosen],
        "token": drawn.names,
        "stands": [step.group[i] for i in chosen],
        "moved, touched rows only": step.distance(step.sparse)[chosen],
        "moved, whole table": step.distance(step.dense)[chosen],
    }
    for title, values in (("before", step.before), (f"after, {SPARSE}", step.sparse), (f"after, {DENSE}", step.dense)):
        columns |= {f"{title} [{d}]": values[chosen, d] for d in range(WIDTH)}
    return Table(columns, "one_step")


def _draw_movement(names: Sequence[str], groups: Sequence[str], ways: Mapping[str, Floats]) -> Spec:
    """Distance that each row moved: one bar per method, each row labelled with its group and text."""
    traces = [
        {
            "type": "bar",
            "x": np.asarray(distances, np.float32),
            "y": list(range(len(names))),
            "orientation": "h",
            "name": way,
            "marker": {"color": theme.OKABE_ITO[number], "pattern": {"shape": ["", "/"][number % 2]}},
            "customdata": list(groups),
            "hovertemplate": "%{x:.4g}<br>%{customdata}<extra>" + way + "</extra>",
        }
        for number, (way, distances) in enumerate(ways.items())
    ]
    ticks = {
        "tickvals": list(range(len(names))),
        "ticktext": [f"{group} · {plain(name, LONGEST)}" for name, group in zip(names, groups, strict=True)],
        "range": [len(names) - 0.5, -0.5],
        "showgrid": False,
    }
    height = 150 + 2 * ROW_HEIGHT * max(len(names), 3)
    # A fixed range: an automatic one makes Plotly measure and redraw everything for every step length.
    across = {"range": [0, 1.05 * max(float(np.max(distances, initial=0)) for distances in ways.values()) or 1]}
    made = layout("distance moved", "", height, legend=True, x=across, y=ticks, margin={"t": 48, "l": 8})
    return Spec(traces, made | {"barmode": "group", "bargap": 0.25})
