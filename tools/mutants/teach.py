"""Wrong variants of the claims of Teach: what would make each false."""

from __future__ import annotations

from tools.mutants.mutant import Mutant

LINK = "explorer/content/lesson/link.py"

MUTANTS: dict[str, tuple[Mutant, ...]] = {
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
