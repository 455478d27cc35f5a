"""Ready-made lessons of 10 to 90 minutes, as chains of blocks; their texts are data.

Tests check their numbers against the steps' pictures.
"""

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from explorer.content.en import shared_page_questions
from explorer.content.lesson.field_validation import number_from_plain, point_from_plain
from explorer.content.lesson.lesson_steps import Answer, Lesson, LessonStep
from explorer.questions import Question


def _settings(written: Mapping[str, str | list[str]]) -> dict[str, str | tuple[str, ...]]:
    return {key: value if isinstance(value, str) else tuple(value) for key, value in written.items()}


def _step(
    *,
    tells: Sequence[str] = (),
    asks: str = "",
    question: str = "",
    choices: Sequence[str] = (),
    right: int = -1,
    state: Mapping[str, Any],
    shows: Mapping[str, Any] | None = None,
    number: list[float] | None = None,
    point: list[list[float]] | None = None,
    **written: Any,
) -> LessonStep:
    """A step from its table in lessons.toml, which says what the fields are."""
    shared: Question = getattr(shared_page_questions, asks) if asks else Question(question, tuple(choices))
    pairs = enumerate(zip(choices or shared.choices, tells, strict=True))
    return LessonStep(
        question=question or shared.prompt,
        answers=tuple(Answer(choice, tell, at == right) for at, (choice, tell) in pairs),
        state=_settings(state),
        shows=_settings(shows or {}),
        number=number_from_plain(number, question),
        point=point_from_plain(point, question),
        **written,
    )


@dataclass(frozen=True)
class Block:
    """Some steps on one question that a pupil would ask, in 5 to 12 minutes.

    Attributes:
        question: the pupil's.
        level: "school" or "course".
        steps: screens in order, with their minutes.
        exit: what is asked at its end.
        needs: names of the blocks before it.
        standards: codes of curricula that ask for it, in `STANDARDS`.
        quiz: kinds of generated questions on what it teaches.
    """

    question: str
    level: str
    steps: tuple[LessonStep, ...]
    exit: str
    needs: tuple[str, ...] = ()
    standards: tuple[str, ...] = ()
    quiz: tuple[str, ...] = ()

    @property
    def minutes(self) -> int:
        """Duration of all its steps."""
        return sum(step.minutes for step in self.steps)


def leads_to(name: str) -> list[str]:
    """Names of the blocks that need this one.

    >>> leads_to("PLACE")
    ['HANDS', 'BEYOND']
    """
    return [other for other, block in BLOCKS.items() if name in block.needs]


def _block(name: str, *, steps: Mapping[str, int], **written: Any) -> Block:
    timed = (replace(STEPS[step], minutes=time, block=name) for step, time in steps.items())
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in written.items()}
    return Block(steps=tuple(timed), **fields)


def _lesson(*, blocks: Sequence[str], optional: Collection[str] = (), aims: Sequence[str], **written: Any) -> Lesson:
    """A lesson from its table: the steps of its blocks, some of which are optional."""
    left = {STEPS[name].title for name in optional}
    steps = (replace(step, optional=step.title in left) for name in blocks for step in BLOCKS[name].steps)
    return Lesson(steps=tuple(steps), aims=tuple(aims), **written)


_WRITTEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
STEPS: dict[str, LessonStep] = {name: _step(**written) for name, written in _WRITTEN["steps"].items()}
"""Steps by their names."""
STANDARDS: dict[str, tuple[str, str]] = {code: tuple(told) for code, told in _WRITTEN["standards"].items()}
"""Codes of curricula → what each asks for, and where that can be read."""
BLOCKS: dict[str, Block] = {name: _block(name, **written) for name, written in _WRITTEN["blocks"].items()}
"""Blocks by their names, in the order of learning."""
LESSONS: dict[str, Lesson] = {name: _lesson(**written) for name, written in _WRITTEN["lessons"].items()}
"""Lessons by their names in links."""
