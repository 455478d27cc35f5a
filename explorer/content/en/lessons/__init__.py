"""Three ready lessons: 10, 45 and 90 minutes. Each number in them stands on the screen that its step opens: tested."""

from __future__ import annotations

from dataclasses import replace

from explorer.content.en.lessons import learning, maps, places, words
from explorer.content.lesson.steps import Lesson, Step


def _take(*timed: tuple[Step, int]) -> tuple[Step, ...]:
    return tuple(replace(step, minutes=minutes) for step, minutes in timed)


LESSONS: dict[str, Lesson] = {
    "ten": Lesson(
        "Ten minutes: how a word becomes numbers",
        _take((words.CASE, 2), (words.NEAR, 2), (places.BAG, 3), (places.ARROWS, 3)),
        "For the end of a lesson, or as the opening of a talk. A computer calculates with numbers, so what does it do "
        "with a word? Four screens: cut the text, give each piece a row of numbers, see that the order is lost, and "
        "add it again.",
    ),
    "forty-five": Lesson(
        "One lesson: from a sentence to what a model reads",
        _take(
            (words.CASE, 4),
            (words.HINDI, 4),
            (words.NEAR, 5),
            (places.BAG, 5),
            (places.COUNTING, 6),
            (places.WAVE, 6),
            (places.ARROWS, 5),
            (places.BEYOND, 6),
            (words.OWN, 4),
        ),
        "No programming is needed; sine and cosine help, but a clock will do. By the end the class can say why a "
        "word needs a row of numbers, why its place must be added, and why a formula for places does not make a model "
        "read longer texts.",
    ),
    "ninety": Lesson(
        "A double lesson: rows, places, maps, cost and learning",
        _take(
            (words.CASE, 5),
            (words.HINDI, 5),
            (words.NEAR, 6),
            (learning.BOARD, 8),
            (places.BAG, 6),
            (places.COUNTING, 7),
            (places.WAVE, 7),
            (places.ARROWS, 6),
            (places.TABLE, 5),
            (places.BEYOND, 7),
            (maps.SHADOW, 7),
            (maps.SPECTRUM, 6),
            (maps.SHARE, 5),
            (learning.BOOKS, 6),
            (words.OWN, 4),
        ),
        "The lesson of 45 minutes, and then three questions that a class asks by itself: how does a table learn, may I "
        "believe a map of words, and what does it all cost? A good place for a break is after the tenth step.",
    ),
}
"""By the name that stands in a link, shortest first."""

TEXTS = frozenset(
    str(step.state["text"]) for lesson in LESSONS.values() for step in lesson.steps if "text" in step.state
)
"""The texts that the lessons' steps prepare."""
