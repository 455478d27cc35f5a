"""Wrong variants of the claims of Check yourself: what would make each false."""

from __future__ import annotations

from tools.mutants.mutant import Mutant

ANSWERS = "explorer/quiz/answers.py"
SHEET = "explorer/quiz/sheet.py"
MOODLE = "explorer/quiz/moodle.py"

MUTANTS: dict[str, tuple[Mutant, ...]] = {
    "check-computed": (
        Mutant(
            "explorer/quiz/kinds/gradients.py", "found = float(gradient[row, 0])", "found = float(gradient.max()) + 1"
        ),
    ),
    "check-seed": (Mutant("explorer/quiz/sets.py", "np.random.default_rng(request.seed)", "np.random.default_rng()"),),
    "check-units": (
        Mutant(ANSWERS, 'f"{letter}ib": 1024**power', 'f"{letter}ib": 1000**power'),
        Mutant(ANSWERS, "reading.digits >= 2", "reading.digits >= 5"),
    ),
    "check-mistakes": (Mutant(ANSWERS, "off <= margin * (1 + 1e-9)", "off <= 1e6 * margin"),),
    "check-proof": (Mutant("explorer/quiz/kinds/lengths.py", '{"x_model": "RoPE"}', '{"x_model": "RoPE 2"}'),),
    "check-private": (Mutant("explorer/ui/check/progress.py", "mine.update(new)", "mine.update({})"),),
    "check-sheets": (
        Mutant(SHEET, "    if answers:\n        text += (", "    if not answers:\n        text += ("),
        Mutant(MOODLE, "1 / size:", "size:"),
    ),
    "check-said": (
        Mutant("explorer/quiz/misconceptions.py", "if bounds.ratio > 1", "if bounds.ratio < 1"),
        Mutant("explorer/quiz/misconceptions.py", "fast_low = low < high", "fast_low = low > high"),
    ),
}
