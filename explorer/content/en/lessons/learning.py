"""Steps of the ready lessons: how a table learns, and which of its rows do."""

from __future__ import annotations

from explorer.content.lesson.steps import Answer, Step

BOARD = Step(
    "A row that is read twice",
    "gradients",
    {"g_part": "Blackboard", "g_ids": "5 10 10 5", "g_board_step": "6 Into the table"},
    "The course's batch is 5 10 10 5: row 10 is read at two places, each with a gradient of its own. What does row 10 "
    "get?",
    True,
    (
        Answer(
            "It gets the sum of both",
            "Has seen that both places change the loss, and one row stands behind both.",
            True,
        ),
        Answer(
            "It gets the later one",
            "Thinks of storing into a cell: the second value overwrites the first. There is a famous bug of this kind.",
        ),
        Answer(
            "It gets the mean of both",
            "Thinks of fairness. Two places have twice the effect, so the row has to hear of it twice.",
        ),
    ),
    "Why this: a row is only as good as what it has learned. After each sentence the model hears how wrong it was, and "
    "every number that took part is told which way to move (its gradient). Go through the steps from 1 to 7 with "
    "four numbers per word; let the class add at step 6. Rows 5 and 10 learn, all others rest.",
)

BOOKS = Step(
    "How many rows does a batch reach?",
    "gradients",
    {"g_part": "Whole books"},
    "A training step reads 32 × 2048 = 65,536 tokens of Jane Austen. Through the lookup, what share of gpt2's 50,257 "
    "rows gets a gradient?",
    True,
    (
        Answer("About 1 % of the rows", "Has read it in a course text: true of a short text only."),
        Answer("About 12 % of the rows", "Expects few words to come often, and most to be rare.", True),
        Answer("About half of the rows", "Sees that words repeat, but not how unevenly."),
        Answer(
            "More than 90 % of the rows",
            "Compares 65,536 tokens with 50,257 rows: more tokens than rows. That would be right if none came twice.",
        ),
    ),
    "Why this: which words does a model learn well? Those it meets. Were all rows equally likely, 73 % would be "
    "reached. But a few words come all the time. Ask for the five most frequent words of any book; the class will name "
    "them.",
)
