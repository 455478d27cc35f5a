"""Kinds of question, one or two files per topic; importing this package registers them in `question.KINDS`."""

from explorer.quiz.kinds import (
    attention,
    gradients,
    ids,
    lookup_costs,
    maps,
    memory,
    misconceptions,
    models,
    order,
    past_trained_length,
    riddles,
    shapes,
    steps,
    tokens,
    waves,
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
    "order",
    "past_trained_length",
    "riddles",
    "shapes",
    "steps",
    "tokens",
    "waves",
]
