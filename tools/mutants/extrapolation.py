"""Wrong variants of the claims of Extrapolation: what would make each false."""

from __future__ import annotations

from tools.mutants.mutant import Mutant

QUEUE = "explorer/jobs/queue.py"
ENCODINGS = "explorer/nn/encodings.py"
TRANSFORMER = "explorer/nn/transformer.py"
FITTED = "explorer/training/findings/why.py"

_LOADED = '    if str(loaded.pop("plan")) != plan(file):\n'


def _figure(change: str) -> Mutant:
    """Shipped arrays of the trainings, changed as they are read; `loaded` is a dict of arrays by name."""
    return Mutant("explorer/training/results.py", _LOADED, f"    {change}\n{_LOADED}")


def _reason(change: str) -> Mutant:
    """The same for the trainings behind "why"."""
    return _figure(f'if file == "reasons":\n        {change}')


def _run(change: str) -> Mutant:
    """The same for the standard runs."""
    return _figure(f'if file != "reasons":\n        {change}')


MUTANTS: dict[str, tuple[Mutant, ...]] = {
    "x-no-row": (Mutant(ENCODINGS, "    elif seq_len > trained:\n", "    elif seq_len > trained + 1:\n"),),
    "x-ways-out": (
        Mutant(
            ENCODINGS,
            "positions = np.minimum(positions, trained - 1)",
            "positions = np.minimum(positions, trained - 2)",
        ),
        Mutant(ENCODINGS, "positions = positions % trained\n", "positions = positions % (trained - 1)\n"),
    ),
    "x-stretched": (
        _reason(
            'loaded["reasons/learned/standard/stretched"] = np.sort(loaded["reasons/learned/standard/stretched"])[:, ::-1].copy()'
        ),
        Mutant(
            "explorer/training/findings/rows.py",
            'verdict = "worse" if loss > bigram else "better"',
            'verdict = "worse"',
        ),
    ),
    "x-best-way": (
        Mutant(
            "explorer/training/findings/losses.py",
            "return min(lines, key=lambda line: span(line, start, stop))",
            "return max(lines, key=lambda line: span(line, start, stop))",
        ),
        _run(
            'loaded |= {n.replace("wrap", "clamp"): v for n, v in loaded.items() if "/wrap/" in n} | {n.replace("interpolate", "wrap"): v for n, v in loaded.items() if "/interpolate/" in n}'
        ),
    ),
    "x-falls": (
        _run('loaded["language/ALiBi/plain/by position"] = loaded["language/sinusoidal/plain/by position"]'),
        _run('loaded["language/sinusoidal/plain/by position"] = loaded["language/ALiBi/plain/by position"]'),
    ),
    "x-mean-hides": (
        _run('loaded["language/RoPE/plain/by length"] = loaded["language/RoPE/plain/by length"] + np.float32(0.6)'),
        _run(
            'loaded["language/T5/plain/by position"] = np.sort(loaded["language/T5/plain/by position"])[:, ::-1].copy()'
        ),
    ),
    "x-tasks": (
        _run('loaded |= {n: np.ones_like(v) for n, v in loaded.items() if n.startswith("task/") and "/ALiBi/" in n}'),
    ),
    "x-guessing": (
        Mutant(
            "explorer/training/findings/tasks.py",
            '    if task != "running majority":\n',
            '    if task == "running majority":\n        return 0.5\n    if task != "running majority":\n',
        ),
    ),
    "x-alibi": (
        _run(
            'loaded["language/ALiBi/plain/by position"] = loaded["language/ALiBi/plain/by position"] - np.float32(0.5)'
        ),
    ),
    "x-budget": (
        _run(
            'loaded |= {n: loaded[n.replace("learned", "sinusoidal")] for n in loaded if n.startswith("budget/learned/")}'
        ),
    ),
    "x-why-rows": (
        _reason('loaded["reasons/T5/standard/gaps"] = loaded["reasons/RoPE/standard/gaps"]'),
        _reason(
            'loaded["reasons/sinusoidal/standard/starts"] = loaded["reasons/sinusoidal/standard/starts"] * 0 + np.float32(1.8)'
        ),
    ),
    "x-why-seen": (
        _reason(
            'loaded |= {n: loaded[n.replace("/one jump/", "/starts 0 to 448/")] for n in list(loaded) if n == "reasons/sinusoidal/one jump/long"}'
        ),
        _reason('loaded["reasons/sinusoidal/one jump/long"] = loaded["reasons/sinusoidal/standard/long"]'),
    ),
    "x-why-waves": (
        Mutant(
            "explorer/training/why.py", "return int((self.turns >= 1).sum())", "return int((self.turns >= 2).sum())"
        ),
        _reason(
            'loaded |= {n: v * 0 + np.float32(1.8) for n, v in loaded.items() if "base 3" in n and n.endswith("/starts")}'
        ),
    ),
    "x-why-some-waves": (
        _reason(
            'loaded["reasons/sinusoidal/standard/waves"] = loaded["reasons/sinusoidal/standard/waves"][:, ::-1].copy()'
        ),
    ),
    "x-why-attention": (
        _reason('loaded["reasons/sinusoidal/standard/looks/64"] = loaded["reasons/sinusoidal/standard/looks/0"]'),
        Mutant(
            "explorer/training/reasons/written.py",
            "scores *= 1 / math.sqrt(config.head_dim)",
            "scores *= 1 / config.head_dim",
        ),
    ),
    "x-why-tried": (
        _reason(
            'loaded |= {n: v * 0 + np.float32(1.8) for n, v in loaded.items() if "2400" in n and n.endswith("/starts")}'
        ),
        _reason('loaded |= {n: v + np.float32(0.5) for n, v in loaded.items() if n.endswith("early only/letters")}'),
    ),
    "x-waves": (
        Mutant(
            "explorer/training/why.py", "return int((self.turns >= 1).sum())", "return int((self.turns >= 1.2).sum())"
        ),
    ),
    "x-shift": (
        Mutant(
            FITTED,
            "fitted = fitted_shift_error(rows, TRAIN_LEN, k, ridge)",
            "fitted = fitted_shift_error(rows, TRAIN_LEN, k, 0.0) / 100",
        ),
        Mutant(
            FITTED,
            "exact = exact_shift_error(SEQ_LEN, WIDTH, k)",
            "exact = exact_shift_error(SEQ_LEN, WIDTH, k) + 1e-3",
        ),
    ),
    "x-probe": (
        Mutant(FITTED, "for what in (0, 1)", "for what in (0, 0)"),
        _reason(
            'loaded |= {n: np.stack([v[:, 0], abs(v[:, 0] - np.arange(v.shape[-1]))], axis=1) for n, v in loaded.items() if n.endswith("/probe")}'
        ),
    ),
    "x-rows": (
        Mutant(FITTED, "neighbour_similarity(end - start) for start, end", "neighbour_similarity(end) for start, end"),
        Mutant(FITTED, "    if small.min() > large.max():\n", "    if small.min() < large.max():\n"),
    ),
    "x-model": (
        Mutant("explorer/nn/encodings.py", 'position interpolation" else 1.0)', 'position interpolation" else 2.0)'),
        Mutant(
            TRANSFORMER,
            "            x += attention.forward(norm1.forward(x), place)\n",
            "            x += attention.forward(x, place)\n",
        ),
    ),
    "x-gradients": (
        Mutant(
            TRANSFORMER,
            "            dx += norm1.backward(attention.backward(dx))\n",
            "            dx += 0.999999 * norm1.backward(attention.backward(dx))\n",
        ),
    ),
    "x-again": (
        Mutant("explorer/training/runs.py", "PEAK_RATE = 5e-3", "PEAK_RATE = 5.1e-3"),
        Mutant("explorer/training/runs.py", "np.random.default_rng([model.config.seed, 2])", "np.random.default_rng()"),
    ),
    "x-once": (
        Mutant(
            QUEUE,
            "            job = self._jobs.get(key)\n            if job is None:\n                job =",
            "            job = None\n            if job is None:\n                job =",
        ),
        Mutant(QUEUE, "for job in self.running) < self.at_once]", "for job in self.running) < self.at_once + 1]"),
    ),
    "x-published": (
        Mutant("explorer/training/published.py", "2.917, 2.877, 2.839, 2.819)", "2.917, 2.877, 2.839, 28.19)"),
        Mutant("explorer/training/published.py", "41.390, 56.099)", "41.390, 5.6099)"),
    ),
    "x-published-alibi": (
        Mutant("explorer/training/published.py", "12512 373.17 69.70 64.94 18.31", "12512 373.17 69.70 19.94 18.31"),
        Mutant("explorer/training/published.py", "15512 406.01 79.25  OOM  18.31", "15512 406.01 79.25  OOM  28.31"),
    ),
    "x-rope": (
        _run('loaded["language/RoPE/window/by position"] = loaded["language/RoPE/plain/by position"]'),
        _run('loaded["language/RoPE/NTK scaling/by length"] = loaded["language/RoPE/plain/by length"]'),
    ),
}
