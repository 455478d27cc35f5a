"""Training budget: the loss at trained positions against the number of training steps."""

from __future__ import annotations

from functools import lru_cache

from explorer.figures.extrapolation import loss_curves as figures
from explorer.figures.extrapolation.loss_curves import Curve
from explorer.figures.figure_spec import Spec
from explorer.nn.config import ENCODINGS, Encoding
from explorer.training.findings.loss_by_training_steps import WHERE, budget, budget_sentence
from explorer.training.findings.shipped_model_losses import baselines
from explorer.training.precompute_standard_runs import BUDGETS, BudgetItem
from explorer.views.extrapolation._loss_formulas import of_loss
from explorer.views.extrapolation._loss_sentences import seeds_text
from explorer.views.table import Table
from explorer.views.view import View, picture

PAIR: tuple[Encoding, ...] = ("learned", "sinusoidal")


@picture(budget, BudgetItem)
def loss_by_training_steps(*, answered: bool = True) -> View:
    """The loss inside the trained length after 75 to 2,400 training steps, of a learned table and of waves.

    Args:
        answered: whether the waves are drawn; the page draws them after the guess.

    >>> loss_by_training_steps(answered=False).table["steps"]
    [75, 150, 300, 600, 1200, 2400]
    """
    shown = PAIR if answered else PAIR[:1]
    learned = budget("learned").mean(axis=0)
    first = (
        f"Learned table, loss at {WHERE}: {learned[0]:.2f} after {BUDGETS[0]} steps, {learned[-1]:.2f} after "
        f"{BUDGETS[-1]:,}."
    )
    begins = f"Learned table after {BUDGETS[-1]:,} steps, mean of the seeds"
    columns: dict[str, object] = {"steps": list(BUDGETS)}
    columns |= {f"{name}, seed {seed}": losses.round(4) for name in shown for seed, losses in enumerate(budget(name))}
    return View(
        _figure(shown),
        f"{budget_sentence() if answered else first} {seeds_text()}",
        Table(columns, "loss_by_training_steps"),
        (of_loss(float(learned[-1]), begins),),
    )


@lru_cache(maxsize=2)
def _figure(shown: tuple[Encoding, ...]) -> Spec:
    curves = [Curve(name, ENCODINGS.index(name), budget(name)) for name in shown]
    return figures.budget(BUDGETS, curves, levels=baselines())
