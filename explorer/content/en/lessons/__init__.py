"""Ready-made lessons of 10, 45 and 90 minutes, and one of 10 with the class's own sentences.

Tests check their numbers against the steps' pictures.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from explorer.content.en.lessons import gradient_steps, map_steps, position_steps, word_steps
from explorer.content.lesson.lesson_steps import Lesson, Step


def _take(*timed: tuple[Step, int], optional: Collection[Step] = ()) -> tuple[Step, ...]:
    return tuple(replace(step, minutes=minutes, optional=step in optional) for step, minutes in timed)


LESSONS: dict[str, Lesson] = {
    "ten": Lesson(
        "Ten minutes: how a word becomes numbers",
        _take((word_steps.CASE, 2), (word_steps.NEAR, 2), (position_steps.BAG, 3), (position_steps.ARROWS, 3)),
        "For the end of a lesson, or as the opening of a talk. A computer calculates with numbers, so what does it do "
        "with a word? Four screens: cut the text, give each piece a row of numbers, see that the order is lost, and "
        "add it again.",
        10,
        (
            "say what a token and its id are, and why “cat” and “ cat” have two of them",
            "say what a row of a table is, and what it means that two rows are near",
            "explain why a sum of rows loses the order, and what is added against that",
        ),
        "In three sentences, for somebody who was ill: what becomes of a word before a model can calculate with it?",
    ),
    "our-map": Lesson(
        "Ten minutes: the map of our class",
        _take((map_steps.OUR_MAP, 7), (map_steps.OPPOSITE, 3)),
        "In a room: everybody needs a phone. What the class writes is on the screen only after you have read it. No "
        "step needs another lesson before it.",
        10,
        (
            "say what it means that two sentences have vectors that are near",
            "name a kind of sentence that such a model takes for alike, and that is not",
        ),
        "Two sentences that the model takes for the same, and a person does not: who finds the highest cosine?",
    ),
    "forty-five": Lesson(
        "One lesson: from a sentence to what a model reads",
        _take(
            (word_steps.CASE, 4),
            (word_steps.HINDI, 4),
            (word_steps.NEAR, 5),
            (position_steps.BAG, 5),
            (position_steps.COUNTING, 6),
            (position_steps.WAVE, 6),
            (position_steps.ARROWS, 6),
            (position_steps.BEYOND, 5),
            (word_steps.OWN, 4),
            optional=(word_steps.HINDI, position_steps.WAVE, position_steps.BEYOND),
        ),
        "No programming is needed; sine and cosine help, but a clock will do.",
        45,
        (
            "say why a word needs a row of numbers",
            "say why its position must be added, and how a clock's hands tell positions apart",
            "follow a sentence of their own from its letters to the next word",
            "with the optional steps: say who pays more for a text, and why a hand needs two numbers",
            "with the optional steps: say why a formula for positions does not make a model read longer texts",
        ),
        "At each stage from text to prediction: what would the model lose without it?",
    ),
    "ninety": Lesson(
        "A double lesson: rows, positions, maps, cost and learning",
        _take(
            (word_steps.CASE, 5),
            (word_steps.HINDI, 5),
            (word_steps.NEAR, 6),
            (gradient_steps.BOARD, 8),
            (position_steps.BAG, 6),
            (position_steps.COUNTING, 7),
            (position_steps.WAVE, 7),
            (position_steps.ARROWS, 6),
            (position_steps.TABLE, 5),
            (position_steps.BEYOND, 7),
            (map_steps.SHADOW, 7),
            (map_steps.SPECTRUM, 6),
            (map_steps.SHARE, 5),
            (gradient_steps.BOOKS, 6),
            (word_steps.OWN, 4),
            optional=(
                word_steps.HINDI,
                position_steps.WAVE,
                position_steps.TABLE,
                position_steps.BEYOND,
                map_steps.SPECTRUM,
                map_steps.SHARE,
                gradient_steps.BOOKS,
            ),
        ),
        "The lesson of 45 minutes, with three questions more that a class asks by itself: how does a row learn, may I "
        "believe a map of words, and what does it all cost? A good place for a break is after the seventh step, when "
        "44 minutes have passed.",
        90,
        (
            "say why a word needs a row of numbers, and why its position must be added",
            "add by hand what a row learns that is read twice",
            "say how a clock's hands tell positions apart",
            "say what a map of words keeps and what it hides",
            "with the optional steps: say what a model makes of positions it was not trained on",
            "with the optional steps: estimate how large a table is, and how many of its rows a training step reaches",
        ),
        "At each stage from text to prediction: do its numbers come from training, or from a formula?",
    ),
}
"""Lessons by their names in links, shortest first."""
