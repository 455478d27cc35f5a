"""What is often written and is not so, with the numbers that settle it."""

from __future__ import annotations

from explorer.quiz.misconceptions import ALL, build_statement
from explorer.views.table import Table
from explorer.views.view import View, choice, picture


@picture(build_statement, *ALL.values())
def misconception(*, name: str = "fast-and-slow", answered: bool = True) -> View:
    """A statement, and what settles it.

    Args:
        name: one of `explorer.quiz.misconceptions.ALL`.
        answered: whether what settles it is said; the page says it after the guess.

    >>> misconception(name="smaller-start").sentence[:60]
    'Learned positions start with larger numbers than token rows.'
    """
    choice("name", name, list(ALL))
    statement = build_statement(name)
    if not answered:
        return View(None, f"“{statement.said}” What settles it comes after your guess.", Table({}, name))
    return View(None, f"{statement.right} {statement.settled}", Table(statement.columns, name))
