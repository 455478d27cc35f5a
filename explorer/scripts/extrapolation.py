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


def rows(encoding: str, extension: str, seq_len: int) -> str:
    """The rows at each position, or the error."""
    return script(
        """
        import numpy as np
        from explorer.training.rows import rows_at, trained_rows
        """,
        {"encoding": encoding, "extension": extension, "seq_len": seq_len},
        """
        trained = len(trained_rows())
        print("trained rows: 0 to", trained - 1)
        print("positions:", seq_len, "of them past the trained length:", max(seq_len - trained, 0))
        try:
            rows = rows_at(encoding, extension, seq_len)
            print("rows", rows.shape, "from", trained, "to", seq_len - 1)
            print("last row begins", rows[-1, :4].round(4).tolist())
        except ValueError as error:
            print("ValueError:", error)
        print("length of the last two learned rows:", np.linalg.norm(trained_rows()[-2:], axis=1).round(5))
        on_a_row = sum(row * (seq_len - 1) % (trained - 1) == 0 for row in range(trained))
        print("from row 0 again, the last position gets row", (seq_len - 1) % trained)
        print("stretched over the window, positions that fall on a row:", on_a_row)
        """,
    )


def language(lines: Sequence[tuple[str, str, float]], width: int = 16, steps: int = 600, windows: int = 256) -> str:
    """Losses in nats of the shown models, by position and by length, where each rises, and the counting models'.

    Args:
        lines: (encoding, extension, start of learned rows) of each line.
        width: positions joined into one number.
        steps: of a training anew.
        windows: held-out windows of a training anew.
    """
    return script(
        """
        import numpy as np
        from explorer.training.evaluate import smooth
        from explorer.training.findings.losses import MARGIN, Line, baselines
        from explorer.training.results import arrays
        from explorer.training.sweep import SEEDS, LanguageItem, measure
        """,
        {
            "lines": [tuple(line) for line in lines],
            "width": width,
            "steps, windows": (steps, windows),
            "again": False,
        },
        """
        # again = True trains the models anew, about a quarter of a minute for each model and seed.
        trained = {}


        def losses(line, what):
            if not again:
                return arrays()[f"{line.key}/{what}"]
            for seed in SEEDS:
                item = LanguageItem(line.encoding, seed, line.position_std, steps, windows=windows)
                if item not in trained:
                    trained[item] = measure(item)
            same = (line.encoding, line.position_std)
            runs = [run for item, run in trained.items() if (item.encoding, item.position_std) == same]
            return np.array([run[f"{line.extension}/{what}"] for run in runs])


        for name, loss in baselines().items():
            print(f"{name}: {loss:.4f}")
        bigram = baselines()["bigram"]
        for line in [Line(*line) for line in lines]:
            by_position, by_length = losses(line, "by position"), losses(line, "by length")
            print(line.label, "mean of", len(by_position), "seeds; trained on positions 0 to 63, windows of 512")
            mean = by_position.mean(axis=0)
            for start, stop in ((32, 64), (64, 128), (128, 256), (256, 512), (448, 512), (64, 512)):
                print(f"  positions {start} to {stop - 1}: {mean[start:stop].mean():.4f}")
            level = losses(line.first, "by position")[:, 32:64].mean() + MARGIN
            blocks = smooth(mean, 16)
            for what, limit in ((f"{MARGIN} above the level inside", level), ("the bigram", bigram)):
                above = [16 * block for block in range(4, 32) if blocks[block] > limit]
                print(f"  first block of 16 above {what}, {limit:.4f}:", above[0] if above else "none up to 511")
            for length, loss in zip((64, 128, 256, 512), by_length.mean(axis=0)):
                print(f"  windows of {length}: {loss:.4f}")
            print("  by position:", smooth(mean, width).round(3).tolist())
        """,
    )


def inside(lines: Sequence[tuple[str, str, float]]) -> str:
    """Losses in nats of the shown models where all positions were trained, and nothing past them."""
    return script(
        """
        from explorer.training.findings.losses import TRAIN_LEN, Line, inside
        """,
        {"lines": [tuple(line) for line in lines]},
        """
        print("positions", TRAIN_LEN // 2, "to", TRAIN_LEN - 1, "mean of the seeds")
        for line in [Line(*line) for line in lines]:
            print(f"{line.label}: {inside(line):.4f}")
        """,
    )


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


def published(name: str) -> str:
    """The figures of a publication."""
    return script(
        f"""
        from explorer.training import published
        from explorer.training.published import {name} as table
        """,
        {},
        """
        print(table.of, table.source, table.url)
        print("the model of YaRN's file:", published.YARN_MODEL)
        print("trained at", table.trained_at)
        print("ALiBi trained at 512, asked at 3,072:", published.ALIBI_TRAINED_512_AT_3072)
        print("YaRN's further training was for windows of", published.YARN_FOR)
        for model, values in table.perplexity.items():
            print(model, "lowest", *table.lowest(model))
            for length, perplexity in zip(table.lengths, values):
                print(f"  {length:,}: {perplexity}")
        """,
    )


def _changed(run: Any) -> dict[str, Any]:
    """The fields of a frozen request that differ from its defaults, and its encoding."""
    kept = {name: (getattr(run, name), field.default) for name, field in run.__dataclass_fields__.items()}
    return {name: value for name, (value, default) in kept.items() if value != default or name == "encoding"}
