"""Chapter 4: feedback when a task is done, with the numbers on the screen."""

from __future__ import annotations

import math
from functools import lru_cache

from explorer.content.guided_path import State
from explorer.positional_encodings.counting import Counter
from explorer.positional_encodings.position_similarity import Waves, alike
from explorer.positional_encodings.sine_cosine import mirror
from explorer.positional_encodings.vector_addition import WORDS
from explorer.wording import count, fixed, number, verb

WIDTH = 128
TURN = 2 * math.pi
PER_TURN = 12
LENGTH = 64
"""Lines of the table, as its step opens it."""
LAST = 200
"""The furthest distance at which two widths are compared."""


@lru_cache(maxsize=1024)
def cosine(first: int, second: int, dim: int = WIDTH, base: float = 10_000.0) -> float:
    """How alike the sinusoidal rows of two positions are."""
    return alike(Waves(max(first, second) + 1, dim, base), first, second)


def _waves(state: State) -> tuple[int, float]:
    """Width and base, as they are set."""
    return int(state.get("p_dim") or WIDTH), float(state.get("p_base") or 10_000)


def dials(state: State, clock: Counter) -> str:
    """Both hands, at the hour and now."""
    position = int(state.get("p_count") or 0)
    if state.get("p_kind_of_dial", "minutes and hours") != "minutes and hours" or not 0 < position < clock.count:
        return ""
    now, hour = clock.digits(position)
    if not hour:
        return ""
    return (
        "When the fast hand is round, the slow one moves on, and neither ever leaves its dial. "
        f"So position {position} is written with two marks: {hour} (hours) and {now} (minutes)."
    )


def same_sine(state: State) -> str:
    """The position that shares the sine of the chosen one."""
    turn, position = int(state.get("p_per_turn") or PER_TURN), int(state.get("p_place") or 0)
    found = mirror(position % turn, turn)
    if position >= turn:
        return (
            f"Position {position} stands where position {found.position} stood: after {turn} positions the hand begins "
            "anew."
        )
    if found.alone:
        return (
            f"Within one turn no other position has the sine {fixed(found.sine)}: at position {position} the hand "
            "points straight to the side."
        )
    sine = fixed(found.sine)
    return f"Positions {found.position} and {found.other} share the sine {sine}: only the cosine tells them apart."


def drowned(state: State) -> str:
    """How long the word’s arrow is beside that of the position, where the position itself is added."""
    word, position = str(state.get("p_word", "dog")), int(state.get("p_word_place") or 0)
    if state.get("p_word_position") != "One growing number" or word not in WORDS:
        return ""
    own, grown = math.hypot(*WORDS[word]), math.hypot(position, position)
    if grown < 2 * own:
        return ""
    return (
        f"The arrow of “{word}” is as long as before, {fixed(own)}. That of the position has grown to {fixed(grown)}, "
        "and both sums follow it."
    )


def hands(state: State) -> str:
    """How many turns the fastest and the slowest hand have made."""
    position, waves = int(state.get("p_pos") or 0), Waves(2, *_waves(state))
    if not position:
        return ""
    fast, slow = (position * float(turn) / TURN for turn in (waves.frequencies[0], waves.frequencies[-1]))
    share = "less than a thousandth" if slow < 0.001 else number(slow)
    return (
        "The fast hands tell neighbours apart, the slow ones far positions. "
        f"At position {position} hand 0 has made {number(fast)} turns, the last, hand {len(waves.frequencies) - 1}, "
        f"{share} of one."
    )


def columns(state: State) -> str:
    """How many columns there are, and how long their waves."""
    waves = Waves(2, *_waves(state))
    first, last = (number(TURN / float(turn)) for turn in (waves.frequencies[0], waves.frequencies[-1]))
    found, alone = len(waves.frequencies), "; the last has its sine alone" * (waves.dim % 2)
    told = (
        f"This is another table: {count(waves.dim, 'column')} {verb(waves.dim, 'is', 'are')} {count(found, 'hand')}, a "
        f"sine and a cosine each{alone}. Hand 0 still comes round in {first} positions"
    )
    return f"{told}, the last, hand {found - 1}, in {last}." if found > 1 else f"{told}."
