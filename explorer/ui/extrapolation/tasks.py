"""Small tasks that change the winner, and a slider for k that trains a model while one looks."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import cells
from explorer.figures.extrapolation import loss as figures
from explorer.figures.extrapolation.loss import Curve
from explorer.figures.spec import Spec
from explorer.jobs.queue import queue
from explorer.nn.config import ENCODINGS, EXTENSIONS, Encoding, spoken
from explorer.scripts import extrapolation as scripts
from explorer.training.evaluate import smooth
from explorer.training.findings.tasks import (
    TASK_LENGTHS,
    best_everywhere,
    guessing,
    lengths_sentence,
    task_accuracy,
    task_sentence,
)
from explorer.training.runs import TASK_BATCH, Progress, TaskRun, train_task
from explorer.training.tasks import SYMBOLS, TASKS, Task
from explorer.ui.extrapolation.formulas import tasks
from explorer.ui.frame import order
from explorer.ui.frame.progress import job_panel
from explorer.views.extrapolation._curves import middles
from explorer.wording import count, share

PART = ui.Part(
    "Small tasks",
    why="A [[loss]] on a novel mixes many things, so five tasks on random symbols each ask one thing of an encoding: "
    "a fixed distance, the first place, the place itself, a count, or something seen before.",
    look="Along a row: the same task with other encodings. Yellow is right, dark blue is not.",
)

ASKED: dict[Task, str] = {
    "copy k back": "repeat the symbol 4 places earlier.",
    "first token": "repeat the sequence's first symbol.",
    "position modulo 4": "say the place, modulo 4.",
    "running majority": "have symbols 8–15 been more frequent than 0–7 so far?",
    "induction": "what followed this symbol when it last came up?",
}
NO_LEADER = "no single one"
ALL = "all"


@lru_cache(maxsize=8)
def _said(length: int | None) -> str:
    return lengths_sentence() if length is None else task_sentence(length)


@lru_cache(maxsize=8)
def _figure(length: int | None) -> Spec:
    shares = np.array([[task_accuracy(task, encoding) for encoding in ENCODINGS] for task in TASKS])
    mean, spread = shares.mean(axis=2), np.ptp(shares, axis=2) / 2  # tasks, encodings, lengths
    if length is None:
        return cells.tasks_by_length(mean, spread, TASKS, ENCODINGS, TASK_LENGTHS)
    at = TASK_LENGTHS.index(length)
    return cells.task_table(mean[:, :, at], spread[:, :, at], TASKS, ENCODINGS)


def show() -> None:
    """The table at the trained length, a guess, then all lengths or one; then a model of one's own."""
    guess = ui.predict(
        "x_guess_task",
        "The picture has the answers on sequences of 32, as in training. Asked at 256: which encoding is best at all "
        "five tasks?",
        [*ENCODINGS, NO_LEADER],
        answer=leader,
        because="The picture now has every length: look who wins where.",
        hint="the tasks ask for different things: a fixed distance, the place itself, a count.",
    )
    length: int | None = TASK_LENGTHS[0]
    if guess:
        with ui.controls("x_tasks"):
            picked = st.segmented_control(
                "Length of the sequence",
                [ALL, *map(str, TASK_LENGTHS)],
                default=ALL,
                required=True,
                key="x_tlen",
                bind="query-params",
            )
        length = None if picked in (ALL, None) else int(picked)
    lengths = TASK_LENGTHS if length is None else (length,)
    figure = _figure(length)
    if guess and guess.first in ENCODINGS:
        figure = cells.framed(figure, ENCODINGS.index(guess.first))
    ui.picture(
        "x_tasks",
        figure,
        summary=_said(length)
        + (f" The dotted frame is your guess: {spoken(guess.first)}." if guess and guess.first in ENCODINGS else ""),
        table=lambda: _table(lengths if guess else TASK_LENGTHS[:1]),
        script=lambda: scripts.tasks(lengths),
    )
    run, model = TaskRun(), TaskRun().config
    st.markdown(
        f"Trained for this part, on sequences of {run.train_len} random symbols out of {SYMBOLS}: "
        f"{count(model.n_layers, 'block')}, width {model.embed_dim}, {run.steps} steps of Adam on {TASK_BATCH} "
        "sequences. Each number: right answers, in percent, in the second half of a sequence of this length (of 256: "
        "positions 128–255), mean of three seeds; ± half of the seeds' range. A learned table is read with *clamp*."
    )
    at = TASK_LENGTHS[-1] if length is None else length
    st.markdown(
        "\n".join(
            f"- **{task}**: {asked} Always giving the same answer is right in "
            f"{share(guessing(task, at), digits=3)} at length {at}."
            for task, asked in ASKED.items()
        )
    )
    tasks.formula("x_tasks", lengths[0])
    _own()


