"""Steps of the ready lessons: what a map of words shows, what it hides, and what a table costs."""

from __future__ import annotations

from explorer.content.en import shared_page_questions
from explorer.content.lesson.lesson_steps import Step, expected

SHADOW = Step(
    "A shadow of eight words",
    "projection",
    {"j_part": "Shadow", "j_angle": "150"},
    shared_page_questions.LONGEST.text,
    True,
    expected(
        shared_page_questions.LONGEST,
        "Thinks that one of the two axes must be the best.",
        "Has laid the line along the cloud's longest side.",
        "Thinks that one of the two axes must be the best.",
        "Has turned the line across the cloud: the shortest shadow of all.",
        right=1,
    ),
    "Why this: a row of 50 numbers is a point that nobody can draw, so every map of words is a shadow. Here eight "
    "words have two numbers each, and the shadow falls on a line. The two ringed words lie far apart, their shadows on "
    "nearly the same spot: a shadow can hide a distance but never make one. Let a pupil turn the line, and stop at the "
    "class's guess. At 59.4° it is longest; that direction is the first principal component.",
)

SPECTRUM = Step(
    "How much does a map show?",
    "projection",
    {"j_part": "Map", "j_view": "Spectrum"},
    shared_page_questions.MAP_SHARE.with_values(what="this table's variance").text,
    True,
    expected(
        shared_page_questions.MAP_SHARE,
        "Has remembered that there are hundreds of directions.",
        "Expects a few strong directions; the bars fall, but slowly.",
        "Knows maps from books, where the first two directions are often drawn as if they were nearly everything.",
        "Takes the picture for the thing.",
        right=0,
    ),
    "Why this: now the class can ask of any map how long its shadow is. The spread (variance) that is left here is "
    "3.68 %. So never say “alike” from a map alone; ask for the neighbours in all numbers.",
)

SHARE = Step(
    "What does the table cost?",
    "memory",
    {"m_part": "Real models"},
    shared_page_questions.TABLE_SHARE.text,
    True,
    expected(
        shared_page_questions.TABLE_SHARE,
        "Printed in one course text, and wrong: let the class multiply.",
        "Feels that a huge table must matter. Its layers are larger still.",
        "Has multiplied rows by numbers, and divided.",
        "Has lost a digit or two; a good moment for powers of ten.",
        right=2,
    ),
    "Why this: is the table most of a model, or next to nothing? Both, depending on the model. Let the class multiply: "
    "50,257 × 12,288 = 617,558,016 numbers. Then look at the small models at the other end of the picture: there the "
    "table is up to 54 % of the model.",
)
