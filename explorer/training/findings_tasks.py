"""What the shipped runs say about the small tasks, as numbers and as sentences made from them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from explorer.nn.config import ENCODINGS, Encoding
from explorer.training.results import arrays
from explorer.training.tasks import SYMBOLS, TASKS, Task

Array = npt.NDArray[np.float32]

TASK_LENGTHS = (32, 64, 128, 256)

GUESSING: dict[Task, float] = {
    "copy k back": 1 / SYMBOLS,
    "first token": 1 / SYMBOLS,
    "position modulo 4": 1 / 4,
    "running majority": 1 / 2,
    "induction": 1 / SYMBOLS,
}


def task_accuracy(task: Task, encoding: Encoding) -> Array:
    """Share of right answers in the second half of a window of each of `TASK_LENGTHS`: (seeds, 4)."""
    by_place = arrays()[f"task/{task}/{encoding}/accuracy"]
    return np.stack([np.nanmean(by_place[:, n // 2 : n], axis=1) for n in TASK_LENGTHS], axis=1)


def task_winners(length: int) -> dict[Task, tuple[float, list[Encoding]]]:
    """For each task the best mean accuracy at that length, and the encodings within 0.02 of it.

    Nobody where the best is not 0.05 better than guessing.
    """
    at = TASK_LENGTHS.index(length)
    winners: dict[Task, tuple[float, list[Encoding]]] = {}
    for task in TASKS:
        means = {encoding: float(task_accuracy(task, encoding)[:, at].mean()) for encoding in ENCODINGS}
        best = max(means.values())
        able = best >= GUESSING[task] + 0.05
        winners[task] = best, [name for name, mean in means.items() if able and mean >= best - 0.02]
    return winners


def best_everywhere(length: int) -> list[Encoding]:
    """The encodings that are among the best at every task that anybody can do at that length."""
    groups = [names for _, names in task_winners(length).values() if names]
    return [name for name in ENCODINGS if all(name in names for names in groups)]


def task_sentence(length: int) -> str:
    """Who does best at each task at one length, and whether one encoding is best at all of them."""
    told = [
        f"{task}: {', '.join(names)} ({best:.0%})" if names else f"{task}: nobody better than guessing ({best:.0%})"
        for task, (best, names) in task_winners(length).items()
    ]
    leaders = best_everywhere(length)
    verdict = f"Best at everything: {', '.join(leaders)}." if leaders else "No encoding is best at everything."
    return f"Best at length {length}. {'; '.join(told)}. {verdict}"


def lengths_sentence() -> str:
    """At which lengths one encoding is best at everything, then who is best at what at the longest."""
    told = [f"at {length} {', '.join(best_everywhere(length)) or 'nobody'}" for length in TASK_LENGTHS]
    return f"Best at everything: {'; '.join(told)}. {task_sentence(TASK_LENGTHS[-1])}"
