"""Loss inside the trained length by the number of training steps, in the shipped runs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from explorer.nn.config import Encoding
from explorer.training.precompute_standard_runs import BUDGETS, BudgetItem
from explorer.training.precomputed_run_results import arrays

Array = npt.NDArray[np.float32]

WHERE = f"positions 0 to {BudgetItem.train_len - 1}"
"""Positions averaged by `BudgetItem`: a window of the trained length."""


def budget(encoding: Encoding) -> Array:
    """Loss inside the trained length after each of `BUDGETS` steps: (seeds, budgets)."""
    return np.concatenate([arrays()[f"budget/{encoding}/{steps}/inside"] for steps in BUDGETS], axis=1)


def budget_sentence() -> str:
    """Sentence on the best encodings inside the trained length at each budget, given the spread of the seeds."""
    learned, waves = budget("learned"), budget("sinusoidal")
    told = []
    for i, steps in enumerate(BUDGETS):
        a, b = learned[:, i], waves[:, i]
        if a.max() < b.min():
            who = "learned ahead"
        elif b.max() < a.min():
            who = "sinusoidal ahead"
        else:
            who = "level within the seeds"
        told.append(f"{steps:,} steps: {who} ({a.mean():.2f} and {b.mean():.2f})")
    return f"Learned and sinusoidal, loss at {WHERE}. {'; '.join(told)}."
