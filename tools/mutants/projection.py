"""Wrong variants of the claims of Projection: what would make each false."""

from __future__ import annotations

from tools.mutants.mutant import Mutant

PCA = "explorer/vectors/pca.py"
NEAR = "explorer/vectors/neighbours.py"
VIEW = "explorer/vectors/view.py"

MUTANTS: dict[str, tuple[Mutant, ...]] = {
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
    "j-labels": (Mutant("explorer/figures/projection/placing.py", "if area and not taken & area:", "if area:"),),
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
            '"scaleanchor": "x", "scaleratio": 1, **more}',
            '"scaleanchor": "x", "scaleratio": 2, **more}',
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
}
