"""Response count of a class: those present who have guessed, and those who guessed before they left."""

from __future__ import annotations

from collections.abc import Set


def response_text(guessed: Set[str], here: Set[str]) -> str:
    """Sentence on the response count: the total is everybody who is present or has guessed.

    The difference is what a teacher may wait for. Guesses of seats that have left count, and the sentence says so.

    >>> response_text({"ada"}, {"ada", "bob"})
    '**1 of 2** guessed'
    >>> response_text({"ada", "eve"}, {"ada", "bob"})
    '**2 of 3** guessed (1 left)'
    """
    away = len(guessed - here)
    return f"**{len(guessed)} of {len(guessed | here)}** guessed{f' ({away} left)' if away else ''}"
