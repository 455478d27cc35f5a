"""Kinds of question, one or two files per topic; importing this package registers them in `question.KINDS`."""

from explorer.quiz.question_kinds import (
    gradients,
    lookup_costs,
    maps,
    memory,
    misconceptions,
    past_trained_length,
    path_riddles,
    shapes,
    tokens,
    waves,
    word_order,
)
