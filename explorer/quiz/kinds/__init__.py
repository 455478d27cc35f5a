"""The kinds of question, one file a topic; importing this package enters all of them in `question.KINDS`."""

from explorer.quiz.kinds import gradients, lengths, lookups, maps, memory, misconceptions, order, shapes, tokens, waves

__all__ = [
    "gradients",
    "lengths",
    "lookups",
    "maps",
    "memory",
    "misconceptions",
    "order",
    "shapes",
    "tokens",
    "waves",
]
