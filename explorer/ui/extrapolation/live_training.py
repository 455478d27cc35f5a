"""Training of one character model; a run with the same settings is shared by all visitors."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.figures.extrapolation import loss_curves as figures
from explorer.jobs.job_queue import queue
from explorer.nn.config import ENCODINGS, EXTENSIONS, Encoding, Extension, spoken
from explorer.training.train_transformer import Progress, train_language
from explorer.ui.frame import part_containers
from explorer.ui.frame.job_progress import job_panel
from explorer.views import extrapolation as views
from explorer.views.extrapolation._live_training import language_run

STEPS = (150, 300, 600, 1200)


def show(controls: DeltaGenerator) -> None:
    """Draw the settings, the button, and the loss curves of the run."""
    with controls:
        first, second, third, last = st.columns([2, 2, 2, 1], vertical_alignment="bottom")
        encoding: Encoding = (
            first.selectbox("Encoding", list(ENCODINGS), 1, key="x_renc", bind="query-params") or "sinusoidal"
        )
        extension = _extension(second, encoding)
        steps = third.select_slider("Steps", STEPS, 600, key="x_steps", bind="query-params")
    with ui.more_controls("x_train"):
        left, middle, right = st.columns(3)
        seed = ui.number("Seed", 0, 999, 0, key="x_seed", container=left)
        train_len = middle.select_slider("Trained length", (16, 32, 64), 64, key="x_rlen", bind="query-params")
        std = right.select_slider(
            "Start of learned rows (std)",
            (0.02, 0.1, 0.3),
            0.02,
            key="x_std",
            bind="query-params",
            disabled=encoding != "learned",
        )
    settings: dict[str, Any] = {
        "encoding": encoding,
        "reading": extension,
        "seed": int(seed),
        "steps": steps,
        "trained_length": train_len,
        "start": std if encoding == "learned" else 0.02,
    }
    run = language_run(*settings.values())
    job = queue().find(train_language, run)
    # A finished run is shown below, with its own button to repeat it.
    clicked = last.button("Train", key="x_go", type="primary", width="stretch", disabled=job is not None)
    if job is None and not clicked:
        before = views.training(**settings, records=())
        assert before.spec is not None
        with part_containers.take("picture"):  # without the code panel: its call would train a model
            ui.chart(before.spec, key="x_before", label=before.sentence)
        st.text(
            f"{before.sentence} Trains {spoken(run.encoding)} for {steps:,} steps on this server: some "
            f"{_seconds(steps)} s where nothing else runs. The same settings are trained once for everybody, at most "
            "two models at a time, in processes of low priority, so that other visitors' sliders stay quick."
        )
        ui.formulas("x_train", before.formulas)
        return
    job = queue().submit(train_language, run)
    job_panel(job, lambda records: _draw(settings, records), key="x_job", label="Training")


def _draw(settings: dict[str, Any], records: tuple[Progress, ...]) -> None:
    """Draw the training loss and the newest loss curve, with the earlier ones faint."""
    last = records[-1]
    ui.chart(
        figures.training_loss(
            [record.step for record in records], [record.loss for record in records], total=last.steps, top=4.0
        ),
        key="x_loss",
        label=f"Training loss {last.loss:.2f} nats at step {last.step} of {last.steps}.",
    )
    view = views.training(**settings, records=records)
    ui.show("x_grown", view)
    ui.formulas("x_train", view.formulas)


def _extension(container: DeltaGenerator, encoding: Encoding) -> Extension:
    """Choose the extension method; each encoding has a widget of its own and so keeps its choice."""
    ways = EXTENSIONS[encoding]
    chosen: Extension | None = container.selectbox(
        "Read past the end", ways, 0, key=f"x_ext_{encoding}", bind="query-params", disabled=len(ways) == 1
    )
    return chosen or ways[0]


def _seconds(steps: int) -> int:
    return max(5, round(steps * 0.016 / 5) * 5)
