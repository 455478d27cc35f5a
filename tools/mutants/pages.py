"""For every claim on a screen, what would make it false: used by `tools/mutate_claims.py`.

A variant replaces a piece of a file that occurs exactly once. Where a claim rests on shipped figures, the variant
changes them where they are read.
"""

from __future__ import annotations

from tools.mutants.mutant import Mutant
from tools.mutants.practice import PRACTICE

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


CLOSENESS, NEAREST = "explorer/waves/closeness.py", "explorer/waves/nearest.py"
SHIFT, TABLES = "explorer/waves/shift.py", "explorer/waves/tables.py"
BEGINNINGS, OPTIM = "explorer/waves/beginnings.py", "explorer/core/optim.py"
ESTIMATE, MODELS = "explorer/memory/estimate.py", "explorer/memory/models.py"
PAIRS = "explorer/memory/pairs.py"
PCA, NEAR, VIEW = "explorer/vectors/pca.py", "explorer/vectors/neighbours.py", "explorer/vectors/view.py"
PREDICT, QUEUE = "explorer/lm/predict.py", "explorer/jobs/queue.py"
ENCODINGS, TRANSFORMER = "explorer/nn/encodings.py", "explorer/nn/transformer.py"
FITTED = "explorer/training/findings/why.py"

MUTANTS: dict[str, tuple[Mutant, ...]] = {
    # Home
    "home-model": (
        Mutant(PREDICT, "math.sqrt(config.head_dim) + future", "math.sqrt(config.embed_dim) + future"),
        Mutant(PREDICT, "np.maximum(hidden, 0)", "np.abs(hidden)"),
    ),
    "home-losses": (Mutant("explorer/lm/ngrams.py", "DISCOUNT = 0.75", "DISCOUNT = 0.7"),),
    "home-vocabulary": (
        Mutant("explorer/tokenizers/undocumented.py", "if rank < size}", "if rank < size and rank != 300}"),
    ),
    "home-swap": (Mutant(PREDICT, "table if request.positions else None, freeze=True", "table, freeze=True"),),
    "home-row": (Mutant(PREDICT, "        ids[place] = other\n", "        ids[place] = other + 1\n"),),
    "home-length": (
        Mutant(PREDICT, "return ids[-trained:] if", "return ids[:trained] if"),
        Mutant(PREDICT, 'if request.past in ("clamp", "wrap")', 'if request.past in ("clamp", "wrap", "refuse")'),
    ),
    # Tokens
    "tokens-tiktoken": (
        Mutant(
            "explorer/tokenizers/encoding.py",
            "        parts.append(ids.astype(np.int64))\n",
            "        parts.append(ids.astype(np.int64)[::-1])\n",
        ),
    ),
    "tokens-characters": (
        Mutant("explorer/tokenizers/graphemes.py", "        if position in ends:\n", "        if position:\n"),
    ),
    "tokens-merges": (Mutant("explorer/tokenizers/merges.py", "rank, i = min(pairs)", "rank, i = max(pairs)"),),
    "tokens-lookup": (
        Mutant("explorer/chain/onehot.py", "product = one_hot @ rows", "product = one_hot @ rows * np.float32(1.0001)"),
    ),
    "tokens-whisper": (
        Mutant(
            "explorer/data/tables.py",
            'tokens=mapped("whisper_tiny_en_tokens.npy")',
            'tokens=np.roll(mapped("whisper_tiny_en_tokens.npy"), 1, axis=0)',
        ),
    ),
    "tokens-sum": (
        Mutant(
            "explorer/chain/pipeline.py",
            "layer.scaled(picked).data, layer(ids).data",
            "layer.scaled(picked).data, picked.data",
        ),
        Mutant("explorer/core/layer.py", "math.sqrt(", "(1 + 1e-3) * math.sqrt("),
    ),
    "tokens-order": (
        Mutant(
            "explorer/chain/order.py",
            "apart(np.maximum(first, 0), np.maximum(second, 0))",
            "apart(first * 2, second * 2)",
        ),
        Mutant(
            "explorer/chain/order.py",
            "return float(np.abs(a.mean(axis=0, dtype=np.float64) - b.mean(",
            "return float(np.abs(a.mean(axis=0, dtype=np.float64) - 1.001 * b.mean(",
        ),
    ),
    "tokens-neighbours": (
        Mutant(
            "explorer/chain/neighbours.py",
            "return NeighbourResult(best.ids, best.values, others, float(pairs.mean()), shares)",
            "return NeighbourResult(best.ids, best.values, abs(others), float(pairs.mean()), shares)",
        ),
        Mutant("explorer/chain/neighbours.py", "float(pairs.mean())", "float(pairs.mean()) ** 2"),
    ),
    "tokens-sound": (
        Mutant("explorer/chain/neighbours.py", "nearest(found, request.count", "nearest(-found, request.count"),
    ),
    "tokens-scripts": (
        Mutant(
            "explorer/chain/compare.py",
            "tokens = tokenize(text, name, one_sequence=True)",
            'tokens = tokenize(text, "gpt2" if name == "cl100k_base" else name, one_sequence=True)',
        ),
        Mutant(
            "explorer/chain/compare.py",
            "result.append(Count(name, len(tokens),",
            'result.append(Count(name, len(tokens) + (name == "p50k_base"),',
        ),
    ),
    "tokens-bags": (
        Mutant(
            "explorer/chain/bags.py",
            "result.rows[0].astype(np.float64).sum(axis=0)",
            "result.rows[0].astype(np.float64).cumsum(axis=0).sum(axis=0)",
        ),
        Mutant(
            "explorer/chain/bags.py",
            "result.rows[0].astype(np.float64).sum(axis=0)",
            "(result.rows[0] * np.float32(1.1)).cumsum(axis=0)[-1]",
        ),
    ),
    # Positions
    "positions-count": (
        Mutant(
            BEGINNINGS,
            "            return np.asarray(at / periods)\n",
            "            return np.asarray(at // 2 / periods)\n",
        ),
        Mutant(
            BEGINNINGS, "return np.asarray(at // (periods // radices) / radices)", "return np.asarray(at / periods)"
        ),
    ),
    "positions-sine": (
        Mutant(BEGINNINGS, "other = (per_turn // 2 - place) % per_turn", "other = (per_turn - place) % per_turn"),
    ),
    "positions-arrows": (
        Mutant(
            BEGINNINGS,
            "    output.setflags(write=False)\n",
            "    output = output * 1.01\n    output.setflags(write=False)\n",
        ),
    ),
    "positions-view": (
        Mutant("explorer/waves/window.py", "np.sin(n * omega / 2) / (n * np.sin(omega / 2))", "np.ones_like(omega)"),
        Mutant("explorer/waves/window.py", "np.add.reduceat(values, starts, axis=1) / sizes", "values[:, starts]"),
    ),
    "positions-layouts": (
        Mutant(
            CLOSENESS,
            "np.concatenate([np.arange(0, dim, 2), np.arange(1, dim, 2)])",
            "np.concatenate([np.arange(1, dim, 2), np.arange(0, dim, 2)])",
        ),
    ),
    "positions-nearest": (
        Mutant(
            NEAREST,
            "    k = np.arange(1, waves.length)\n    squared = 2.0 * (waves.dim // 2 - offset_dots(waves)[1:])",
            "    k = np.arange(1, waves.length)\n    squared = 2.0 * (waves.dim // 2 - offset_dots(waves)[1:]) + (k > "
            "5) * 9.0",
        ),
        Mutant(NEAREST, "lonely_part = 4.0 * np.sin(", "lonely_part = 0.0 * np.sin("),
    ),
    "positions-fastest": (
        Mutant(
            "explorer/ui/positions/heatmap.py",
            'return "the first" if layout == "interleaved" else "the first of each half"',
            'return "the first"',
        ),
    ),
    "positions-base": (
        Mutant(
            "explorer/core/functional/frequencies.py",
            "np.arange(0, width, 2) / max(width, 1)",
            "np.arange(2, width + 2, 2) / max(width, 1)",
        ),
    ),
    "positions-6283": (
        Mutant(
            CLOSENESS, "turns = waves.frequencies * offset / (2 * np.pi)", "turns = waves.frequencies * offset / 6.0"
        ),
        Mutant(
            "explorer/core/functional/frequencies.py",
            "np.arange(0, width, 2) / max(width, 1)",
            "np.arange(0, width, 2) / max(width - 1, 1)",
        ),
    ),
    "positions-offset": (
        Mutant(
            CLOSENESS,
            "    matrix = np.asarray(rows @ rows.T)\n",
            "    matrix = np.asarray(rows @ (rows * np.linspace(1, 1.01, rows.shape[1])).T)\n",
        ),
        Mutant(CLOSENESS, "    hands *= 1j  # i", "    hands *= 1j * (1 + 1e-3 * np.arange(len(hands))[:, None])  # i"),
    ),
    "positions-rotation": (
        Mutant(
            "explorer/core/functional/sinusoidal.py",
            "matrix[cosine, sine] = -np.sin(angle)",
            "matrix[cosine, sine] = np.sin(angle)",
        ),
    ),
    "positions-fit": (
        Mutant(SHIFT, "s**2 + request.ridge", "s**2 + 100 * request.ridge + 0.5"),
        Mutant(
            SHIFT,
            "beyond=1 - float(squared[waves.length :].sum()) / _varied(later[waves.length :])",
            "beyond=max(0.0, 1 - float(squared[waves.length :].sum()) / _varied(later[waves.length :]))",
        ),
    ),
    "positions-unseen": (
        Mutant(SHIFT, "edges = (0, length / 6, length, np.inf)", "edges = (0, length / 3, length, np.inf)"),
        Mutant(SHIFT, "s**2 + request.ridge", "s**2 + 1e-3"),
    ),
    "positions-whisper": (Mutant(TABLES, "10_000.0 ** (dim / (dim - 2))", "10_000.0 ** (dim / (dim - 4))"),),
    "positions-row-0": (
        Mutant(
            "explorer/data/tables.py",
            '_frozen(_read(name, "learned_positions"))',
            '_frozen(_read(name, "learned_positions")[::-1])',
        ),
        Mutant(TABLES, "self.norms[0] / np.median(self.norms[1:])", "self.norms[0] / self.norms[1:].max()"),
    ),
    "positions-learned": (
        Mutant(
            TABLES,
            "    climbed = curve - np.minimum.accumulate(curve)",
            "    climbed = (curve - np.minimum.accumulate(curve)) / 4",
        ),
    ),
    "positions-bounds": (Mutant("explorer/waves/scale.py", "math.sqrt(2 / dim))", "math.sqrt(3 / dim))"),),
    "positions-rope": (
        Mutant(
            "explorer/core/functional/rotary.py",
            "out[..., second] = a * sin + b * cos",
            "out[..., second] = b * cos - a * sin",
        ),
        Mutant(
            "explorer/waves/after.py", "sum_of_waves(-omega, 0, request.length", "sum_of_waves(omega, 0, request.length"
        ),
    ),
    "positions-alibi": (
        Mutant("explorer/core/functional/bias.py", "-8.0 * np.arange(1, m + 1) / m", "-7.0 * np.arange(1, m + 1) / m"),
        Mutant("explorer/core/functional/bias.py", "between[: n - m]", "between[::-1][: n - m]"),
    ),
    # Extrapolation
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
    # Projection
    "j-shadow": (
        Mutant(
            "explorer/vectors/shadow.py",
            "across, up = pca(points).components[0]",
            "across, up = pca(points).components[1]",
        ),
        Mutant(
            "explorer/vectors/shadow.py", "at = far[int(apart[far].argmin())]", "at = far[int(apart[far].argmax())]"
        ),
    ),
    "j-exact": (
        Mutant(PCA, "    largest = np.abs(vectors).argmax(axis=1)\n", "    largest = np.abs(vectors).argmin(axis=1)\n"),
        Mutant(
            PCA,
            "part = np.subtract(rows, mean, out=buffer[: len(rows)])",
            "part = np.subtract(rows, mean * (1 + 1e-4), out=buffer[: len(rows)])",
        ),
    ),
    "j-all": (
        Mutant(
            "explorer/ui/projection/table/source.py",
            "    return found.pca.project(found.view, components)\n",
            "    return found.pca.project(found.view, components)[:-1]\n",
        ),
        Mutant(
            "explorer/figures/projection/map.py",
            "    dots = cloud(\n",
            "    points = points.copy()\n    points[-1] = np.nan\n    dots = cloud(\n",
        ),
    ),
    "j-labels": (
        Mutant("explorer/figures/projection/placing.py", "        if row & columns:\n", "        if False:\n"),
    ),
    "j-variance": (
        Mutant(PCA, "return np.maximum(self.squares - self.mean_parts, 0.0) / rest", "return self.squares"),
    ),
    "j-kept": (
        Mutant(
            "explorer/words/copies.py", "kept(truth[:, at], other[:, at], k)", "kept(truth[:, at], other[:, at], k + 1)"
        ),
        Mutant(
            "explorer/vectors/distortion.py",
            "drawn = tops(page, k)",
            "drawn = tops(page, k + 1)[:, 1:]",
        ),
    ),
    "j-scale": (
        Mutant(
            "explorer/figures/projection/axes.py",
            '"scaleanchor": "x", "scaleratio": 1}',
            '"scaleanchor": "x", "scaleratio": 2}',
        ),
    ),
    "j-switches": (
        Mutant(PCA, ".components[: recipe.remove]", ".components[1 : recipe.remove + 1]"),
        Mutant(
            VIEW,
            "        if self.unit:\n            _to_unit(out)\n        return out",
            "        if self.unit:\n            _to_unit(out)\n            if mean is not None:\n                out "
            "-= mean\n        return out",
        ),
    ),
    "j-mean": (
        Mutant(
            PCA,
            "left @ left) * self.count / (self.count - 1) / self.total",
            "left @ left) * self.count / (self.count - 1) / self.total * 0.95",
        ),
        Mutant(
            PCA, "    mean = middle if center else np.zeros(width)\n", "    mean = middle if center else middle / 2\n"
        ),
    ),
    "j-whisper": (
        Mutant(
            NEAR,
            "    return (float(total @ total) - own) / max(count * (count - 1), 1)",
            "    return float(total @ total) / max(count * count, 1) - 0.05",
        ),
        Mutant(VIEW, "            out -= mean\n", "            out -= mean / 2\n"),
    ),
    "j-flat": (
        Mutant(
            "explorer/vectors/distortion.py",
            "return float(self.shared.mean()) / self.k",
            "return 1 - float(self.shared.mean()) / self.k",
        ),
        Mutant(PCA, "axes = self.components[list(which)]", "axes = self.components[:30]"),
    ),
    "j-trust": (
        Mutant(
            "explorer/vectors/distortion.py",
            "strangers[number] += _excess(truth, drawn, k)",
            "strangers[number] += _excess(page, true, k)",
        ),
        Mutant("explorer/vectors/distortion.py", "2 * count - 3 * k - 1", "2 * count - 3 * k + 1"),
    ),
    "j-analogies": (
        Mutant("explorer/words/analogies.py", "            sums -= products[a]\n", ""),
        Mutant(
            "explorer/words/analogies.py",
            "Score(name, total, int(mine.sum()), *counts)",
            "Score(name, int(mine.sum()), int(mine.sum()), *counts)",
        ),
    ),
    "j-parallelogram": (
        Mutant("explorer/words/parallelogram.py", "(b - a + c)[None]", "(b + c)[None]"),
        Mutant("explorer/words/parallelogram.py", "across = (c - a) - along * ((c - a) @ along)", "across = c - a"),
    ),
    "j-skipgram": (
        Mutant(
            "explorer/training/skipgram.py",
            "np.float32(request.negatives / request.shared)",
            "np.float32(1 / request.shared)",
        ),
        Mutant(
            "explorer/training/skipgram.py",
            "        self.optimizer.step()\n        return loss, pairs",
            "        self.optimizer.step()\n        self.centres.weight.data *= np.float32(0.999)\n        return "
            "loss, pairs",
        ),
    ),
    "j-limits": (
        Mutant(
            "explorer/training/ppmi.py",
            "values = np.log(table.data / (word[rows] * context[columns]))",
            "values = table.data.astype(np.float64)",
        ),
        Mutant("explorer/training/ppmi.py", "left * values**request.power", "left * values**(3 * request.power)"),
    ),
    "j-moments": (
        Mutant(
            "explorer/words/motion.py",
            "((unit_rows(rows) - self.origin) @ self.axes.T)",
            "((unit_rows(rows) - unit_rows(rows).mean(axis=0)) @ self.axes.T)",
        ),
        Mutant("explorer/words/motion.py", "Plane(rotation(old, new) @ plane.axes, plane.origin)", "plane"),
    ),
    "j-tsne": (
        Mutant("explorer/vectors/tsne.py", "random_state=seed,", "random_state=0,"),
        Mutant(
            "explorer/vectors/tsne.py",
            "points = model.embedding_.astype(np.float32)",
            "points = request.array()[:, :2].copy()",
        ),
    ),
    "j-maps": (Mutant("explorer/ui/projection/comparing/drawn.py", '"umap": 500', '"umap": 250'),),
    "j-rule": (
        Mutant(
            "explorer/ui/projection/comparing/sample.py",
            "return distortion(sample.truth, points, k=sample.k",
            "return distortion(sample.reduced, points, k=sample.k",
        ),
    ),
    "j-near": (
        Mutant(
            "explorer/vectors/nearness.py",
            "    if measure == DOT:\n        return out\n",
            "    if True:\n        return out\n",
        ),
        Mutant("explorer/vectors/nearness.py", "- 2 * out +", "- 1.9 * out +"),
    ),
    "j-pairs": (
        Mutant(
            "explorer/words/pairs.py",
            "times = rng.multinomial(count, np.full(count, 1 / count), size=draws).astype(np.float32)",
            "times = rng.multinomial(9 * count, np.full(count, 1 / count), size=draws).astype(np.float32)",
        ),
    ),
    "j-axes": (
        Mutant("explorer/words/axes.py", "_ends(view, pairs).mean(axis=0)", "_ends(view, pairs)[0]"),
        Mutant(
            "explorer/words/axes.py",
            "np.percentile(places, [2.5, 97.5], axis=1)",
            "np.percentile(places, [5, 95], axis=1)",
        ),
    ),
    "j-turn": (
        Mutant("explorer/vectors/procrustes.py", "= left @ right\n", "= left @ right.T\n"),
        Mutant("explorer/words/two_tables.py", "rotation(before[fit], goal[fit])", "np.eye(width)"),
    ),
    "j-alone": (
        Mutant("explorer/words/isolate.py", "(truth, [before, after], k=k", "(truth, [after, before], k=k"),
        Mutant("explorer/words/isolate.py", "found = strongest(truth, 2)", "found = strongest(truth[:5], 2)"),
    ),
    "j-copies": (
        Mutant("explorer/words/copies.py", "np.rint(rows / used)", "np.trunc(rows / used)"),
        Mutant(
            "explorer/words/copies.py",
            'rows.astype(np.float16) if kind == "FP16"',
            'rows.astype(np.float16) * 1.001 if kind == "FP16"',
        ),
    ),
    "j-groups": (
        Mutant("explorer/words/groups.py", "at_least(many, total", "at_least(many + 1, total"),
        Mutant("explorer/words/groups.py", "total, everywhere, group)\n", "total, everywhere, group + 1)\n"),
    ),
    "j-clusters": (
        Mutant("explorer/vectors/kmeans.py", "* mine / np.maximum(mine - 1, 1)", "* 1"),
        Mutant("explorer/words/clusters.py", "rng.permuted(rows, axis=0)", "rng.permutation(rows)"),
    ),
    "j-named": (Mutant("explorer/words/naming.py", "np.log1p(len(found.terms) / k", "np.log1p(len(found.terms)"),),
    "j-weat": (
        Mutant("explorer/words/associations.py", "first.sum() - 1e-12", "first.sum() + 1e-12"),
        Mutant("explorer/words/associations.py", "every.std(ddof=1)", "every.std(ddof=0)"),
    ),
    "j-private": (
        Mutant("explorer/ui/projection/table/remember.py", "        if not source.private:\n", "        if True:\n"),
        Mutant("explorer/data/uploads/arrays.py", "    if dtype.hasobject:\n", "    if False:\n"),
    ),
    # Gradients
    "gradients-tied": (
        Mutant(
            "explorer/gradients/tied.py",
            "self.lookup + self.softmax if tied else self.lookup",
            "self.lookup - self.softmax if tied else self.lookup",
        ),
    ),
    "gradients-rows": (
        Mutant(
            "explorer/core/functional/rowsparse.py",
            "            total[line] += value\n",
            "            total[line] = value\n",
        ),
        Mutant("explorer/core/functional/lookup.py", "grad_weight[row] += gradient", "grad_weight[row] = gradient"),
    ),
    "gradients-padding": (
        Mutant(
            "explorer/gradients/batch.py",
            "in split_lines(clean(text)[0]) if line]",
            "in split_lines(clean(text)[0])] + [encode('!', encoding)]",
        ),
        Mutant(
            "explorer/core/embedding.py",
            "step = EmbeddingBackward(self.vocab_size, ids, self.padding_idx)",
            "step = EmbeddingBackward(self.vocab_size, ids, None)",
        ),
    ),
    "gradients-step": (
        Mutant(
            OPTIM,
            "        data[rows] -= self.lr * grad\n",
            "        data[rows] -= self.lr * grad\n        data *= 1 - np.float32(1e-6)\n",
        ),
    ),
    "gradients-momentum": (
        Mutant(
            OPTIM, "velocity[rows] = grad = self.momentum * velocity[rows] + grad", "velocity[rows] = grad = grad * 1.0"
        ),
        Mutant(
            "explorer/gradients/step.py",
            "                table.weight.grad = table.weight.grad\n",
            "                pass\n",
        ),
    ),
    "gradients-books": (
        Mutant("explorer/gradients/touched.py", "ONE_PERCENT = (1000, 1300)", "ONE_PERCENT = (900, 1300)"),
        Mutant(
            "explorer/gradients/touched.py",
            "found = [len(np.unique(draw(ids, size, rng))) / vocab_size for",
            "found = [len(draw(ids, size, rng)) / vocab_size for",
        ),
    ),
    "gradients-gpt2-r50k": (
        Mutant(
            "explorer/tokenizers/encoding.py",
            "        parts.append(ids.astype(np.int64))\n",
            "        parts.append(ids.astype(np.int64) + (encoding == 'r50k_base'))\n",
        ),
    ),
    "gradients-zipf": (
        Mutant(
            "explorer/gradients/touched.py",
            "np.array(curve.counts) * np.array(curve.ranks) / curve.counts[0]",
            "np.array(curve.counts) * np.array(curve.ranks) ** 0.5 / curve.counts[0]",
        ),
        Mutant("explorer/gradients/touched.py", "LOW, HIGH = 0.7, 3.4", "LOW, HIGH = 0.7, 2.5"),
    ),
    "gradients-ways": (
        Mutant(
            "explorer/gradients/ways.py",
            "    np.add.at(out, ids, gradient)\n    return out",
            "    np.add.at(out, ids[::-1], gradient[::-1])\n    return out",
        ),
        Mutant(
            "explorer/gradients/ways.py",
            "        out[row] += gradient[token]\n",
            "        out[row] = gradient[token]\n",
        ),
    ),
    "gradients-chain": (
        Mutant(
            "explorer/gradients/blackboard.py",
            "factor = math.sqrt(WIDTH) if scale else 1.0",
            "factor = WIDTH / 4 if scale else 1.0",
        ),
    ),
    "gradients-unseen": (
        Mutant(
            "explorer/gradients/toy.py",
            "seen = np.arange(len(words)) <= ids.max()",
            "seen = np.arange(len(words)) < ids.max()",
        ),
        Mutant(
            "explorer/gradients/toy.py",
            "output = table if request.output == TIED else",
            "output = table if request.output != TIED else",
        ),
    ),
    # Memory
    "memory-bill": (
        Mutant(ESTIMATE, "2 * r.layers * r.tokens * r.kv_width * wide", "r.layers * r.tokens * r.kv_width * wide"),
        Mutant(ESTIMATE, "(r.tokens * r.embed_dim * wide + logits) * r.training", "logits * r.training"),
    ),
    "memory-one-hot": (
        Mutant(
            ESTIMATE,
            'Item("One-hot input", r.tokens * r.vocab_size * wide,',
            'Item("One-hot input", r.tokens * r.vocab_size,',
        ),
    ),
    "memory-optimizer": (
        Mutant(ESTIMATE, '"Momentum": 1, "Adam": 2}', '"Momentum": 1, "Adam": 1}'),
        Mutant(
            ESTIMATE,
            'copies = (OPTIMIZERS[r.optimizer] or 0) + (r.number != "FP32")',
            "copies = OPTIMIZERS[r.optimizer] or 0",
        ),
    ),
    "memory-sparse": (
        Mutant(ESTIMATE, 'self.gradients == "Row-sparse" and self.output != "Tied"', 'self.gradients == "Row-sparse"'),
    ),
    "memory-shares": (
        Mutant(
            MODELS,
            'norms=4), "Tied", *_GEMMA),\n    _llama("Gemma 2 9B"',
            'norms=2), "Tied", *_GEMMA),\n    _llama("Gemma 2 9B"',
        ),
        Mutant(MODELS, "experts = (256 + 1) * 3", "experts = (256 + 2) * 3"),
    ),
    "memory-gpt3": (
        Mutant(
            "explorer/memory/model.py",
            "return self.token_table / self.parameters",
            "return 1.02 * self.token_table / self.parameters",
        ),
    ),
    "memory-largest": (Mutant(MODELS, "width * max(hidden, inner),", "width * width,"),),
    "memory-tied": (
        Mutant(
            MODELS,
            '_Decoder(32, 4096, 14_336, 32, 8), "Untied", *_MISTRAL',
            '_Decoder(32, 4096, 14_336, 32, 8), "Tied", *_MISTRAL',
        ),
    ),
    "memory-wider": (
        Mutant(
            PAIRS,
            "if large.embedding_share >= small.embedding_share",
            "if large.embedding_share <= small.embedding_share",
        ),
        Mutant(PAIRS, "        and small.layers <= large.layers\n", ""),
    ),
    "memory-bandwidth": (
        Mutant("explorer/memory/hardware.py", "wires(6_400_000_000, 1024)", "wires(6_400_000_000, 512)"),
        Mutant(
            "explorer/memory/hardware.py", "return self.total / bytes_per_second", "return self.read / bytes_per_second"
        ),
    ),
    "memory-shards": (
        Mutant("explorer/memory/hardware.py", "away = request.tokens * (cards - 1)", "away = request.tokens * cards"),
        Mutant(
            "explorer/memory/hardware.py",
            "cards = -(-request.vocab_size // rows_that_fit)",
            "cards = request.vocab_size // rows_that_fit + 1",
        ),
    ),
    "memory-checked": (
        Mutant(
            "explorer/memory/measure.py",
            "return [np.empty((rows, width), np.float32)]",
            "return [np.zeros((rows, width), np.float32) + 0]",
        ),
        Mutant(
            "explorer/memory/measure.py",
            "np.empty((rows, -(-width // 32)), np.float16)",
            "np.empty((rows, width // 32), np.float16)",
        ),
    ),
    "memory-files": (
        Mutant(
            "explorer/memory/measure.py",
            "                path.stat().st_size - array.offset,\n",
            "                path.stat().st_size,\n",
        ),
        Mutant(
            "explorer/memory/measure.py",
            "                        entry.file_size - formula,\n",
            "                        entry.file_size - entry.compress_size,\n",
        ),
    ),
    "memory-caches": (
        Mutant(
            "explorer/memory/measure.py",
            "return Timed(runs[0], min(runs[1:]), median(runs[1:]))",
            "return Timed(runs[0], min(runs), median(runs))",
        ),
        Mutant(
            "explorer/memory/measure.py",
            'np.take(table, part, axis=0, out=out, mode="clip")',
            'np.take(table, part % 64, axis=0, out=out, mode="clip")',
        ),
    ),
    "memory-alone": (
        Mutant(QUEUE, "other.shared = job.shared = True", "other.shared = True"),
        Mutant(
            "explorer/ui/frame/progress.py",
            "if timing and job.shared and records:",
            "if timing and not job.shared and records:",
        ),
    ),
    "memory-precision": (
        Mutant("explorer/memory/schemes.py", "    top = 2 ** (bits - 1) - 1\n", "    top = 2 ** (bits - 1) - 2\n"),
        Mutant(
            "explorer/memory/precision.py",
            "return tuple(Quantised(**entry) for",
            "return tuple(Quantised(**(entry | {'kept': entry['kept'] - 0.01})) for",
        ),
    ),
    "memory-units": (
        Mutant("explorer/memory/course.py", '50_257, 12_288, "2.4", "GB")', '50_257, 12_288, "2.5", "GB")'),
        Mutant("explorer/memory/course.py", '(f"{letter}iB", 1024)', '(f"{letter}iB", 1025)'),
    ),
}

MUTANTS |= PRACTICE
