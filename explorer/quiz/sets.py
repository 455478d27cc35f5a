"""A quiz: some questions chosen by a seed, the same for everybody who has the same seed, number and topics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from explorer.quiz import kinds as _kinds  # noqa: F401 - enters every kind
from explorer.quiz.question import KINDS, TOPICS, Kind, Question
from explorer.wording import count

MOST = 40
"""Questions of a quiz."""
LARGEST_SEED = 999_999
ROUNDS = 8
"""How often the kinds are gone through for a long quiz on few topics, each time with other numbers."""


@dataclass(frozen=True)
class Request:
    """What makes a quiz. No topics: all of them.

    Raises:
        ValueError: a number of questions or a seed out of range, or an unknown topic.
    """

    seed: int = 1
    size: int = 10
    topics: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.size <= MOST:
            raise ValueError(f"Expected 1 to {MOST} questions, got {self.size}")
        if not 0 <= self.seed <= LARGEST_SEED:
            raise ValueError(f"Expected a seed from 0 to {LARGEST_SEED:,}, got {self.seed}")
        if unknown := [topic for topic in self.topics if topic not in TOPICS]:
            raise ValueError(f"Expected topics out of {', '.join(TOPICS)}, got {', '.join(unknown)}")

    @property
    def name(self) -> str:
        """A short name: what a browser keeps the progress under.

        >>> Request(7, 10, ("Memory",)).name
        '7-10-Memory'
        """
        return f"{self.seed}-{self.size}-{'+'.join(self.topics)}"


@lru_cache(maxsize=64)
def quiz(request: Request) -> tuple[Question, ...]:
    """The questions of a request, in the order of learning; no two are the same.

    Topics take turns, so that a short quiz on all topics has one question each. Each kind comes once before any comes
    again. Few topics may have fewer different questions than were asked for.

    >>> [question.topic for question in quiz(Request(seed=1, size=3, topics=("Memory", "Order")))]
    ['Memory', 'Order', 'Order']
    """
    topics = [topic for topic in TOPICS if topic in (request.topics or TOPICS)]
    rng = np.random.default_rng(request.seed)
    turns: list[Kind] = []
    queues = [[kind for kind in KINDS.values() if kind.topic == topic] for topic in topics]
    queues = [[queue[int(i)] for i in rng.permutation(len(queue))] for queue in queues]
    start = [int(i) for i in rng.permutation(len(queues))]
    for place in range(max(map(len, queues))):
        turns += [queues[i][place] for i in start if place < len(queues[i])]
    found: dict[object, Question] = {}
    for turn in range(ROUNDS):
        for kind in turns:
            if len(found) == request.size:
                break
            question = kind(request.seed + turn * (LARGEST_SEED + 1))
            found.setdefault((question.prompt, frozenset(question.items)), question)
    order = list(KINDS)
    return tuple(sorted(found.values(), key=lambda q: (TOPICS.index(q.topic), order.index(q.kind), q.seed)))


def short(request: Request) -> str:
    """What to say where the chosen topics have fewer different questions than were asked for; "" elsewhere."""
    there = len(quiz(request))
    if there == request.size:
        return ""
    wanted = count(request.size, "question")
    return f"Asked for {wanted}; the chosen topics have {there} different ones. Choose more topics for more questions."
