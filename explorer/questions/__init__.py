"""Questions: `question` has the class and its judge; `read_number` and `typed_numbers` read what is typed."""

from explorer.questions.question import (
    CHOICE,
    CURVE,
    NUMBER,
    ORDER,
    POINT,
    SEVERAL,
    WORDS,
    Mistake,
    Question,
    Reply,
    Show,
    Verdict,
)

__all__ = [
    "CHOICE",
    "CURVE",
    "Mistake",
    "NUMBER",
    "ORDER",
    "POINT",
    "Question",
    "Reply",
    "SEVERAL",
    "Show",
    "Verdict",
    "WORDS",
]
