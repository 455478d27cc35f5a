"""Scripts of the Extrapolation page: each computes what its part of the page shows, and prints every number it says.

Those about trained models read the shipped runs; with `again = True` they train the same models anew instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent
from typing import Any


def script(imports: str, settings: dict[str, Any], body: str) -> str:
    """A script of three paragraphs: imports, settings, and what is done with them."""
    lines = "\n".join(f"{name} = {value!r}" for name, value in settings.items())
    return "\n\n".join(part for part in (dedent(imports).strip(), lines, dedent(body).strip()) if part) + "\n"


def budget(encodings: Sequence[str], budgets: Sequence[int] = (75, 150, 300, 600, 1200, 2400)) -> str:
    """The loss inside the trained length for each number of steps."""
    return script(
        """
        import numpy as np
        from explorer.training.results import arrays
        from explorer.training.sweep import SEEDS, BudgetItem, measure
        """,
        {"encodings": list(encodings), "budgets": tuple(budgets), "again": False},
        """
        # again = True trains the models anew: about a second for every 75 steps.
        print("mean loss at positions 0 to", BudgetItem.train_len - 1)
        for encoding in encodings:
            for steps in budgets:
                if again:
                    losses = np.array([measure(BudgetItem(encoding, seed, steps))["inside"] for seed in SEEDS])
                else:
                    losses = arrays()[f"budget/{encoding}/{steps}/inside"]
                each = losses.ravel().round(4).tolist()
                print(f"{encoding}, {steps} steps: mean {losses.mean():.4f} of {len(each)} seeds {each}")
        """,
    )


def tasks(lengths: Sequence[int]) -> str:
    """The share of right answers in the second half of a sequence of each length, and that of guessing."""
    return script(
        """
        import numpy as np
        from explorer.nn.config import ENCODINGS
        from explorer.training.findings.tasks import AMONG_BEST, CLEARLY, guessing
        from explorer.training.results import arrays
        from explorer.training.sweep import SEEDS, TaskItem, measure
        from explorer.training.tasks import TASKS
        """,
        {"lengths": tuple(lengths), "again": False},
        """
        # again = True trains the models anew, about three seconds for each task, encoding and seed.
        print(f"among the best: {100 * AMONG_BEST:.0f} points behind; above guessing: {100 * CLEARLY:.0f} points")
        for task in TASKS:
            for length in lengths:
                print(f"{task}, length {length}: the same answer every time is right in {guessing(task, length):.2%}")
            for encoding in ENCODINGS:
                if again:
                    curves = np.array([measure(TaskItem(task, encoding, seed))["accuracy"] for seed in SEEDS])
                else:
                    curves = arrays()[f"task/{task}/{encoding}/accuracy"]
                for length in lengths:
                    right = np.nanmean(curves[:, length // 2 : length], axis=1)
                    print(f"{task}, {encoding}, length {length}: {right.mean():.2%}", right.round(4).tolist())
        """,
    )


def one_task(run: Any) -> str:
    """Train one small task and print the share of right answers by position."""
    return script(
        """
        import numpy as np
        from explorer.training.runs import TaskRun, train_task
        """,
        {"settings": _changed(run)},
        """
        run = TaskRun(**settings)
        print(run.task, "with k =", run.k)
        for record in train_task(run):
            print(f"step {record.step} of {record.steps}, training loss {record.loss:.3f}")
            if record.curve is not None:
                for start, stop in ((16, 32), (32, 64), (64, 128), (128, 256)):
                    if np.isfinite(record.curve[start:stop]).any():
                        print(f"  positions {start} to {stop - 1}: {np.nanmean(record.curve[start:stop]):.2%} right")
        """,
    )


def one_language(run: Any, width: int = 16) -> str:
    """Train one character model and print its loss by position, and that of the shipped models like it."""
    return script(
        """
        from explorer.training.evaluate import smooth
        from explorer.training.findings.losses import Line, by_position
        from explorer.training.runs import LanguageRun, train_language
        from explorer.training.sweep import POSITION_STDS, STANDARD_STEPS
        """,
        {"settings": _changed(run), "width": width},
        """
        run = LanguageRun(**settings)
        n = run.train_len


        def spans(curve):
            for start, stop in ((n // 2, n), (n, 2 * n), (7 * n, 8 * n)):
                print(f"  positions {start} to {stop - 1}: {curve[start:stop].mean():.3f}")


        for record in train_language(run):
            print(f"step {record.step} of {record.steps}, training loss {record.loss:.4f}")
            if record.curve is not None:
                spans(record.curve)
        print("loss by position:", smooth(record.curve, width).round(3).tolist())
        if n == 64 and run.position_std in POSITION_STDS:
            print("shipped models,", STANDARD_STEPS, "steps")
            spans(by_position(Line(run.encoding, run.extension, run.position_std)).mean(axis=0))
        """,
    )


def _changed(run: Any) -> dict[str, Any]:
    """The fields of a frozen request that differ from its defaults, and its encoding."""
    kept = {name: (getattr(run, name), field.default) for name, field in run.__dataclass_fields__.items()}
    return {name: value for name, (value, default) in kept.items() if value != default or name == "encoding"}
