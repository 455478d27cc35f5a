"""Question schema: each kind of question as a validated dict for a room's state."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

MOST_CHOICES = 50
MOST_NUMBERS = 16  # of one answer
MOST_ROUNDS = 9  # of one question
MOST_WORDS = 600  # characters of a question, or of one of its choices
MOST_REASON = 2_000  # characters of an answer's explanation
LONGEST_WORDS = 80  # characters of a student's text
CURVE, POINT, NUMBER = "curve", "place", "number"
SEVERAL, WORDS = "several", "words"
KINDS = {CURVE: MOST_NUMBERS, POINT: 2, NUMBER: 1}
"""Kinds of numeric questions, as stored, and the most numbers that each has."""


def choice_question(words: str, choices: Sequence[str], right: Sequence[int], several: bool = False) -> dict[str, Any]:
    """Multiple-choice question; `right` has the indices of the right choices, none for an opinion poll.

    With `several` an answer has any number of choices and is right if it has exactly the right ones.

    >>> choice_question("How many?", ("one", "two"), (1,))
    {'words': 'How many?', 'choices': ['one', 'two'], 'right': 1, 'also': []}

    Raises:
        ValueError: too many choices, too long a text, or a right index without a choice.
    """
    if not 0 < len(choices) <= MOST_CHOICES or not all(0 <= number < len(choices) for number in right):
        raise ValueError(f"A question has 1 to {MOST_CHOICES} choices and the right one is among them, got {choices!r}")
    _short(words, *choices)
    first, *others = right or (-1,)
    kind = {"kind": SEVERAL} if several else {}
    return {"words": words, "choices": list(choices), "right": first, "also": others} | kind


def text_question(words: str, mapped: bool = False, axes: Sequence[str] = ()) -> dict[str, Any]:
    """Free-text question; the class sees an answer once the teacher has released it.

    With `mapped` the answers are sentences on a map, whose axes are likeness to two sentences, if `axes` has these.

    >>> text_question("What is a token?")
    {'words': 'What is a token?', 'kind': 'words'}

    Raises:
        ValueError: the question or an axis is too long, or there is one axis.
    """
    if len(axes) not in (0, 2):
        raise ValueError(f"A map has no sentences as axes, or two, got {len(axes)}")
    _short(words, *axes)
    return {"words": words, "kind": WORDS} | ({"mapped": True, "axes": list(axes)} if mapped else {})


def numeric_question(
    words: str,
    low: Sequence[float],
    high: Sequence[float],
    truth: Sequence[float],
    kind: str = CURVE,
    within: float = 0.0,
) -> dict[str, Any]:
    """Numeric question, each number from `low` to `high`; an error of up to `within` is still right.

    >>> numeric_question("How many?", (0,), (10,), (4,), NUMBER)["truth"]
    [4.0]

    Raises:
        ValueError: not the number of numbers of this kind, or one that is not finite.
    """
    most = KINDS.get(kind, 0)
    if not 0 < len(low) == len(high) == len(truth) <= most or (kind == POINT and len(low) != most):
        raise ValueError(
            f"A drawn guess has 1 to {MOST_NUMBERS} numbers, a place 2, a number 1; got a {kind} of {len(low)}, "
            f"{len(high)}, {len(truth)}"
        )
    _short(words)
    sides = {"low": list(map(float, low)), "high": list(map(float, high)), "truth": list(map(float, truth))}
    if not all(math.isfinite(value) for side in sides.values() for value in side):
        raise ValueError(f"The bounds and the truth of a drawn guess are finite, got {sides!r}")
    return {"words": words, "kind": kind, **sides} | ({"within": float(within)} if within else {})


def _short(*texts: str) -> None:
    longest = max(map(len, texts))
    if longest > MOST_WORDS:
        raise ValueError(f"A question and each of its choices have at most {MOST_WORDS} characters, got {longest}")
