"""Chapter 4: feedback when a task is done, with the numbers on the screen."""

import math
from functools import lru_cache
from html import escape

from explorer.content.en.example_sentence_numbers import names_in, quoted, words_of
from explorer.content.guided_path import State
from explorer.positional_encodings.position_similarity import Waves, alike
from explorer.positional_encodings.sine_cosine import mirror
from explorer.positional_encodings.vector_addition import counted_cosine
from explorer.wording import fixed, number

WIDTH = 128
TURN = 2 * math.pi
PER_TURN, BACK = 12, 44
"""Positions in a turn of the one hand, and the one at which hand 0 of many points up again."""
DRAWN = range(0, WIDTH // 2, 9)
"""Hands that the step draws."""
MOST_WORDS = 8
"""Words whose positions are named."""
BEGUN, DROWNED, PAGE = 4, 0.95, 500
"""Position at first, where the arrows are long enough to be told apart; cosine from which two thin arrows nearly point
the same way; a position on the second page of a text."""
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


def alike_sums(state: State) -> float:
    """How alike two words' sums are where the position itself is added to both."""
    return counted_cosine("dog", "man", int(state.get("p_word_place") or 0))


def drowned(state: State) -> str:
    """How the position, itself added, hides which of two words it is: the visitor's own, or dog and man."""
    if state.get("p_word_position") != "One growing number" or alike_sums(state) < DROWNED:
        return ""
    position, (first, second) = int(state.get("p_word_place") or 0), names_in(str(state.get("own") or ""))
    wide, near, far = (_angle(place) for place in (0, position, PAGE))
    return (
        f"The rows of “{first}” and “{second}” are {wide}° apart. At position {position} their sums are {near}° apart: "
        f"two arrows, still. But a text has hundreds of words: at position {PAGE} it is {far}°, almost one "
        "arrow. The position drowns the word. Chapter 4 finds numbers that stay small."
    )


def _angle(position: int) -> str:
    """Degrees between the sums of the two words."""
    return number(math.degrees(math.acos(counted_cosine("dog", "man", position))), 2)


def still_apart(state: State) -> str:
    """For two sums that can still be told apart."""
    position = int(state.get("p_word_place") or 0) if "p_word_place" in state else BEGUN
    if position == BEGUN or alike_sums(state) >= DROWNED:
        return ""
    return f"At position {position} they are {_angle(position)}° apart. Go on."


def numbered(state: State) -> str:
    """The visitor's words with their positions, as HTML."""
    words = words_of(str(state.get("own") or ""))[:MOST_WORDS] or ["dog", "bites", "man"]
    listed = " · ".join(f"<b>{at}</b> {escape(word)}" for at, word in enumerate(words))
    return f'<p class="guide-seen">Positions count from 0: {listed}</p>'


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
    first = next(iter(words_of(str(state.get("own") or ""))), "")
    alone = f"By hand 0 alone, word {position} would seem to stand where your {quoted(first)} stands. " * bool(first)
    last, knows = len(waves.frequencies) - 1, " knows better" * bool(first)
    return (
        f"{alone}Hand {found}{knows}: it has made {number(made, 2)} turns while hand 0 made {number(fast, 2)}. "
        f"The fast hands tell neighbours apart, the slow ones far positions: hand {last} has made {share} of a turn."
    )
