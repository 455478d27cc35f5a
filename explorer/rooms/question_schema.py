"""Question schema: each kind of question that a room can be asked, as a checked dict for its state."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

MOST_CHOICES = 50
MOST_NUMBERS = 16  # of a drawn guess
MOST_ROUNDS = 9  # in which the class is asked the same question
MOST_WORDS = 600  # characters of a question, or of one of its choices
MOST_REASON = 2_000  # characters of why an answer is right
LONGEST_WORDS = 80  # characters of what a student writes
CURVE, POINT, NUMBER = "curve", "place", "number"
SEVERAL, WORDS = "several", "words"
KINDS = {CURVE: MOST_NUMBERS, POINT: 2, NUMBER: 1}
"""What can be asked with numbers, and how many numbers that has at most."""


def choice(words: str, choices: Sequence[str], right: Sequence[int], several: bool = False) -> dict[str, Any]:
    """A question with choices, of which those numbered in `right` are right; none where it is a matter of opinion.

    With `several` one may choose more than one, and is right with exactly the right ones.

    >>> choice("How many?", ("one", "two"), (1,))
    {'words': 'How many?', 'choices': ['one', 'two'], 'right': 1, 'also': []}

    Raises:
        ValueError: too many or too long, or a right choice that isn't one of them.
    """
    if not 0 < len(choices) <= MOST_CHOICES or not all(0 <= number < len(choices) for number in right):
        raise ValueError(f"A question has 1 to {MOST_CHOICES} choices and the right one is among them, got {choices!r}")
    _short(words, *choices)
    first, *others = right or (-1,)
    kind = {"kind": SEVERAL} if several else {}
    return {"words": words, "choices": list(choices), "right": first, "also": others} | kind


def few_words(words: str) -> dict[str, Any]:
    """A question that is answered in a few words of one's own, which the class sees after the teacher's look.

    >>> few_words("What is a token?")
    {'words': 'What is a token?', 'kind': 'words'}

    Raises:
        ValueError: the question is too long.
    """
    _short(words)
    return {"words": words, "kind": WORDS}


def numbers(
    words: str,
    low: Sequence[float],
    high: Sequence[float],
    truth: Sequence[float],
    kind: str = CURVE,
    within: float = 0.0,
) -> dict[str, Any]:
    """A question that is answered with numbers, each from `low` to `high`; one that is off by `within` is still right.

    >>> numbers("How many?", (0,), (10,), (4,), NUMBER)["truth"]
    [4.0]

    Raises:
        ValueError: another count of numbers than this kind has, or one that isn't finite.
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
