"""What the claims of the pages Failures, "Check yourself" and Teach rest on; grounds.py says how it is written."""

from __future__ import annotations

PRACTICE: dict[str, tuple[str, ...]] = {
    "failures-loud": ("failures.loud.CASES", "failures.case.run"),
    "failures-silent": ("failures.ids.CASES", "failures.places.CASES", "failures.sums.CASES"),
    "failures-fixes": ("failures.case.verdict", "failures.sums.CASES"),
    "failures-layout": ("core.functional.sinusoidal.sinusoidal",),
    "failures-elsewhere": ("failures.elsewhere.recorded",),
    "failures-jax": ("failures.elsewhere.recorded",),
    "failures-dialects": ("failures.measured.measure", "failures.measured.recorded"),
    "check-computed": ("quiz.kinds.gradients.repeats_add", "quiz.question.KINDS"),
    "check-seed": ("quiz.sets.quiz",),
    "check-units": ("quiz.answers.read",),
    "check-mistakes": ("quiz.answers.judge",),
    "check-proof": ("quiz.kinds.lengths.first_missing",),
    "check-private": ("ui.check.progress.replies",),
    "check-sheets": ("quiz.sheet.html", "quiz.moodle.moodle"),
    "check-said": ("quiz.misconceptions.ALL",),
    "teach-numbers": ("content.en.lessons.words.CASE", "content.en.lessons.words.HINDI", "tokenizers.encoding.encode"),
    "teach-notes": ("ui.teach.handout.sheet",),
    "teach-kept": ("content.lesson_link.pack", "content.lesson_link.unpack", "content.lesson_link.from_file"),
}
