"""Common misconceptions, with the numbers that refute them."""

from __future__ import annotations

from explorer.quiz.misconceptions import ALL, build_statement
from explorer.views.table import Table
from explorer.views.view import View, choice, picture, with_question


@picture(build_statement, *ALL.values())
def misconception(*, name: str = "fast-and-slow") -> View:
    """A misconception, and the measurement that refutes it.

    Args:
        name: one of `explorer.quiz.misconceptions.ALL`.

    >>> misconception(name="smaller-start").sentence[:60]
    'Learned positions start with larger numbers than token rows.'
    """
    choice("name", name, list(ALL))
    statement = build_statement(name)
    return with_question(
        lambda answered, _: View(None, f"{statement.right} {statement.settled}", Table(statement.columns, name))
        if answered
        else View(None, f"“{statement.said}” What settles it comes after your guess.", Table({}, name))
    )
