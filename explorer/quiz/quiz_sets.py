"""Quizzes: the set number selects the kinds of question, the seed their numbers."""

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import count as counting
from typing import Literal, get_args

import numpy as np

from explorer.data.cache import cached
from explorer.questions import Question
from explorer.quiz import question_kinds as _kinds  # noqa: F401 - enters every kind
from explorer.quiz.question import CHAPTERS, KINDS, TOPICS, Kind
from explorer.wording import count

MOST = 40
"""Maximum number of questions."""
LARGEST_SEED = 999_999
LARGEST_SET = 99
Level = Literal["After the path", "Course"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""Only the kinds of question that the guided path teaches, or all of them."""
PATH, COURSE = LEVELS
ROUNDS = 4
"""Maximum questions of a kind in a long quiz on few topics; each has at least as many different ones."""


@dataclass(frozen=True)
class QuizRequest:
    """Settings of a quiz. No topics: all of them.

    Requests that differ only in the seed have the same kinds in the same order, under the same conditions. The kinds in
    `again`, such as those that were answered wrongly before, come first.

    Raises:
        ValueError: number of questions, seed or set out of range, an unknown level, or a topic or kind that it lacks.
    """

    seed: int = 1
    size: int = 10
    topics: tuple[str, ...] = ()
    set_number: int = 1
    level: str = COURSE
    again: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.size <= MOST:
            raise ValueError(f"Expected 1 to {MOST} questions, got {self.size}")
        if not 0 <= self.seed <= LARGEST_SEED:
            raise ValueError(f"Expected a seed from 0 to {LARGEST_SEED:,}, got {self.seed}")
        if not 1 <= self.set_number <= LARGEST_SET:
            raise ValueError(f"Expected a set from 1 to {LARGEST_SET}, got {self.set_number}")
        if self.level not in LEVELS:
            raise ValueError(f"Expected a level out of {', '.join(LEVELS)}, got {self.level}")
        if unknown := [topic for topic in self.topics if topic not in topics_of(self.level)]:
            raise ValueError(f"Expected topics out of {', '.join(topics_of(self.level))}, got {', '.join(unknown)}")
        if unknown := [name for name in self.again if name not in KINDS]:
            raise ValueError(f"Expected kinds out of {', '.join(KINDS)}, got {', '.join(unknown)}")

    @property
    def name(self) -> str:
        """Short name, the browser's key for the progress.

        >>> QuizRequest(7, 10, ("Memory",)).name
        '1-7-10-Memory'
        """
        name = f"{self.set_number}-{self.seed}-{self.size}-{'+'.join(self.topics)}"
        more = (*(() if self.level == COURSE else (self.level,)), *self.again)
        return "-".join((name, *more))


def kinds_of(level: str) -> list[Kind]:
    """The kinds of a level.

    >>> [sum(kind.topic == "Waves" for kind in kinds_of(level)) for level in LEVELS]
    [2, 5]
    """
    return [kind for kind in KINDS.values() if kind.chapter or level == COURSE]


def topics_of(level: str) -> list[str]:
    """Topics of a level, in the order of learning."""
    there = {kind.topic for kind in kinds_of(level)}
    return [topic for topic in TOPICS if topic in there]


def select_kinds(request: QuizRequest) -> list[Kind]:
    """Kinds of a quiz: those asked again, after the path its riddles, and the others in the order of learning.

    They are independent of the seed. The first set after the path has all its riddles. Topics alternate, so that a
    short quiz on all topics has one question each. No kind is repeated before all have been used; with few topics there
    may be fewer than requested.

    >>> [kind.topic for kind in select_kinds(QuizRequest(size=3, topics=("Memory", "Order")))]
    ['Memory', 'Order', 'Order']
    """
    kinds = [kind for kind in kinds_of(request.level) if kind.topic in (request.topics or TOPICS)]
    topics = [topic for topic in TOPICS if topic in {kind.topic for kind in kinds}]
    rng = np.random.default_rng(request.set_number)
    queues = [[kind for kind in kinds if kind.topic == topic] for topic in topics]
    queues = [[queue[int(i)] for i in rng.permutation(len(queue))] for queue in queues]
    start = [int(i) for i in rng.permutation(len(queues))]
    turns = [queues[i][at] for at in range(max(map(len, queues))) for i in start if at < len(queues[i])]
    after_path = request.level == PATH
    first = [kind for kind in kinds if kind.riddle] if after_path and request.set_number == 1 else []
    again = [KINDS[name] for name in request.again]
    chosen = (list(dict.fromkeys([*again, *first, *turns])) * ROUNDS)[: request.size]
    order = list(KINDS)

    def place(kind: Kind) -> tuple[bool, bool, int, int]:
        by_chapter = after_path and bool(kind.chapter)  # a kind asked again may be of no chapter
        learned = CHAPTERS.index(kind.chapter) if by_chapter else TOPICS.index(kind.topic)
        return kind not in again, after_path and not kind.riddle, learned, order.index(kind.name)

    return sorted(chosen, key=place)


@cached(max_entries=64)
def kinds_shown(page: str, part: str) -> tuple[str, ...]:
    """Names of the kinds whose answer a screen shows.

    >>> kinds_shown("tokens", "Dog bites man")
    ('same-bag', 'which-differ')
    """
    return tuple(kind.name for kind in KINDS.values() if (kind(0).show.page, kind(0).show.part) == (page, part))


@cached(max_entries=64)
def quiz(request: QuizRequest) -> tuple[Question, ...]:
    """Questions of a request, in the order of its kinds, without duplicates.

    The set determines conditions, the seed numbers and names.

    >>> [question.key == kind.name for question, kind in zip(quiz(QuizRequest(7, 2)), select_kinds(QuizRequest(8, 2)))]
    [True, True]
    """
    found: dict[Hashable, Question] = {}
    for at, kind in enumerate(select_kinds(request)):
        for turn in counting():
            question = kind(request.seed + turn * (LARGEST_SEED + 1))
            meets = not question.condition or question.condition == kind(100 * request.set_number + at).condition
            if meets and question.asked not in found:
                found[question.asked] = question
                break
    return tuple(found.values())


def common(one: QuizRequest, other: QuizRequest) -> int:
    """Number of questions that two quizzes share.

    >>> common(QuizRequest(7, 5), QuizRequest(7, 3)) > 0, common(QuizRequest(7, 5), QuizRequest(8, 5))
    (True, 0)
    """
    return len({question.asked for question in quiz(one)} & {question.asked for question in quiz(other)})


def short(request: QuizRequest) -> str:
    """Message if the topics have fewer different questions than requested; else ""."""
    there = len(quiz(request))
    if there == request.size:
        return ""
    wanted = count(request.size, "question")
    return f"Asked for {wanted}; the chosen topics have {there} different ones. Choose more topics for more questions."
