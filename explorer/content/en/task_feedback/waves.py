"""Chapter 4: feedback when a task is done, with the numbers on the screen."""

import math
from functools import lru_cache

from explorer.content.en.example_sentence_numbers import quoted
from explorer.content.guided_path import State
from explorer.positional_encodings.position_similarity import Waves, alike
from explorer.positional_encodings.sine_cosine import mirror
from explorer.positional_encodings.vector_addition import WORDS, counted_cosine
from explorer.wording import fixed, listed, number

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
    words, two = str(state.get("own") or "").split(), sorted((found.position, found.other))
    mine = ""
    if len(words) > two[1]:
        there = listed(f"{quoted(words[at])} ({at})" for at in two)
        mine = f" In your own sentence {there} stand there, counted from 0."
    return (
        f"{later}Positions {found.position} and {found.other} share the sine {fixed(found.sine)}, so a sine alone "
        f"can’t tell them apart. Their cosines can: {fixed(found.cosine)} and {fixed(found.other_cosine)}.{mine}"
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
        f"The arrow of the position, {position} to the right and {position} up, is {number(grown / own, 2)} times as "
        f"long as that of “{word}”. "
        f"So “{first}” and “{second}” become alike: their sums have a cosine of "
        f"{fixed(counted_cosine(first, second, position))}. The position drowns the word."
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
    made, fast, slow = (position * float(waves.frequencies[hand]) / TURN for hand in (found, 0, -1))
    share = "less than a hundredth" if slow < 0.01 else number(slow, 2)
    return (
        f"Hand {found}: it has made {number(made, 2)} turns while hand 0 made {number(fast, 2)}. The fast hands tell "
        f"neighbours apart, the slow ones far positions: the last, hand {len(waves.frequencies) - 1}, has made {share} "
        "of a turn."
    )
