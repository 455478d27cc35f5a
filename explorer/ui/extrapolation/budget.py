"""Inside the trained length: is learned or sinusoidal better? It depends on how long one trains."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import loss as figures
from explorer.figures.extrapolation.loss import Curve
from explorer.nn.config import ENCODINGS, Encoding
from explorer.scripts import extrapolation as scripts
from explorer.training.findings import baselines, budget, budget_sentence, seeds_text
from explorer.training.sweep import BUDGETS

PART = ui.Part("Inside the range")

PAIR: tuple[Encoding, ...] = ("learned", "sinusoidal")


@st.cache_data(max_entries=1, show_spinner=False)
def _figure() -> go.Figure:
    curves = [Curve(name, ENCODINGS.index(name), budget(name)) for name in PAIR]
    return figures.budget(BUDGETS, curves, levels=baselines())


def show() -> None:
    """A guess, then loss inside against training steps."""
    st.markdown("Windows of the trained length only, so every position has a row that was trained.")
    if not ui.predict(
        "x_guess_budget",
        "Inside the trained length, which encoding has the lower loss?",
        ["learned, always", "sinusoidal, always", "it depends on the training"],
        answer=answer,
        because="See below.",
    ):
        return
    ui.picture(
        "x_budget",
        _figure(),
        summary=f"{budget_sentence()} {seeds_text()}",
        table=_table,
        script=lambda: scripts.budget(BUDGETS),
    )


def answer() -> str:
    """Which of the options the shipped runs bear out."""
    learned, waves = budget("learned"), budget("sinusoidal")
    if (learned.max(axis=0) < waves.min(axis=0)).all():
        return "learned, always"
    if (waves.max(axis=0) < learned.min(axis=0)).all():
        return "sinusoidal, always"
    return "it depends on the training"


def _table() -> ui.Table:
    columns: dict[str, object] = {"steps": list(BUDGETS)}
    for name in PAIR:
        for seed, losses in enumerate(budget(name)):
            columns[f"{name}, seed {seed}"] = losses.round(4)
    return ui.Table(columns, "training_budget")
