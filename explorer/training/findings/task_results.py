"""Results of the shipped runs on the small tasks, as numbers and sentences."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from explorer.nn.config import ENCODINGS, Encoding, spoken
from explorer.training.precomputed_run_results import arrays
from explorer.training.synthetic_tasks import SYMBOLS, TASKS, Task
from explorer.wording import listed, share

Array = npt.NDArray[np.float32]

TASK_LENGTHS = (32, 64, 128, 256)

CLEARLY = 0.05  # a model must beat guessing by this much to count as having learned the task
AMONG_BEST = 0.02


def guessing(task: Task, length: int) -> float:
    """Accuracy of the best constant answer in the second half of a sequence of `length`.

    A running majority can be a tie after an even number of symbols, and the answer to a tie is no, so the constant
    answer no is right more than half of the time.

    >>> guessing("induction", 32), round(guessing("running majority", 4), 4)  # after 3 symbols 1/2, after 4: 1/2 + 3/16
    (0.0625, 0.5938)
    """
    if task == "position modulo 4":
        return 1 / 4
    if task != "running majority":
        return 1 / SYMBOLS
    seen = range(length // 2 + 1, length + 1)
    return sum(0.5 + (0.5 * math.comb(n, n // 2) / 2**n if n % 2 == 0 else 0) for n in seen) / len(seen)


def task_accuracy(task: Task, encoding: Encoding) -> Array:
    """Share of right answers in the second half of a window of each of `TASK_LENGTHS`: (seeds, 4)."""
    by_position = arrays()[f"task/{task}/{encoding}/accuracy"]
    return np.stack([np.nanmean(by_position[:, n // 2 : n], axis=1) for n in TASK_LENGTHS], axis=1)


def task_winners(length: int) -> dict[Task, tuple[float, dict[Encoding, float]]]:
    """For each task the best mean accuracy at that length, and the encodings within `AMONG_BEST` of it with theirs.

    None of them if the best is not `CLEARLY` better than guessing.
    """
    at = TASK_LENGTHS.index(length)
    winners: dict[Task, tuple[float, dict[Encoding, float]]] = {}
    for task in TASKS:
        means = {encoding: float(task_accuracy(task, encoding)[:, at].mean()) for encoding in ENCODINGS}
        best = max(means.values())
        able = best >= guessing(task, length) + CLEARLY
        winners[task] = best, {name: mean for name, mean in means.items() if able and mean >= best - AMONG_BEST}
    return winners


def best_everywhere(length: int) -> list[Encoding]:
    """Encodings that are among the best at every task that any encoding can do at that length."""
    groups = [names for _, names in task_winners(length).values() if names]
    return [name for name in ENCODINGS if groups and all(name in names for names in groups)]


def task_sentence(length: int) -> str:
    """Sentence on the best encoding of each task at one length, and whether one is best at all."""
    told = [
        f"{task}: {listed(f'{spoken(name)} ({share(mean)})' for name, mean in names.items())}"
        if names
        else f"{task}: nobody {CLEARLY * 100:.0f} points better than guessing ({share(best)}, guessing "
        f"{share(guessing(task, length), digits=3)})"
        for task, (best, names) in task_winners(length).items()
    ]
    leaders = best_everywhere(length)
    what = "everything" if all(names for _, names in task_winners(length).values()) else "all that anybody can do"
    verdict = f"Best at {what}: {listed(map(spoken, leaders))}." if leaders else f"No encoding is best at {what}."
    near = f"with those at most {AMONG_BEST * 100:.0f} points behind"
    return f"Best at length {length}, {near}. {'; '.join(told)}. {verdict}"


def lengths_sentence() -> str:
    """Sentence on the lengths at which one encoding is best at everything, and the winners at the longest."""
    told = [
        f"at {length} {listed(map(spoken, best_everywhere(length))) if best_everywhere(length) else 'nobody'}"
        for length in TASK_LENGTHS
    ]
    return f"Best at all that anybody can do: {'; '.join(told)}. {task_sentence(TASK_LENGTHS[-1])}"
