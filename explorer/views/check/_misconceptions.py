"""Common misconceptions, with the numbers that refute them."""

from __future__ import annotations

from typing import Any

from explorer.quiz.misconceptions import ALL, Name, build_statement
from explorer.views.setting import Choice
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question

NAME: Any = Choice(
    "Statement",
    "fast-and-slow",
    {name: name.replace("-", " ").capitalize() for name in ALL},
    key="k_said",
    about="the statement",
)


@picture(build_statement, *ALL.values())
def misconception(*, name: Name = NAME) -> View:
    """A misconception, and the measurement that refutes it.

    >>> misconception(name="twenty-percent").sentence[:61]
    '“In GPT-3 about 20 % of all parameters are the token table.” '
    """
    statement = build_statement(name)
    sentence = f"“{statement.said}”"
    numbers = f"{sentence} The numbers say: {statement.right} {statement.settled}"
    return with_question(
        lambda answered, _: View(None, numbers, Table(statement.columns, name))
        if answered
        else View(None, f"{sentence} What settles it comes after your guess.", Table({}, name))
    )
