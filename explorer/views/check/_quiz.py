"""Quiz view: its questions, the replies, and how many are right."""

from __future__ import annotations

from collections.abc import Mapping

from explorer.quiz import COURSE, Request, answer_text, judge_stored
from explorer.quiz import quiz as questions_of
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count

Reply = str | list[str]
"""Type of a reply: a text, or items in an order; "" if the visitor asked for the answer."""


@picture(questions_of, judge_stored)
def quiz(
    *,
    set_number: int = 1,
    seed: int = 1,
    size: int = 10,
    topics: tuple[str, ...] = (),
    level: str = COURSE,
    replies: Mapping[int, Reply] | None = None,
) -> View:
    """Every question of a quiz, with the correct answers of those that have a reply.

    Args:
        set_number: selects the kinds of question.
        seed: of the numbers in the questions.
        size: number of questions.
        topics: of `explorer.quiz.TOPICS`; empty for all of them.
        level: "Course", or "After the path": only what a chapter of the guided path shows.
        replies: number of the question, from 1 → the reply; None: not a quiz, every answer is shown.

    >>> quiz(size=2, topics=("Order",), replies={1: ""}).sentence
    '0 of 1 answer right; 1 to go.'
    """
    questions = questions_of(Request(seed, size, topics, set_number, level))
    given = dict.fromkeys(range(1, len(questions) + 1), "") if replies is None else replies
    right = {number: judge_stored(questions[number - 1], reply).right for number, reply in given.items()}
    if replies is None:
        says = f"{count(len(questions), 'question')} with their answers."
    elif not replies:
        says = f"{count(len(questions), 'question')}, none of them answered yet."
    else:
        more = f"; {len(questions) - len(replies)} to go" if len(replies) < len(questions) else ""
        says = f"{sum(right.values())} of {count(len(replies), 'answer')} right{more}."
    rows = [(number, question, given.get(number)) for number, question in enumerate(questions, start=1)]
    return View(
        None,
        says,
        lambda: Table(
            {
                "number": [number for number, _, _ in rows],
                "topic": [question.topic for _, question, _ in rows],
                "question": [question.prompt for _, question, _ in rows],
                "your answer": ["" if r is None else r if isinstance(r, str) else " → ".join(r) for _, _, r in rows],
                "right": ["" if r is None else "yes" if right[number] else "no" for number, _, r in rows],
                "the answer": ["" if r is None else answer_text(q, q.answer) for _, q, r in rows],
                "why": ["" if r is None else q.why for _, q, r in rows],
            },
            "quiz",
        ),
    )
