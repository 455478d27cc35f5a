"""Quiz view: its questions, the replies, and how many are right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

from explorer.questions import Question
from explorer.quiz import QuizRequest
from explorer.quiz import quiz as questions_of
from explorer.views.check.settings import OfQuiz, Reply
from explorer.views.setting import Others, Own
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count


def _fit(replies: Any, others: Others) -> bool:
    """Whether the replies are texts, or lists of texts, to questions of the quiz."""
    request = QuizRequest(**{name: value for name, value in others.items() if name != "replies"})
    numbers = range(1, len(questions_of(request)) + 1)
    return isinstance(replies, Mapping) and all(
        number in numbers and isinstance(reply, str | list | tuple) and all(isinstance(each, str) for each in reply)
        for number, reply in replies.items()
    )


REPLIES: Any = Own(
    "Replies",
    None,
    _fit,
    "a dict: number of a question from 1 → its reply, which is a text (a number as typed, or the choice in words), "
    "a list of the texts that were put in order, or '' where the answer was asked for",
    optional=True,
    about="None: not a quiz, every answer is shown",
)


@picture(questions_of, Question.judge_stored)
def quiz(*, replies: Mapping[int, Reply] | None = REPLIES, **shared: Unpack[OfQuiz]) -> View:
    """Every question of a quiz, with the correct answers of those that have a reply; a notebook folds these away.

    >>> quiz(size=2, topics=("Order",), replies={1: ""}).sentence
    '0 of 1 answer right; 1 to go.'
    """
    questions = questions_of(QuizRequest(**shared))
    given = dict.fromkeys(range(1, len(questions) + 1), "") if replies is None else replies
    right = {number: bool(questions[number - 1].judge_stored(reply).right) for number, reply in given.items()}
    if replies is None:
        says = f"{count(len(questions), 'question')}, each with its answer."
    elif not replies:
        says = f"{count(len(questions), 'question')}, none of them answered yet."
    else:
        more = f"; {len(questions) - len(replies)} to go" if len(replies) < len(questions) else ""
        says = f"{sum(right.values())} of {count(len(replies), 'answer')} right{more}."
    rows = [(number, question, given.get(number)) for number, question in enumerate(questions, start=1)]

    def table() -> Table:
        columns = {
            "number": [number for number, _, _ in rows],
            "topic": [question.topic for _, question, _ in rows],
            "question": [question.prompt for _, question, _ in rows],
            "choices": ["; ".join(question.choices) for _, question, _ in rows],
        }
        replied = {
            "your answer": ["" if r is None else r if isinstance(r, str) else " → ".join(r) for _, _, r in rows],
            "right": ["" if r is None else "yes" if right[number] else "no" for number, _, r in rows],
        }
        answers = {
            "the answer": ["" if r is None else q.text(q.right) for _, q, r in rows],
            "why": ["" if r is None else q.reason for _, q, r in rows],
        }
        return Table({**columns, **({} if replies is None else replied), **answers}, "quiz", folded=tuple(answers))

    return View(None, says, table)
