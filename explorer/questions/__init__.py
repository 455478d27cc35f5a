"""Questions: `question` has the class and its judge; `read_number` reads what is typed."""

from explorer.questions.question import (
    CHOICE,
    NUMBER,
    ORDER,
    POINT,
    WORDS,
    Mistake,
    Question,
    Reply,
    Show,
    Verdict,
)
