"""Wrong variants of the claims of Failures: what would make each false."""

from __future__ import annotations

from tools.mutants.mutant import Mutant

LOUD = "explorer/failures/loud.py"
IDS = "explorer/failures/ids.py"
SUMS = "explorer/failures/sums.py"
ELSEWHERE = "explorer/failures/elsewhere.py"
CASE = "explorer/failures/case.py"

MUTANTS: dict[str, tuple[Mutant, ...]] = {
    "failures-loud": (
        Mutant(LOUD, "[[15496, 11, 995, 50_001]]", "[[50_001, 11, 995, 15496]]"),
        Mutant(CASE, "lines[-1], tuple(printed)", "lines[-1] + 1, tuple(printed)"),
    ),
    "failures-silent": (
        Mutant(IDS, "ids = np.array([2, 0, -1])", "ids = np.array([2, 0, -2])"),
        Mutant(SUMS, "W = np.array([[9.0, 9.0], [1.0", "W = np.array([[8.0, 9.0], [1.0"),
    ),
    "failures-fixes": (
        Mutant(SUMS, "rows[ids != 0].mean(axis=0)", "rows[ids != 1].mean(axis=0)"),
        Mutant(CASE, "WRONG if checked.message else RIGHT", "RIGHT if checked.message else WRONG"),
    ),
    "failures-layout": (
        Mutant(
            "explorer/core/functional/sinusoidal.py",
            "omega = frequencies(embed_dim, base=base)",
            'omega = frequencies(embed_dim, base=base if layout == "interleaved" else 2 * base)',
        ),
    ),
    "failures-elsewhere": (
        Mutant(
            ELSEWHERE,
            "for library, found in libraries.items()",
            "for library, found in zip(libraries, reversed(libraries.values()))",
        ),
        Mutant(ELSEWHERE, 'found["verdict"], found["message"]', '"goes on and is wrong", found["message"]'),
    ),
    "failures-jax": (Mutant(ELSEWHERE, 'tuple(found["printed"])', 'tuple(found["printed"])[:0]'),),
    "failures-dialects": (
        Mutant(
            "explorer/failures/measured.py",
            'json.loads(FILE.read_text(encoding="utf-8"))',
            'json.loads(FILE.read_text(encoding="utf-8").replace("row 9", "row 0"))',
        ),
    ),
}
