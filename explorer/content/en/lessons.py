"""Ready-made lessons of 10, 20, 45 and 90 minutes, and one of 10 with the class's own sentences; their texts are data.

Tests check their numbers against the steps' pictures.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from explorer.content.en import shared_page_questions
from explorer.content.lesson.lesson_steps import Answer, Lesson, Step
from explorer.questions import Question


def _settings(written: Mapping[str, str | list[str]]) -> dict[str, str | tuple[str, ...]]:
    return {key: value if isinstance(value, str) else tuple(value) for key, value in written.items()}


def _step(
    *,
    tells: Sequence[str],
    asks: str = "",
    question: str = "",
    values: Mapping[str, str] | None = None,
    choices: Sequence[str] = (),
    right: int = -1,
    state: Mapping[str, Any],
    shows: Mapping[str, Any] | None = None,
    **written: Any,
) -> Step:
    """A step from its table in lessons.toml, which says what the fields are."""
    shared: Question = getattr(shared_page_questions, asks) if asks else Question(question, tuple(choices))
    pairs = enumerate(zip(choices or shared.choices, tells, strict=True))
    return Step(
        question=question or shared.with_values(**values or {}).prompt,
        answers=tuple(Answer(choice, tell, at == right) for at, (choice, tell) in pairs),
        state=_settings(state),
        shows=_settings(shows or {}),
        **written,
    )


def _lesson(*, steps: Mapping[str, int], optional: Collection[str] = (), aims: Sequence[str], **written: Any) -> Lesson:
    """A lesson from its table: the minutes of each step, by its name."""
    timed = (replace(STEPS[name], minutes=time, optional=name in optional) for name, time in steps.items())
    return Lesson(steps=tuple(timed), aims=tuple(aims), **written)


_WRITTEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
STEPS: dict[str, Step] = {name: _step(**written) for name, written in _WRITTEN["steps"].items()}
"""Steps by their names."""
LESSONS: dict[str, Lesson] = {name: _lesson(**written) for name, written in _WRITTEN["lessons"].items()}
"""Lessons by their names in links, shortest first."""
