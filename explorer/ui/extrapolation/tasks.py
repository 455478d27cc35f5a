"""Small tasks: accuracy by encoding, and a copying task whose model is trained for the chosen k."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.jobs.job_queue import queue
from explorer.nn.config import ENCODINGS, Encoding
from explorer.training.findings.task_results import (
    TASK_LENGTHS,
    best_everywhere,
    guessing,
)
from explorer.training.synthetic_tasks import SYMBOLS, Task
from explorer.training.train_transformer import TASK_BATCH, Progress, TaskRun, train_task
from explorer.ui.frame import part_containers
from explorer.ui.frame.job_progress import job_panel
from explorer.views import extrapolation as views
from explorer.views.extrapolation._tasks import NO_LEADER, copy_run
from explorer.wording import count, share

PART = ui.Part(
    "Small tasks",
    why="A [[loss]] on a novel mixes many things, so five tasks on random symbols each ask one thing of an encoding: "
    "a fixed distance, the first position, the position itself, a count, or something seen before.",
    look="Along a row: the same task with other encodings. Yellow is right, dark blue is not.",
)

ASKED: dict[Task, str] = {
    "copy k back": "repeat the symbol 4 positions earlier.",
    "first token": "repeat the sequence's first symbol.",
    "position modulo 4": "say the position, modulo 4.",
    "running majority": "have symbols 8–15 been more frequent than 0–7 so far?",
    "induction": "what followed this symbol when it last came up?",
}
ALL = "all"


def show() -> None:
    """Draw the accuracies at the trained length, a guess, the accuracies past it, and a model to train."""
    guess = ui.predict(
        "x_guess_task",
        "The picture has the answers on sequences of 32, as in training. Asked at 256: which encoding is best at all "
        "five tasks?",
        [*ENCODINGS, NO_LEADER],
        answer=leader,
        because="The picture now has every length: look who wins where.",
        hint="the tasks ask for different things: a fixed distance, the position itself, a count.",
    )
    length = TASK_LENGTHS[0]
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
        length = 0 if picked in (ALL, None) else int(picked)
    view = views.tasks(length=length, guess=guess.first if guess else None)
    ui.show("x_tasks", view)
    run, model = TaskRun(), TaskRun().config
    st.markdown(
        f"Trained for this part, on sequences of {run.train_len} random symbols out of {SYMBOLS}: "
        f"{count(model.n_layers, 'block')}, width {model.embed_dim}, {run.steps} steps of Adam on {TASK_BATCH} "
        "sequences. Each number: right answers, in percent, in the second half of a sequence of this length (of 256: "
        "positions 128–255), mean of three seeds; ± half of the seeds' range. A learned table is read with *clamp*."
    )
    at = length or TASK_LENGTHS[-1]
    st.markdown(
        "\n".join(
            f"- **{task}**: {asked} Always giving the same answer is right in "
            f"{share(guessing(task, at), digits=3)} at length {at}."
            for task, asked in ASKED.items()
        )
    )
    ui.formulas("x_tasks", view.formulas)
    _own()


def leader() -> str:
    """The only encoding among the best at every task at length 256; None if there is no such encoding, or several."""
    leaders = best_everywhere(256)
    return leaders[0] if len(leaders) == 1 else NO_LEADER


def _own() -> None:
    part_containers.end()
    st.header("Copy from k positions back: your k trains a model", anchor=False)
    with ui.controls("x_copy"):
        left, middle, right = st.columns([3, 2, 1], vertical_alignment="bottom")
        k = ui.slider("Positions back, k", 0, 24, 8, key="x_k", called="number of positions back", container=left)
        encoding: Encoding = (
            middle.selectbox("Encoding", list(ENCODINGS), 3, key="x_tenc", bind="query-params") or "RoPE"
        )
    run = copy_run(k, encoding)
    under_way = st.session_state.get("x_tstarted", False) or queue().find(train_task, run) is not None
    if right.button("Train", key="x_tgo", type="primary", width="stretch", disabled=under_way):
        st.session_state["x_tstarted"] = under_way = True
    if not under_way:
        st.text(
            "Train starts a run of a few seconds. After that, moving k or choosing another encoding starts the next."
        )
        return
    job = queue().submit(train_task, run)

    def draw(records: tuple[Progress, ...]) -> None:
        ui.show("x_own", views.copying(k=k, encoding=encoding, records=records))

    job_panel(job, draw, key="x_tjob", label="Training")
