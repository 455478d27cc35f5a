"""Chapter 6: feedback when a task is done, with the numbers on the screen."""

from functools import lru_cache

import numpy as np

from explorer.content.guided_path import State
from explorer.vectors.neighbours import agreement
from explorer.wording import listed, signed
from explorer.words.analogies import complete
from explorer.words.parallelogram import corners
from explorer.words.shipped_tables import near_and_drawn_near, shipped

TABLE = "GloVe"
WORD = "dog"
"""The word that the map rings first."""
RINGED = (WORD, "summertime")
"""The words of the riddle."""
DRAWN = (0, 1)
NEAR = 10
SOME = 3
"""Neighbours that a sentence names."""


def searched(state: State, but: tuple[str, ...] = ()) -> int | None:
    """Row of the first searched word that the table has, other than those of `but`; None without one."""
    words = (word.strip()[:60] for word in str(state.get("j_find", "")).split(","))
    found = (shipped(TABLE).find_plain(word) for word in words if word and word.lower() not in but)
    return next((row for row in found if row is not None), None)


def kept(state: State) -> str:
    """How many of a found word's nearest rows are among its nearest dots on the flat map."""
    table, row = shipped(TABLE), searched(state, RINGED)
    if row is None or state.get("j_table", TABLE) != TABLE:
        return ""
    true, drawn = near_and_drawn_near(TABLE, row, NEAR)
    both = len(agreement(true, drawn))
    named = (listed(f"“{table.words[int(i)]}”" for i in near.ids[:SOME]) for near in (true, drawn))
    return (
        f"The map keeps {both} of the {NEAR} rows nearest to “{table.words[row]}”. By all {table.vectors.shape[1]} "
        f"numbers the nearest are {next(named)}; on the map {next(named)}. One row holds all meanings of its word."
    )


GIVEN = ("man", "woman", "king")
KEYS = ("j_a", "j_b", "j_d")
"""Of the fields with these words."""


@lru_cache(maxsize=8)
def analogy(left_out: bool, given: tuple[str, str, str] = GIVEN) -> tuple[tuple[str, float], ...]:
    """The two words nearest to king − man + woman, or to that of other words, in the table, and their cosines.

    None without all three.
    """
    table = shipped(TABLE)
    a, b, c = (table.find(word) for word in given)
    if a is None or b is None or c is None or len({a, b, c}) < 3:
        return ()
    found = complete(table.vectors, a, c, b, 2, exclude_inputs=left_out, allowed=table.begins)
    return tuple((table.words[int(i)], float(x)) for i, x in zip(found.ids, found.values, strict=True))


@lru_cache(maxsize=1)
def from_the_cross(*words: str) -> dict[str, float]:
    """How far the words' dots lie from king − man + woman in the picture.

    As in the picture, every row has length 1.
    """
    table = shipped(TABLE)
    rows = [row for word in ("man", "woman", "king", *words) if (row := table.find(word)) is not None]
    found, _ = corners(table.vectors, rows[:3], rows[3:])
    return dict(zip(words, np.linalg.norm(found[4:] - found[3], axis=1).tolist(), strict=True))


def all_allowed(state: State) -> str:
    """The nearest word with the three given ones among the answers, and without them."""
    if state.get("j_exclude") is not False or state.get("j_table", TABLE) != TABLE:
        return ""
    free, bound = (analogy(left_out, _given(state)) for left_out in (False, True))
    if not free or not bound:
        return ""
    (first, one), (second, two) = free[0], bound[0]
    if first == second:
        return f"Here the rule changes nothing: it is “{first}” ({signed(one)}) with the three given words or without."
    return (
        f"The rule decides the answer: with the three given words allowed it is “{first}” ({signed(one)}), with "
        f"them left out it was “{second}” ({signed(two)})."
    )


def trick_shared(state: State) -> str:
    """Words for a friend on what the sum of three words is, and what it is said to be."""
    if not all_allowed(state):
        return ""
    a, b, c = _given(state)
    (first, _), (second, _) = (analogy(left_out, (a, b, c))[0] for left_out in (False, True))
    if first == second:
        return ""
    return f"{b} − {a} + {c} = {second}? No: it is {first}, unless somebody leaves {first} out. See for yourself:"


def _given(state: State) -> tuple[str, str, str]:
    a, b, c = (str(state.get(key, word)) for key, word in zip(KEYS, GIVEN, strict=True))
    return a, b, c
