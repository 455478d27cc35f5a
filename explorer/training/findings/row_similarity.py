"""Sentences on a model's information about positions: a fitted map, a probe, the rows of a learned table."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from explorer.training.complete_waves_and_row_similarity import (
    neighbour_similarity,
)
from explorer.training.position_rows_of_model import start_rows, trained_rows
from explorer.training.precompute_standard_runs import POSITION_STDS, SEEDS
from explorer.wording import fixed, listed, signed

Array = npt.NDArray[np.floating]


@lru_cache(maxsize=1)
def neighbours() -> dict[str, Array]:
    """Cosines by distance of initial rows, of their change in training, and of final rows: (seeds, 63) each."""
    found = {}
    for std in POSITION_STDS:
        pairs = [(start_rows(std, seed), trained_rows(std, seed)) for seed in SEEDS]
        found[f"start {std:g}, untrained"] = np.array([neighbour_similarity(start) for start, _ in pairs])
        found[f"start {std:g}, what training added"] = np.array(
            [neighbour_similarity(end - start) for start, end in pairs]
        )
        found[f"start {std:g}, trained"] = np.array([neighbour_similarity(end) for _, end in pairs])
    return found


def neighbours_sentence() -> str:
    """Cosine of rows at distance 1, of each kind."""
    told = listed(f"{name} {fixed(float(values[:, 0].mean()))}" for name, values in neighbours().items())
    return f"Mean cosine of neighbouring rows (distance 1), mean of {len(SEEDS)} seeds: {told}."


def neighbours_verdict() -> str:
    """Whether a large initialization hides the similarity that training adds, or training adds none."""
    small, large = (neighbours()[f"start {std:g}, what training added"][:, 0] for std in POSITION_STDS)
    first, second = (f"{std:g}" for std in POSITION_STDS)
    if small.min() > large.max():
        return (
            f"From a start of {first} training moves neighbouring rows the same way (cosine "
            f"{fixed(float(small.min()))} or more in each seed), from a start of {second} hardly (at most "
            f"{fixed(float(large.max()))}). So the larger start doesn't just cover what neighbours have in common: "
            "there is less in common to cover. Why is an open question: nothing in the loss asks two neighbouring rows "
            "to be alike."
        )
    return (
        f"What training added is alike to {signed(float(small.mean()))} from a start of {first} and to "
        f"{signed(float(large.mean()))} from {second}: the seeds don't tell the two apart."
    )
