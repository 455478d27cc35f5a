"""Inside the trained length: is learned or sinusoidal better? It depends on how long one trains."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from explorer import ui
from explorer.figures.extrapolation import loss as figures
from explorer.figures.extrapolation.loss import Curve
from explorer.figures.spec import Spec
from explorer.nn.config import ENCODINGS, Encoding
from explorer.scripts import extrapolation as scripts
from explorer.training.findings.budget import WHERE, budget, budget_sentence
from explorer.training.findings.losses import baselines
from explorer.training.sweep import BUDGETS, SEEDS
from explorer.views.extrapolation._formulas import of_loss
from explorer.views.extrapolation._sentences import seeds_text
from explorer.wording import count

PART = ui.Part(
    "Inside the range",
    why="Courses compare learned and fixed [[positions]] past the trained length; which of the two is better inside "
    "it, one training run can't tell.",
    look="From left to right the models were trained twice as long each time.",
)

PAIR: tuple[Encoding, ...] = ("learned", "sinusoidal")


@lru_cache(maxsize=2)
def _figure(shown: tuple[Encoding, ...]) -> Spec:
    curves = [Curve(name, ENCODINGS.index(name), budget(name)) for name in shown]
    return figures.budget(BUDGETS, curves, levels=baselines())


def show() -> None:
    """A guess about the second line, then both: loss inside against training steps."""
    revealed = ui.predict(
        "x_guess_budget",
        "The picture has the learned table's line. Inside the trained length, which encoding has the lower loss?",
        ["learned, always", "sinusoidal, always", "it depends on the training"],
        answer=answer,
        because="The second line shows where.",
        hint="a table has to learn each of its rows from the text; a formula has its rows from the first step on.",
    )
    learned = budget("learned").mean(axis=0)
    first = f"Learned table, loss at {WHERE}: {learned[0]:.2f} after {BUDGETS[0]} steps, "
    ui.picture(
        "x_budget",
        _figure(PAIR if revealed else PAIR[:1]),
        summary=f"{budget_sentence()} {seeds_text()}"
        if revealed
        else f"{first}{learned[-1]:.2f} after {BUDGETS[-1]:,}. {seeds_text()}",
        table=(lambda: _table(PAIR)) if revealed else (lambda: _table(PAIR[:1])),
        script=lambda: scripts.budget(PAIR if revealed else PAIR[:1]),
    )
    st.text(
        f"Trained for this part: for each encoding and each number of steps, from {BUDGETS[0]} to {BUDGETS[-1]:,}, new "
        f"models with {count(len(SEEDS), 'seed')}. All else is as for the other parts. Inside: the mean over windows "
        f"of the trained length, {WHERE}."
    )
    begins = f"Learned table after {BUDGETS[-1]:,} steps, mean of the seeds"
    ui.formulas("x_budget", (of_loss(float(learned[-1]), begins),))


def answer() -> str:
    """Which of the options the shipped runs bear out."""
    learned, waves = budget("learned"), budget("sinusoidal")
    if (learned.max(axis=0) < waves.min(axis=0)).all():
        return "learned, always"
    if (waves.max(axis=0) < learned.min(axis=0)).all():
        return "sinusoidal, always"
    return "it depends on the training"


def _table(shown: tuple[Encoding, ...]) -> ui.Table:
    columns: dict[str, object] = {"steps": list(BUDGETS)}
    for name in shown:
        for seed, losses in enumerate(budget(name)):
            columns[f"{name}, seed {seed}"] = losses.round(4)
    return ui.Table(columns, "training_budget")
