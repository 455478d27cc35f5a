"""Scripts of the Extrapolation page: each trains or computes what its part of the page shows, and prints it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent
from typing import Any


def _script(imports: str, settings: dict[str, Any], body: str) -> str:
    lines = "\n".join(f"{name} = {value!r}" for name, value in settings.items())
    return f"{dedent(imports).strip()}\n\n{lines}\n\n{dedent(body).strip()}\n"


def rows(encoding: str, extension: str, seq_len: int) -> str:
    """The rows at each position, or the error."""
    return _script(
        """
        from explorer.training.rows import rows_at
        """,
        {"encoding": encoding, "extension": extension, "seq_len": seq_len},
        """
        try:
            rows = rows_at(encoding, extension, seq_len)
            print("rows", rows.shape)
            print("last row begins", rows[-1, :4].round(4).tolist())
        except ValueError as error:
            print("ValueError:", error)
        """,
    )


def language(
    lines: Sequence[tuple[str, str, float]],
    measure: str,
    width: int = 16,
    seeds: Sequence[int] = (0, 1, 2),
    steps: int = 600,
    windows: int = 256,
) -> str:
    """Train the shown models (a quarter of a minute each and seed) and print their losses in nats.

    Args:
        lines: (encoding, extension, start of learned rows) of each line.
        measure: "by position" or "by length".
        width: positions joined into one number.
        seeds: one model each.
        steps: of training.
        windows: held-out windows.
    """
    return _script(
        """
        import numpy as np
        from explorer.training.evaluate import smooth
        from explorer.training.sweep import LanguageItem, measure
        """,
        {
            "lines": [tuple(line) for line in lines],
            "what, width": (measure, width if measure == "by position" else 1),
            "seeds, steps, windows": (tuple(seeds), steps, windows),
        },
        """
        trained = {}
        for encoding, extension, std in lines:
            for seed in seeds:
                item = LanguageItem(encoding, seed, std, steps, windows=windows)
                if item not in trained:
                    trained[item] = measure(item)
            runs = [trained[LanguageItem(encoding, seed, std, steps, windows=windows)] for seed in seeds]
            losses = smooth(np.array([run[f"{extension}/{what}"] for run in runs]), width)
            print(encoding, extension, std, losses.mean(axis=0).round(3).tolist())
        """,
    )


def budget(budgets: Sequence[int], seeds: Sequence[int] = (0, 1, 2), windows: int = 256) -> str:
    """Train both encodings for each number of steps and print the loss inside the trained length."""
    return _script(
        """
        from explorer.training.sweep import BudgetItem, measure
        """,
        {"budgets, seeds, windows": (tuple(budgets), tuple(seeds), windows)},
        """
        for encoding in ("learned", "sinusoidal"):
            for steps in budgets:
                losses = [float(measure(BudgetItem(encoding, seed, steps, windows))["inside"][0]) for seed in seeds]
                print(encoding, steps, [round(loss, 3) for loss in losses])
        """,
    )


def tasks(
    names: Sequence[str],
    encodings: Sequence[str],
    lengths: Sequence[int],
    seeds: Sequence[int] = (0, 1, 2),
    steps: int = 300,
) -> str:
    """Train every encoding on every task and print the share of right answers in the second half of each length."""
    return _script(
        """
        import numpy as np
        from explorer.training.sweep import TaskItem, measure
        """,
        {
            "tasks": list(names),
            "encodings": list(encodings),
            "lengths, seeds, steps": (tuple(lengths), tuple(seeds), steps),
        },
        """
        for task in tasks:
            for encoding in encodings:
                curves = np.array([measure(TaskItem(task, encoding, seed, steps))["accuracy"] for seed in seeds])
                right = [np.nanmean(curves[:, n // 2 : n], axis=1).mean() for n in lengths]
                print(task, encoding, [round(float(share), 3) for share in right])
        """,
    )


def one_task(run: Any) -> str:
    """Train one small task and print the share of right answers by position."""
    return _script(
        """
        import numpy as np
        from explorer.training.runs import TaskRun, train_task
        """,
        {"settings": _changed(run)},
        """
        *_, last = train_task(TaskRun(**settings))
        for start, stop in ((16, 32), (32, 64), (64, 128), (128, 256)):
            print(f"positions {start} to {stop - 1}:", round(float(np.nanmean(last.curve[start:stop])), 3))
        """,
    )


def one_language(run: Any, width: int = 16) -> str:
    """Train one character model and print its loss by position."""
    return _script(
        """
        from explorer.training.evaluate import smooth
        from explorer.training.runs import LanguageRun, train_language
        """,
        {"settings": _changed(run), "width": width},
        """
        for record in train_language(LanguageRun(**settings)):
            if record.curve is not None:
                print("step", record.step, "training loss", round(record.loss, 3))
        print("loss by position:", smooth(record.curve, width).round(3).tolist())
        """,
    )


def waves(embed_dim: int, train_len: int) -> str:
    """Which waves were seen whole."""
    return _script(
        """
        from explorer.training.why import waves_seen
        """,
        {"embed_dim, train_len": (embed_dim, train_len)},
        """
        waves = waves_seen(embed_dim, train_len)
        print("seen whole:", waves.whole, "of", len(waves.wavelength))
        for wavelength, turns in zip(waves.wavelength, waves.turns):
            print(f"{wavelength:12.1f} positions in one turn, {turns:8.3f} turns seen")
        """,
    )


def shift(k: int, embed_dim: int, train_len: int, seq_len: int) -> str:
    """Miss of the fitted and of the exact map."""
    return _script(
        """
        from explorer.core.functional import sinusoidal
        from explorer.training.why import exact_shift_error, fitted_shift_error
        """,
        {"k, embed_dim, train_len, seq_len": (k, embed_dim, train_len, seq_len)},
        """
        fitted = fitted_shift_error(sinusoidal(seq_len, embed_dim), train_len, k)
        exact = exact_shift_error(seq_len, embed_dim, k)
        inside = train_len - k
        print(f"fitted: {fitted[:inside].max():.2e} at most inside, {fitted[inside:].max():.2e} outside")
        print(f"exact: {exact.max():.2e} at most")
        """,
    )


def probe(encoding: str, seeds: Sequence[int] = (0, 1, 2), steps: int = 600, windows: int = 256) -> str:
    """Train, fit the probe, and print what it reads at a few positions."""
    return _script(
        """
        import numpy as np
        from explorer.training.sweep import LanguageItem, measure
        """,
        {"encoding": encoding, "seeds, steps, windows": (tuple(seeds), steps, windows)},
        """
        items = [LanguageItem(encoding, seed, steps=steps, windows=windows) for seed in seeds]
        reads = np.mean([measure(item)["probe"] for item in items], axis=0)
        for position in (0, 32, 63, 64, 96, 128, 255):
            print(position, "read as", reads[:, position].round(0).tolist())
        """,
    )


def neighbours(stds: Sequence[float], seeds: Sequence[int] = (0, 1, 2)) -> str:
    """Similarity of neighbouring rows, before and after training."""
    return _script(
        """
        import numpy as np
        from explorer.training.rows import start_rows, trained_rows
        from explorer.training.why import neighbour_similarity
        """,
        {"stds, seeds": (tuple(stds), tuple(seeds))},
        """
        for std in stds:
            for name, rows in (("at the start", start_rows), ("trained", trained_rows)):
                similar = np.mean([neighbour_similarity(rows(std, seed)) for seed in seeds], axis=0)
                print(std, name, similar[:8].round(3).tolist())
        """,
    )


def _changed(run: Any) -> dict[str, Any]:
    """The fields of a frozen request that differ from its defaults, and its encoding."""
    fields = run.__dataclass_fields__
    kept = {name: getattr(run, name) for name in fields}
    return {name: value for name, value in kept.items() if value != fields[name].default or name == "encoding"}
