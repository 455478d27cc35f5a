"""Questions with fresh numbers: each kind is a small function from a seed to a question, its answer and its proof.

Reading order: `question` (what a question is), `answers` (what somebody typed, judged), `kinds` (one file per topic),
`misconceptions` (wrong statements beside what is measured), `sets` (a quiz from a seed), `sheet` and `moodle` (on paper
and for a course system).
"""

from explorer.quiz.answers import Reading, Verdict, answer_text, judge, judge_stored, read
from explorer.quiz.question import KINDS, TOPICS, Kind, Mistake, Question, Show
from explorer.quiz.sets import (
    COURSE,
    LARGEST_SEED,
    LARGEST_SET,
    LEVELS,
    MOST,
    PATH,
    Request,
    quiz,
    short,
    topics_of,
    topics_seen,
)

__all__ = [
    "COURSE",
    "KINDS",
    "LARGEST_SEED",
    "LARGEST_SET",
    "LEVELS",
    "MOST",
    "PATH",
    "TOPICS",
    "Kind",
    "Mistake",
    "Question",
    "Reading",
    "Request",
    "Show",
    "Verdict",
    "judge",
    "judge_stored",
    "quiz",
    "read",
    "answer_text",
    "short",
    "topics_of",
    "topics_seen",
]
