"""Questions with fresh numbers: each kind is a small function from a seed to a question, its answer and its proof.

Reading order: `question` (what a question is), `answers` (what somebody typed, judged), `kinds` (one file per topic),
`misconceptions` (wrong statements beside what is measured), `sets` (a quiz from a seed), `sheet` and `moodle` (on paper
and for a course system).
"""

from explorer.quiz.answers import Reading, Verdict, judge, mark, read, said
from explorer.quiz.question import KINDS, TOPICS, Kind, Mistake, Question, Show
from explorer.quiz.sets import LARGEST_SEED, LARGEST_SET, MOST, Request, quiz, short

__all__ = [
    "KINDS",
    "LARGEST_SEED",
    "LARGEST_SET",
    "MOST",
    "TOPICS",
    "Kind",
    "Mistake",
    "Question",
    "Reading",
    "Request",
    "Show",
    "Verdict",
    "judge",
    "mark",
    "quiz",
    "read",
    "said",
    "short",
]