def leader() -> str:
    """The encoding that is among the best at every task at length 256, if there is exactly one."""
    leaders = best_everywhere(256)
    return leaders[0] if len(leaders) == 1 else NO_LEADER


def _table(lengths: tuple[int, ...]) -> ui.Table:
    columns: dict[str, list[object]] = {
        "task": [],
        "encoding": [],
        "length": [],
        "mean": [],
        "lowest": [],
        "highest": [],
    }
    for task in TASKS:
        for encoding in ENCODINGS:
            shares = task_accuracy(task, encoding)
            for length in lengths:
                i = TASK_LENGTHS.index(length)
                row = (task, encoding, length, shares[:, i].mean(), shares[:, i].min(), shares[:, i].max())
                for column, value in zip(columns.values(), row, strict=True):
                    column.append(round(float(value), 3) if isinstance(value, np.floating) else value)
    return ui.Table(columns, "small_tasks")


def _own() -> None:
    order.end()
    st.header("Copy from k places back: your k trains a model", anchor=False)
    with ui.controls("x_copy"):
        left, middle, right = st.columns([3, 2, 1], vertical_alignment="bottom")
        k = ui.slider("Places back, k", 0, 24, 8, key="x_k", called="number of places back", place=left)
        encoding: Encoding = (
            middle.selectbox("Encoding", list(ENCODINGS), 3, key="x_tenc", bind="query-params") or "RoPE"
        )
    run = TaskRun("copy k back", encoding, EXTENSIONS[encoding][0], k=k)
    under_way = st.session_state.get("x_tstarted", False) or queue().find(train_task, run) is not None
    if right.button("Train", key="x_tgo", type="primary", width="stretch", disabled=under_way):
        st.session_state["x_tstarted"] = under_way = True
    if not under_way:
        st.text(
            "Train starts a run of a few seconds. After that, moving k or choosing another encoding starts the next."
        )
        return
    job = queue().submit(train_task, run)
    job_panel(job, lambda records: draw(run, records), key="x_tjob", label="Training")


def draw(run: TaskRun, records: tuple[Progress, ...]) -> None:
    """Share of right answers by position, the newest measured and the earlier ones faintly."""
    measured = [record for record in records if record.curve is not None]
    index = ENCODINGS.index(run.encoding)
    curves = [
        Curve(f"{run.encoding}, k = {run.k}", index, 100 * _blocks(record), faint=record is not measured[-1])
        for record in measured[-3:]
    ]
    figure = figures.loss_by_position(
        middles(256, 8),
        curves,
        train_len=run.train_len,
        y_title="right answers (%)",
        y_range=(-3, 115),
        length=256,
    )
    ui.picture(
        "x_own",
        figure,
        summary=told(run, records),
        table=lambda: ui.Table({"position": np.arange(256), "right": measured[-1].curve}, "copy_k_back"),
        script=lambda: scripts.one_task(run),
    )


def _blocks(record: Progress) -> np.ndarray:
    assert record.curve is not None
    # Positions before k have no answer; a block of them has none either, and the line starts later.
    curve = record.curve.astype(np.float64)
    asked = np.isfinite(curve)
    right = smooth(np.where(asked, curve, 0.0), 8)
    share = smooth(asked.astype(np.float64), 8)
    return np.where(share > 0, right / np.maximum(share, 1e-9), np.nan)[None, :]


def told(run: TaskRun, records: tuple[Progress, ...]) -> str:
    """Where the run is, and its newest shares of right answers."""
    last, measured = records[-1], [record for record in records if record.curve is not None]
    begin = f"{spoken(run.encoding)}, copy {run.k} back, step {last.step} of {last.steps}, "
    begin += f"training loss {last.loss:.2f} nats."
    if not measured or measured[-1].curve is None:
        return f"{begin} Not measured yet."
    curve = measured[-1].curve
    spans = ((16, 32), (32, 64), (64, 128), (128, 256))
    told = ", ".join(f"{a}–{b - 1} {_share(curve[a:b])}" for a, b in spans)
    return f"{begin} Right answers by position: {told}."


def _share(part: np.ndarray) -> str:
    return f"{share(np.nanmean(part))}" if np.isfinite(part).any() else "none asked"
