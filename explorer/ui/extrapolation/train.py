"""Train it now: one character model, its curve growing, once for all visitors."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import loss as figures
from explorer.figures.extrapolation.loss import Curve
from explorer.figures.spec import Spec
from explorer.jobs.queue import queue
from explorer.nn.config import ENCODINGS, EXTENSIONS, Encoding, Extension, spoken
from explorer.scripts import extrapolation as scripts
from explorer.training.evaluate import smooth
from explorer.training.findings.losses import TRAIN_LEN, Line, baselines, by_position
from explorer.training.runs import EVAL_FACTOR, LanguageRun, Progress, train_language
from explorer.training.sweep import POSITION_STDS, STANDARD_STEPS
from explorer.ui.frame import order
from explorer.ui.frame.progress import job_panel
from explorer.views.extrapolation._curves import middles
from explorer.views.extrapolation._formulas import of_loss

PART = ui.Part(
    "Train it now",
    why="The other parts show models that were trained beforehand; here you train one yourself, with the settings "
    "that you choose, and watch its [[loss]] as it learns.",
    look="The thick line is the newest curve, the thin ones are earlier steps. Grey, where you train on 64 characters "
    "at once too: shipped models of three [[seed|seeds]] with the same encoding, reading and start, after "
    f"{STANDARD_STEPS} steps.",
)

STEPS = (150, 300, 600, 1200)
WIDTH = 16


def show() -> None:
    """Choose, train, watch."""
    with ui.controls("x_train"):
        first, second, third, last = st.columns([2, 2, 2, 1], vertical_alignment="bottom")
        encoding: Encoding = (
            first.selectbox("Encoding", list(ENCODINGS), 1, key="x_renc", bind="query-params") or "sinusoidal"
        )
        extension = _extension(second, encoding)
        steps = third.select_slider("Steps", STEPS, 600, key="x_steps", bind="query-params")
    with ui.more("x_train"):
        left, middle, right = st.columns(3)
        seed = ui.number("Seed", 0, 999, 0, key="x_seed", called="seed", place=left)
        train_len = middle.select_slider("Trained length", (16, 32, 64), 64, key="x_rlen", bind="query-params")
        std = right.select_slider(
            "Start of learned rows (std)",
            (0.02, 0.1, 0.3),
            0.02,
            key="x_std",
            bind="query-params",
            disabled=encoding != "learned",
        )
    run = LanguageRun(
        encoding,
        extension,
        int(seed),
        steps,
        train_len,
        std if encoding == "learned" else 0.02,
        windows=64,
        curve_every=150,
    )
    job = queue().find(train_language, run)
    # What has been trained is shown below with a button of its own for doing it again.
    clicked = last.button("Train", key="x_go", type="primary", width="stretch", disabled=job is not None)
    if job is None and not clicked:
        curves = _shipped(run)
        with order.take("picture"):
            ui.chart(
                _grown(run, curves),
                key="x_before",
                label="Loss by position of the shipped models."
                if curves
                else "No model of these settings is shipped: empty.",
            )
        st.text(
            f"Trains {spoken(run.encoding)} for {steps} steps on this server: some {_seconds(steps)} s where nothing "
            "else runs. The same settings are trained once for everybody, at most two models at a time, in processes "
            "of low priority, so that other visitors' sliders stay quick."
        )
        # Before a training the picture has the level of a model that learns how frequent characters are and nothing
        # else.
        begins = "Unigram, how frequent each character is and nothing else"
        ui.formulas("x_train", (of_loss(baselines()["unigram"], begins),))
        return
    job = queue().submit(train_language, run)
    job_panel(job, lambda records: draw(run, records), key="x_job", label="Training")


def _extension(place: st.delta_generator.DeltaGenerator, encoding: Encoding) -> Extension:
    """The way to read it past its length; one widget for each encoding, so that each keeps its own choice."""
    ways = EXTENSIONS[encoding]
    chosen: Extension | None = place.selectbox(
        "Read past the end", ways, 0, key=f"x_ext_{encoding}", bind="query-params", disabled=len(ways) == 1
    )
    return chosen or ways[0]


def _seconds(steps: int) -> int:
    return max(5, round(steps * 0.016 / 5) * 5)


def draw(run: LanguageRun, records: tuple[Progress, ...]) -> None:
    """The training loss and the newest curve, the earlier ones faintly."""
    measured = [record for record in records if record.curve is not None]
    index = ENCODINGS.index(run.encoding)
    label = Line(run.encoding, run.extension).label
    curves = _shipped(run)
    for record in measured[-4:]:
        assert record.curve is not None
        losses = smooth(record.curve, WIDTH)[None, :]
        curves.append(Curve(f"{label}, step {record.step}", index, losses, faint=record is not measured[-1]))
    ui.chart(
        figures.training_loss(
            [record.step for record in records], [record.loss for record in records], total=run.steps, top=4.0
        ),
        key="x_loss",
        label=f"Training loss {records[-1].loss:.2f} nats at step {records[-1].step} of {run.steps}.",
    )
    ui.picture(
        "x_grown",
        _grown(run, curves),
        summary=told(run, records),
        table=lambda: _table(records),
        script=lambda: scripts.one_language(run, WIDTH),
    )
    ui.formulas("x_train", (of_loss(records[-1].loss, f"The training loss at step {records[-1].step}"),))


def _shipped(run: LanguageRun) -> list[Curve]:
    """The shipped models of this encoding and reading, where there are any."""
    if run.train_len != TRAIN_LEN or run.position_std not in POSITION_STDS:
        return []
    losses = by_position(Line(run.encoding, run.extension, run.position_std))
    return [Curve(f"shipped, {STANDARD_STEPS} steps", 6, smooth(losses, WIDTH))]


def _grown(run: LanguageRun, curves: list[Curve]) -> Spec:
    length = EVAL_FACTOR * run.train_len
    return figures.loss_by_position(
        middles(length, WIDTH), curves, train_len=run.train_len, levels=baselines(), length=length
    )


def told(run: LanguageRun, records: tuple[Progress, ...]) -> str:
    """Where the run is and what its newest curve says; the shipped model of the same settings beside it."""
    last = records[-1]
    text = f"Step {last.step} of {run.steps}: training loss {last.loss:.3f} nats per character."
    measured = [record for record in records if record.curve is not None]
    if not measured or measured[-1].curve is None:
        return f"{text} The first curve comes after {run.curve_every} steps."
    curve, n = measured[-1].curve, run.train_len
    text += (
        f" Loss by position at step {measured[-1].step}: {curve[n // 2 : n].mean():.2f} at {n // 2}–{n - 1}, "
        f"{curve[n : 2 * n].mean():.2f} at {n}–{2 * n - 1}, {curve[-n:].mean():.2f} at {7 * n}–{8 * n - 1}."
    )
    if _shipped(run):
        shipped = by_position(Line(run.encoding, run.extension, run.position_std)).mean(axis=0)
        text += (
            f" The shipped models, {STANDARD_STEPS} steps and four times the held-out text: "
            f"{shipped[32:64].mean():.2f}, {shipped[64:128].mean():.2f}, {shipped[-64:].mean():.2f}."
        )
    return text


def _table(records: tuple[Progress, ...]) -> ui.Table:
    return ui.Table(
        {"step": [record.step for record in records], "training loss": [round(r.loss, 4) for r in records]}, "training"
    )
