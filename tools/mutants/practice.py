"""Wrong variants of the claims of Failures, "Check yourself" and Teach; pages.py says what a variant is."""

from __future__ import annotations

from tools.mutants.mutant import Mutant

LOUD, IDS, SUMS = (f"explorer/failures/{name}.py" for name in ("loud", "ids", "sums"))
ELSEWHERE, CASE = "explorer/failures/elsewhere.py", "explorer/failures/case.py"
ANSWERS, SHEET, MOODLE = (f"explorer/quiz/{name}.py" for name in ("answers", "sheet", "moodle"))
LINK = "explorer/content/lesson/link.py"

PRACTICE: dict[str, tuple[Mutant, ...]] = {
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
    "teach-numbers": (
        Mutant("explorer/content/en/lessons/words.py", "costs 7 tokens in gpt2", "costs 9 tokens in gpt2"),
        Mutant("explorer/content/en/lessons/words.py", "9246, 3797, 5181", "9246, 3797, 5182"),
    ),
    "teach-notes": (
        Mutant("explorer/ui/teach/handout.py", '"title": step.title,', '"title": f"{step.title} {step.say}",'),
    ),
    "teach-kept": (
        Mutant(LINK, "for step in lesson.steps]\n    told", "for step in lesson.steps[1:]]\n    told"),
        Mutant(LINK, "if len(content) > MOST_FILE:", "if not content:"),
    ),
}
