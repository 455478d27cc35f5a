"""The formula of a cell of the small tasks: the mean of its seeds, and half of their range."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer import ui
from explorer.nn.config import ENCODINGS, Encoding, spoken
from explorer.training.findings.tasks import TASK_LENGTHS, guessing, task_accuracy
from explorer.training.tasks import TASKS, Task
from explorer.wording import fixed, share


@lru_cache(maxsize=8)
def _widest(length: int) -> tuple[Task, Encoding, tuple[float, ...]]:
    """The cell whose seeds differ most, with the right answers of each in percent."""
    at = TASK_LENGTHS.index(length)
    found = {(task, name): 100 * task_accuracy(task, name)[:, at] for task in TASKS for name in ENCODINGS}
    task, name = max(found, key=lambda cell: float(np.ptp(found[cell])))
    return task, name, tuple(found[task, name].tolist())


def formula(key: str, length: int) -> None:
    """Worked out at a length of `TASK_LENGTHS`, in the cell whose seeds differ most."""
    task, encoding, seeds = _widest(length)
    mean, half = sum(seeds) / len(seeds), (max(seeds) - min(seeds)) / 2
    ui.formula(
        key,
        r"A=\frac{1}{S}\sum_{s=1}^{S}A_s\qquad\pm\ \frac{\max A_s-\min A_s}{2}",
        {
            "A_s": "right answers of the model with seed s, in percent of what was asked",
            "S": f"models that differ in their [[seed]] alone: {len(seeds)}",
            "A": f"the number of a cell; at “{task}” always giving the same answer is right in "
            f"{share(guessing(task, length), digits=3)} at best",
        },
        f"“{task}”, {spoken(encoding)}, length {length}, where the seeds differ most: "
        f"({' + '.join(fixed(one) for one in seeds)}) / {len(seeds)} = {fixed(mean)} %, ± {fixed(half)}.",
    )
