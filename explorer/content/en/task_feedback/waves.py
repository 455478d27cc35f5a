"""Chapter 4: feedback when a task is done, with the numbers on the screen."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from explorer.content.guide import State
from explorer.waves.intro_demos import Counter, counted_cosine, mirror
from explorer.waves.similarity import Waves, alike
from explorer.wording import count, fixed, listed, number

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
    at = hour * clock.radices[0]  # where the last hour began
    (minutes, before), (start, after) = clock.digits(at - 1), clock.digits(at)
    return (
        f"From position {at - 1} to {at} the fast hand went from {minutes} back to {start}, the slow one from "
        f"{before} to {after}. So position {position} is written with the two marks {now} and {hour}, and neither "
        "ever grows beyond its dial. The next step writes each hand with numbers that stay between −1 and 1."
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
    """How alike two words have become where the position itself is added."""
    word, position = str(state.get("p_word", "dog")), int(state.get("p_word_place") or 0)
    if state.get("p_word_position") != "One growing number" or word != "dog" or not position:
        return ""
    sums, rows = (fixed(counted_cosine("dog", "man", at)) for at in (position, 0))
    return f"At position {position} the sums of “dog” and “man” have a cosine of {sums}; their rows alone have {rows}."


def hands(state: State) -> str:
    """How far the fastest and the slowest hand turn with a step."""
    waves = Waves(2, *_waves(state))
    fast, slow = (fixed(math.degrees(float(turn)), 3) for turn in (waves.frequencies[0], waves.frequencies[-1]))
    return (
        f"With each step the hand of pair 0 turns by {fast}°, that of pair {len(waves.frequencies) - 1} by {slow}°: "
        "the fast hands tell neighbours apart, the slow ones far positions."
    )


def columns(state: State) -> str:
    """How many columns there are, and how long their waves."""
    waves = Waves(2, *_waves(state))
    first, last = (number(TURN / float(turn)) for turn in (waves.frequencies[0], waves.frequencies[-1]))
    if waves.dim == 1:
        return f"One column: the sine of one hand, which comes round in {first} positions."
    if waves.dim <= 3:
        return f"{count(waves.dim, 'column')}. The first two are one hand, which comes round in {first} positions."
    if waves.dim % 2:
        return f"{count(waves.dim, 'column')}, two for each hand but the last, which has its sine alone."
    turned = number(math.degrees(int(state.get("p_len") or LENGTH) * float(waves.frequencies[-1])))
    return (
        f"{count(waves.dim, 'column')}, two for each hand. The fastest hand comes round in {first} positions, the "
        f"slowest in {last}: in all lines of the picture together it turns by {turned}°."
    )


def width(state: State) -> str:
    """The curve of the distances, with fewer numbers per row."""
    dim, base = _waves(state)
    if dim < 2:
        return ""  # a single sine: the row of position 0 is 0, which points nowhere
    curves = [[cosine(0, far, columns, base) for far in range(LAST + 1)] for columns in (dim, WIDTH)]
    now, before = ([fixed(curve[far]) for far in (1, 20, 100)] for curve in curves)
    wavy, calm = (float(np.abs(np.diff(curve)).sum()) for curve in curves)
    told = f"At distances 1, 20 and 100 the cosine is {listed(now)}; with {WIDTH} numbers per row {listed(before)}."
    if not (dim < WIDTH and wavy > calm):
        return told
    told += " With fewer hands the curve goes up and down more."
    if curves[0][20] > curves[0][10]:
        told += f" Here distance 20 is even nearer than distance 10, which has {fixed(curves[0][10])}."
    return told
