"""Quiz with generated questions: each kind is a function from a seed to a question, its answer and an explanation.

Reading order: `question` (kinds of question), `question_kinds` (by topic), `misconceptions` (wrong statements and
measurements), `quiz_sets` (a quiz from a seed), `printable_quiz`, `moodle_xml` and `qti_package`.
"""

from explorer.quiz.question import KINDS, TOPICS, Kind
from explorer.quiz.quiz_sets import (
    COURSE,
    LARGEST_SEED,
    LARGEST_SET,
    LEVELS,
    MOST,
    PATH,
    QuizRequest,
    kinds_shown,
    quiz,
    short,
    topics_of,
)
