"""What is said of the shipped trainings: they stay as they are, so each sentence is put together once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache


@cache
def once(sentence: Callable[[], str]) -> str:
    """A sentence as it was first put together.

    >>> once(lambda: "The loss rises.")
    'The loss rises.'
    """
    return sentence()
