"""Wrong variants of the claims of Positions: what would make each false."""

from __future__ import annotations

from tools.mutants.mutant import Mutant

CLOSENESS = "explorer/waves/closeness.py"
NEAREST = "explorer/waves/nearest.py"
SHIFT = "explorer/waves/shift.py"
TABLES = "explorer/waves/tables.py"
BEGINNINGS = "explorer/waves/beginnings.py"

MUTANTS: dict[str, tuple[Mutant, ...]] = {
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
}
