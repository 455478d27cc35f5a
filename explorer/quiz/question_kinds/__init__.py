"""Kinds of question, one or two files per topic; importing this package registers them in `question.KINDS`."""

from explorer.quiz.question_kinds import (
    attention,
    gradients,
    ids,
    lookup_costs,
    maps,
    memory,
    misconceptions,
    models,
    optimizer_update,
    past_trained_length,
    path_riddles,
    shapes,
    tokens,
    waves,
    word_order,
)

__all__ = [
    "attention",
    "gradients",
    "ids",
    "lookup_costs",
    "maps",
    "memory",
    "misconceptions",
    "models",
    "optimizer_update",
    "past_trained_length",
    "path_riddles",
    "shapes",
    "tokens",
    "waves",
    "word_order",
]
