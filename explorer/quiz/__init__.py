"""Quiz with generated questions: each kind is a function from a seed to a question, its answer and an explanation.

Reading order: `question` (data types), `judge_answer` (parsing and judging), `question_kinds` (by topic),
`misconceptions` (wrong statements and measurements), `quiz_sets` (a quiz from a seed), `printable_quiz` and
`moodle_xml`.
"""

from explorer.quiz.judge_answer import Reading, Verdict, answer_text, judge, judge_stored, read
from explorer.quiz.question import KINDS, TOPICS, Kind, Mistake, Question, Show
from explorer.quiz.quiz_sets import (
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
