"""Chapter 4: feedback when a task is done, with the numbers on the screen."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from explorer.content.guided_path import State
from explorer.core.functional import sinusoidal
from explorer.positional_encodings.position_similarity import Waves, alike
from explorer.positional_encodings.sine_cosine import mirror
from explorer.positional_encodings.vector_addition import WORDS, counted_cosine
from explorer.wording import count, fixed, number, verb

WIDTH = 128
TURN = 2 * math.pi
PER_TURN = 12
DRAWN = range(0, WIDTH // 2, 9)
"""Hands that the step draws."""
DOWN = 0.95
"""How far below its middle the tip of a hand is that points down."""
LENGTH, NARROW = 64, 16
"""Lines and columns of the table, as its step opens it."""
STILL = 0.25
"""A column whose numbers differ by less, of −1 to 1, looks as if it had one colour."""


@lru_cache(maxsize=1024)
def cosine(first: int, second: int, dim: int = WIDTH, base: float = 10_000.0) -> float:
    """How alike the sinusoidal rows of two positions are."""
    return alike(Waves(max(first, second) + 1, dim, base), first, second)


def _waves(state: State) -> tuple[int, float]:
    """Width and base, as they are set."""
    return int(state.get("p_dim") or WIDTH), float(state.get("p_base") or 10_000)


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
    return (
        f"Positions {found.position} and {found.other} share the sine {fixed(found.sine)}, so a sine alone can’t tell "
        f"them apart. Their cosines can: {fixed(found.cosine)} and {fixed(found.other_cosine)}."
    )


def drowned(state: State) -> str:
    """How long the word’s arrow is beside that of the position, where the position itself is added."""
    word, position = str(state.get("p_word", "dog")), int(state.get("p_word_place") or 0)
    if state.get("p_word_position") != "One growing number" or word not in WORDS:
        return ""
    own, grown = math.hypot(*WORDS[word]), math.hypot(position, position)
    if grown < 2 * own:
        return ""
    first, second = "dog", "man"
    return (
        f"The arrow of “{word}” is as long as before, {fixed(own)}; that of the position, {position} to the right and "
        f"{position} up, is {fixed(grown)} long. "
        f"So “{first}” and “{second}” become alike: their sums have a cosine of "
        f"{fixed(counted_cosine(first, second, position))}. The position drowns the word."
    )


def hands(state: State) -> str:
    """How many turns the fastest and the slowest hand have made."""
    position, waves = int(state.get("p_pos") or 0), Waves(2, *_waves(state))
    if not position:
        return ""
    fast, slow = (position * float(turn) / TURN for turn in (waves.frequencies[0], waves.frequencies[-1]))
    share = "less than a thousandth" if slow < 0.001 else number(slow)
    up = waves.tips([hand for hand in DRAWN if hand < len(waves.frequencies)], position)[1][:, 0]
    down = DRAWN[int(up.argmin())]
    made = number(position * float(waves.frequencies[down]) / TURN)
    sentence = f"Hand {down} points down: it has made {made} turns. " * bool(up.min() < -DOWN)
    return (
        f"{sentence}The fast hands tell neighbours apart, the slow ones far positions. At position {position} hand 0 "
        f"has made {number(fast)} turns, the last, hand {len(waves.frequencies) - 1}, {share} of one."
    )


def columns(state: State) -> str:
    """How many hands there are, and how many columns hardly change."""
    lines = int(state.get("p_len") or LENGTH)
    waves = Waves(lines, *_waves(state))
    found, alone = len(waves.frequencies), "; the last has its sine alone" * (waves.dim % 2)
    sentence = (
        f"{count(waves.dim, 'column')} {verb(waves.dim, 'is', 'are')} {count(found, 'hand')}, a sine and a cosine "
        f"each{alone}. "
    )
    still = int((np.ptp(sinusoidal(lines, waves.dim, base=waves.base), axis=0) < STILL).sum())
    return sentence + (
        f"{still} of them, at the right, {verb(still, 'hardly changes', 'hardly change')} in {count(lines, 'line')}, "
        f"by less than {STILL}: slow hands, which can tell far positions apart."
        if still
        else f"None keeps its colour in {count(lines, 'line')}."
    )
