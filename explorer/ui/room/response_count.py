"""Response count of a class: those present who have guessed, and those who guessed before they left."""

from __future__ import annotations

from collections.abc import Set

from explorer.wording import verb


def response_text(guessed: Set[str], here: Set[str]) -> str:
    """Sentence on the response count: the total is everybody who is present or has guessed.

    The difference is what a teacher may wait for. Guesses of seats that have left count, and the sentence says so.

    >>> response_text({"ada"}, {"ada", "bob"})
    '**1 of 2** has guessed'
    >>> response_text({"ada", "eve"}, {"ada", "bob"})
    '**2 of 3** have guessed, 1 of them is no longer here'
    >>> response_text({"eve"}, set())
    '**1 of 1** has guessed and is no longer here'
    """
    away = len(guessed - here)
    words = f"**{len(guessed)} of {len(guessed | here)}** {verb(len(guessed), 'has', 'have')} guessed"
    if not away:
        return words
    left = f"{verb(away, 'is', 'are')} no longer here"
    return f"{words} and {left}" if away == len(guessed) else f"{words}, {away} of them {left}"
