"""One step of SGD or Adam: the rows before, after, and what moved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from explorer import ui
from explorer.data.cache import briefly, cached
from explorer.figures.gradients import rows as figures
from explorer.figures.spec import Spec, guessed
from explorer.gradients import batch as engine
from explorer.gradients import step as steps
from explorer.scripts import gradients as scripts
from explorer.ui.frame import order, presenter
from explorer.ui.gradients.shared import ask_text
from explorer.wording import count, fixed, number

PART = ui.Part(
    "One step",
    why="A [[gradient]] says where a row should go; the [[optimizer]] decides how far, and some optimizers remember: "
    "a row may move although its token is gone.",
    look="Rows from the top: in both sentences, in yours, only in the earlier one, in neither; see which change.",
    shown=lambda _: presenter.drawn_at_random({"g_width": WIDTH}),
)
REST, MOVE = "They rest", "They move on"

DRAWN = 16
WIDTH = 8
RATES = (0.01, 0.03, 0.1, 0.3, 1.0)
SPARSE, DENSE = "touched rows only", "whole table"


@dataclass(frozen=True)
class Request:
    """What this part shows depends on nothing else."""

    text: str
    encoding: str
    optimizer: str
    lr: float


@dataclass(frozen=True)
class _Drawn:
    """The step, and which of its rows are drawn under which names."""

    step: steps.Step
    chosen: list[int]
    names: list[str]


@cached(max_entries=8, expires=True, is_heavy=True)
def _step(request: Request) -> _Drawn:
    earlier, yours = (engine.read(text, request.encoding) for text in (steps.EARLIER, request.text))
    step = steps.one_step(earlier, yours, width=WIDTH, law=engine.RANDOM, optimizer=request.optimizer, lr=request.lr)
    # All rows of the earlier sentence and the untouched ones; of the visitor's, as many as fit.
    mine = [i for i, group in enumerate(step.group) if group == steps.YOURS][: DRAWN // 2]
    rest = [i for i, group in enumerate(step.group) if group != steps.YOURS]
    chosen = sorted(mine + rest)
    return _Drawn(step, chosen, engine.labels(step.rows[chosen], request.encoding))


@briefly(most=8)
def _before_after(request: Request, way: str) -> Spec:
    drawn = _step(request)
    before, after = drawn.step.before[drawn.chosen], _after(drawn.step, way)[drawn.chosen]
    return figures.blocks([("before", before, drawn.names), ("after", after, ()), ("change", after - before, ())])


@briefly(most=8)
def _moved(request: Request, told: bool, guess: str | None, wide: bool) -> Spec:
    drawn = _step(request)
    ways = {
        way: drawn.step.distance(_after(drawn.step, way))[drawn.chosen]
        for way in ((SPARSE, DENSE) if told else (SPARSE,))
    }
    groups = [drawn.step.group[i] for i in drawn.chosen]
    figure = figures.movement(drawn.names, groups, ways, wide=wide)
    if guess is None or steps.BEFORE not in groups or request.optimizer != steps.ADAM:  # the question is about Adam
        return figure
    gone = groups.index(steps.BEFORE)
    return guessed(figure, 0 if guess == REST else float(ways[DENSE][gone]), gone)


def show() -> None:
    """Controls, before and after, then the two ways side by side."""
    st.markdown(
        f"Two steps on one table: the first with the tokens of “{steps.EARLIER}”, the second with yours. There is no "
        "model above: what comes down to the rows is drawn at random. In the second step only rows of **your** tokens "
        "get a gradient through the lookup."
    )
    with ui.controls("g_step"):
        batch = ask_text()
        left, right = st.columns(2)
        optimizer = left.segmented_control(
            "Optimizer",
            steps.OPTIMIZERS,
            default=steps.ADAM,
            required=True,
            key="g_optimizer",
            bind="query-params",
            help=ui.meanings("SGD", "momentum", "Adam"),
        )
        way = right.segmented_control(
            "Gradient stored as", (SPARSE, DENSE), default=SPARSE, required=True, key="g_way", bind="query-params"
        )
        lr = left.select_slider("Step length (learning rate)", RATES, 0.1, key="g_lr", bind="query-params")
    if batch is None:
        return
    sentence = ui.sentence.current()
    request = Request(sentence.text, sentence.encoding, optimizer or steps.ADAM, float(lr))
    drawn = _step(request)
    ui.picture(
        "g_before",
        _before_after(request, way or SPARSE),
        summary=_moved_words(drawn.step, way or SPARSE),
        table=lambda: _table(drawn),
        script=lambda: scripts.step(request.text, request.encoding, request.optimizer, request.lr),
    )
    _formula(drawn, request)
    order.end()
    st.header("Does a row move whose token is gone?", anchor=False)
    guess = ui.predict(
        "g_guess_step",
        "Adam, gradient stored as a whole table. In your step, what do the rows do that stand only in the earlier "
        "sentence?",
        (REST, MOVE),
        answer=MOVE,
        because="Their gradient is 0 now, but Adam's running mean of the gradient is not. Stored as touched rows only, "
        "the running mean of such a row is not even read, and the row rests. Plain SGD has no memory: no difference.",
        hint="Adam steps by a running mean of the gradients. Is that mean 0 as soon as one gradient is?",
    )
    ui.picture(
        "g_moved",
        _moved(request, bool(guess), guess.first if guess else None, ui.style.presenting()),
        summary=_compare_words(drawn.step, request.optimizer) + _said(drawn, request, guess)
        if guess
        else "Drawn: how far each row went with touched rows only. The whole table's way comes after your guess.",
        table=(lambda: _table(drawn)) if guess else None,
        script=(lambda: scripts.step(request.text, request.encoding, request.optimizer, request.lr)) if guess else None,
    )


def _formula(drawn: _Drawn, request: Request) -> None:
    """Adam's step, worked out for a row that only the earlier sentence holds; its gradient cancels out."""
    if request.optimizer != steps.ADAM:
        _plain_formula(drawn, request)
        return
    step = drawn.step
    gone = [place for place, group in enumerate(step.group) if group == steps.BEFORE]
    if not gone:
        return
    went = abs(float(step.dense[gone[0], 0] - step.before[gone[0], 0]))
    mean, square = 0.9 * (1 - 0.9) / (1 - 0.9**2), 0.999 * (1 - 0.999) / (1 - 0.999**2)
    far = request.lr * mean / square**0.5
    ui.formula(
        "g_step",
        r"\hat m=\frac{m}{1-\beta_1^{\,n}}\qquad \hat v=\frac{v}{1-\beta_2^{\,n}}\qquad "
        r"E_r\leftarrow E_r-\eta\,\frac{\hat m}{\sqrt{\hat v}+\epsilon}",
        {
            "m": r"the running mean of the [[gradient]]: at each step $m \leftarrow 0.9\,m + 0.1\,g$",
            "v": r"the running mean of its square: $v \leftarrow 0.999\,v + 0.001\,g^2$",
            r"\beta_1,\ \beta_2": "how much of them is kept: 0.9 and 0.999",
            "n": "the number of the step: 2 here",
            r"\eta": f"the step length: {request.lr:g}",
            r"\epsilon": "a tiny number that keeps the divisor from 0",
            "E_r": "a number of row r",
        },
        f"A row that only the earlier sentence holds, whole table: after g and then 0, m̂ is "
        f"0.9 · 0.1 / (1 − 0.9²) = {fixed(mean, 4)} g, and v̂ is {fixed(square, 4)} g². The size of g cancels: the "
        f"step is {request.lr:g} · {fixed(mean, 4)} / √{fixed(square, 4)} = {fixed(far, 4)}. "
        f"The first number of row {int(step.rows[gone[0]]):,} moved by {fixed(went, 4)}.",
    )


