"""Chapter 4: feedback when a task is done, with the numbers on the screen."""

import math
from functools import lru_cache

from explorer.content.en.example_sentence_numbers import quoted, words_of
from explorer.content.guided_path import State
from explorer.positional_encodings.position_similarity import Waves, alike
from explorer.positional_encodings.sine_cosine import mirror
from explorer.wording import fixed, number

WIDTH = 128
TURN = 2 * math.pi
PER_TURN, BACK = 12, 44
"""Positions in a turn of the one hand, and the one at which hand 0 of many points up again."""
DRAWN = range(0, WIDTH // 2, 9)
"""Hands that the step draws."""
DOWN = 0.95
"""How far below its middle the tip of a hand is that points down."""


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
    later = f"Position {position} stands where position {found.position} stood, a turn before. " * (position >= turn)
    if found.alone:
        return (
            f"{later}Within one turn no other position has the sine {fixed(found.sine)}: at position {position} the "
            "hand points straight to the side."
        )
    words, two = words_of(str(state.get("own") or "")), sorted((found.position, found.other))
    mine = ""
    if len(words) > two[0]:
        taken = f"taken for {quoted(words[two[1]])}" if len(words) > two[1] else f"at position {two[1]} too"
        mine = f" By its sine alone your {quoted(words[two[0]])} could be {taken}."
    return (
        f"{later}Positions {found.position} and {found.other} share the sine {fixed(found.sine)}, so a sine alone "
        f"can’t tell them apart. Their cosines can: {fixed(found.cosine)} and {fixed(found.other_cosine)}.{mine}"
    )


def down(state: State) -> int | None:
    """The drawn hand that points down at the position on the screen; None if none does."""
    waves = Waves(2, *_waves(state))
    drawn = [hand for hand in DRAWN if hand < len(waves.frequencies)]
    up = waves.tips(drawn, int(state.get("p_pos") or 0))[1][:, 0]
    return drawn[int(up.argmin())] if up.min() < -DOWN else None


def hands(state: State) -> str:
    """How many turns the hand that points down, the fastest and the slowest have made."""
    position, waves, found = int(state.get("p_pos") or 0), Waves(2, *_waves(state)), down(state)
    if found is None:
        return ""
    made, fast = (position * float(waves.frequencies[hand]) / TURN for hand in (found, 0))
    first = next(iter(words_of(str(state.get("own") or ""))), "")
    alone = f"By hand 0 alone, word {position} would seem to stand where your {quoted(first)} stands. " * bool(first)
    knows = " knows better" * bool(first)
    return (
        f"{alone}Hand {found}{knows}: it has made {number(made, 2)} turns while hand 0 made {number(fast, 2)}. "
        "Fast hands tell neighbours apart, slow ones far positions."
    )
