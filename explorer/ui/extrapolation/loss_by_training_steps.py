"""Learned against sinusoidal positions within the trained length: the better one depends on the training steps."""

from __future__ import annotations

import streamlit as st

from explorer import ui
from explorer.training.findings.loss_by_training_steps import WHERE, budget
from explorer.training.precompute_standard_runs import BUDGETS, SEEDS
from explorer.views import extrapolation as views
from explorer.wording import count

PART = ui.Part(
    "Inside the range",
    why="Courses compare learned and fixed [[positions]] past the trained length; which of the two is better inside "
    "it, one training run can't tell.",
    look="From left to right the models were trained twice as long each time.",
)


def show() -> None:
    """Draw a guess about the sinusoidal curve, then both curves: loss within the length against training steps."""
    revealed = ui.predict(
        "x_guess_budget",
        "The picture has the learned table's line. Inside the trained length, which encoding has the lower loss?",
        ["learned, always", "sinusoidal, always", "it depends on the training"],
        answer=answer,
        because="The second line shows where.",
        hint="a table has to learn each of its rows from the text; a formula has its rows from the first step on.",
    )
    view = views.loss_by_training_steps(answered=bool(revealed))
    ui.show("x_budget", view)
    st.text(
        f"Trained for this part: for each encoding and each number of steps, from {BUDGETS[0]} to {BUDGETS[-1]:,}, new "
        f"models with {count(len(SEEDS), 'seed')}. All else is as for the other parts. Inside: the mean over windows "
        f"of the trained length, {WHERE}."
    )
    ui.formulas("x_budget", view.formulas)


def answer() -> str:
    """The option that the shipped runs confirm."""
    learned, waves = budget("learned"), budget("sinusoidal")
    if (learned.max(axis=0) < waves.min(axis=0)).all():
        return "learned, always"
    if (waves.max(axis=0) < learned.min(axis=0)).all():
        return "sinusoidal, always"
    return "it depends on the training"