def _plain_formula(drawn: _Drawn, request: Request) -> None:
    """SGD's step, worked out for a row of the visitor's alone: it has no velocity yet, so both kinds go as far."""
    step = drawn.step
    mine = [place for place, group in enumerate(step.group) if group == steps.YOURS]
    if not mine:
        return
    row = int(step.rows[mine[0]])
    slope, before, after = (float(values[mine[0], 0]) for values in (step.gradient, step.before, step.sparse))
    momentum = request.optimizer == steps.MOMENTUM
    ui.formula(
        "g_step",
        (r"u \leftarrow 0.9\,u + g \qquad " if momentum else "") + r"E_r \leftarrow E_r - \eta\, " + "gu"[momentum],
        {
            "E_r": f"a number of [[row]] r; the first one of row {row:,}: {fixed(before, 4)}",
            r"\eta": f"the step length: {request.lr:g}",
            "g": f"its [[gradient]] in your step: {fixed(slope, 4)}",
        }
        | ({"u": "the velocity: what is left of the gradients before, and the one now"} if momentum else {}),
        f"Row {row:,}, which your text reads and the earlier sentence does not"
        + (" (so u begins at 0)" if momentum else "")
        + f": {fixed(before, 4)} − {request.lr:g} · ({fixed(slope, 4)}) = {fixed(after, 4)}.",
    )


def _said(drawn: _Drawn, request: Request, guess: ui.Guess) -> str:
    there = request.optimizer == steps.ADAM and any(drawn.step.group[i] == steps.BEFORE for i in drawn.chosen)
    return f" The star is your guess for a row whose token is gone: {guess.first}." if guess.first and there else ""


def _after(step: steps.Step, way: str) -> np.ndarray:
    return step.sparse if way == SPARSE else step.dense


def _moved_words(step: steps.Step, way: str) -> str:
    moved = step.moved_sparse if way == SPARSE else step.moved_dense
    mine = sum(group in (steps.BOTH, steps.YOURS) for group in step.group)
    return (
        f"Gradient stored as {way}: {count(moved, 'row')} of {step.vocab_size:,} changed. Your text is made of "
        f"{'one token' if mine == 1 else f'{mine:,} different tokens'}. The gradients of both steps are random "
        "numbers, not a model's."
    )


def _compare_words(step: steps.Step, optimizer: str) -> str:
    old = [i for i, group in enumerate(step.group) if group == steps.BEFORE]
    moved = (
        f"{optimizer}: {count(step.moved_sparse, 'row')} moved with touched rows only, {step.moved_dense:,} with the "
        "whole table."
    )
    if not old:
        return f"{moved} Your text has every token of the earlier sentence, so no row is of that sentence alone."
    far = [float(step.distance(after)[old].mean()) for after in (step.sparse, step.dense)]
    return f"{moved} Rows of the earlier sentence alone moved {number(far[0])} and {number(far[1])} on average."


def _table(drawn: _Drawn) -> ui.Table:
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
    return ui.Table(columns, "one_step")
