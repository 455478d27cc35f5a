"""Steps of the ready lessons: how a table learns, and which of its rows do."""

from __future__ import annotations

from explorer.content.en import shared_page_questions
from explorer.content.lesson.lesson_steps import Step, expected

BOARD = Step(
    "A row that is read twice",
    "gradients",
    {"g_part": "Blackboard", "g_ids": "5 10 10 5", "g_board_step": "5 Through ×√D"},
    "Row 10 is read twice, so two gradients come back. What does it get?",
    False,
    expected(
        shared_page_questions.BOARD,
        "Has seen that both positions change the loss, and one row stands behind both.",
        "Thinks of storing into a cell: the second value overwrites the first. There is a famous bug of this kind.",
        "Thinks of fairness. Two positions have twice the effect, so the row has to hear of it twice.",
        right=0,
    ),
    "Why this: a row is only as good as what it has learned. After each sentence the model hears how wrong it was, and "
    "every number that took part is told which way to move (its gradient). The picture opens at step 5: go there "
    "from step 1, with four numbers per word, and let the class add before you press step 6. Row 10 gets −2, 6, 2 and "
    "0. Rows 5 and 10 learn, all others rest.",
    why="Both places change the loss. So row 10 gets the sum of both.",
    shows={"g_board_step": "6 Into the table"},
)

BOOKS = Step(
    "How many rows does a batch reach?",
    "gradients",
    {"g_part": "Whole books"},
    "A training step reads 65,536 tokens. What share of gpt2's 50,257 rows learns?",
    False,
    expected(
        shared_page_questions.BOOKS,
        "Has read it in a course text: true of a short text only.",
        "Expects few words to come often, and most to be rare.",
        "Sees that words repeat, but not how unevenly.",
        "Compares 65,536 tokens with 50,257 rows: more tokens than rows, so that some come again. Ask how many may.",
        right=1,
    ),
    "Why this: which words does a model learn well? Those it meets. Were all rows equally likely, 73 % would be "
    "reached. But a few words come all the time. Ask for the five most frequent words of any book; the class will name "
    "them. (First of all tokens here is no word but the line break.)",
    why="A few words come all the time. So only about 12 % of the rows are read.",
)
