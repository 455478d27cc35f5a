"""Training of one character model; a run with the same settings is shared by all visitors."""

from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.figures.extrapolation import loss_curves as figures
from explorer.jobs.job_queue import queue
from explorer.nn.config import EXTENSIONS, spoken
from explorer.training.train_transformer import Progress, train_language
from explorer.ui.frame import part_containers
from explorer.ui.frame.ask import control
from explorer.ui.frame.job_progress import job_panel
from explorer.views import extrapolation as views
from explorer.views.extrapolation.live_training import READING, language_run
from explorer.views.setting import resolve, settings_of


def show(controls: DeltaGenerator) -> None:
    """Draw the settings, the button, and the loss curves of the run."""
    with controls:
        line = ui.row("bottom")
        settings = ui.ask(views.training, "encoding", at=line)
        encoding = settings["encoding"]
        if len(EXTENSIONS[encoding]) > 1:  # each encoding has a control of its own and so keeps its choice
            settings["reading"] = control(replace(READING, key=f"x_ext_{encoding}"), line, settings)
        settings = ui.ask(views.training, "steps", at=line, given=settings)
    of_table = ("start",) if encoding == "learned" else ()
    settings = ui.ask(views.training, "seed", "trained_length", *of_table, given=settings, folded=("x_train", "More"))
    settings = dict(resolve(settings_of(views.training), settings))
    run = language_run(**settings)
    job = queue().find(train_language, run)
    # A finished run is shown below, with its own button to repeat it.
    clicked = line.button("Train", key="x_go", type="primary", disabled=job is not None)
    if job is None and not clicked:
        before = views.training(**settings, records=())
        assert before.spec is not None
        with part_containers.take("picture"):  # without the code panel: its call would train a model
            ui.chart(before.spec, key="x_before", label=before.sentence)
        st.text(
            f"{before.sentence} Trains {spoken(run.encoding)} for {run.steps:,} steps on this server: some "
            f"{max(5, round(run.steps * 0.016 / 5) * 5)} s where nothing else runs. The same settings are "
            "trained once for everybody, at most two models at a time, in processes of low priority, so that other "
            "visitors' sliders stay quick."
        )
        ui.formulas("x_train", before.formulas)
        return
    job = queue().submit(train_language, run)
    job_panel(job, lambda records: _draw(settings, records), key="x_job", label="Training")


def _draw(settings: dict[str, Any], records: tuple[Progress, ...]) -> None:
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
