"""Chapter 5: feedback when a task is done, with the numbers on the screen."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from explorer.content.guide import State
from explorer.vectors.line_projection import closest_shadows, shadow
from explorer.vectors.neighbours import agreement, cosine_neighbours, picture_neighbours
from explorer.vectors.pca import prepare
from explorer.vectors.preprocessing import AS_IT_IS
from explorer.wording import fixed, share, signed, verb
from explorer.words.analogies import complete
from explorer.words.parallelogram import corners
from explorer.words.shipped_tables import components, shipped
from explorer.words.toy_words import WORDS, points

TABLE = "MiniLM"
WORD = "king"
"""The word that the map rings first."""
DRAWN = (0, 1)
NEAR = 10


def half(table: str) -> int:
    """How many components hold half of a table's variance."""
    return int(np.searchsorted(np.cumsum(components(table).shares), 0.5 - 1e-12)) + 1


def turned(state: State, start: int) -> str:
    """What the line keeps at its angle, and what happens to the ringed words."""
    angle = int(state.get("j_angle", start))
    if angle == start:
        return ""
    one, two, _, near = closest_shadows(points(), angle)
    turned_line = shadow(points(), angle)
    now, before = share(turned_line.share, digits=2), share(shadow(points(), start).share, digits=2)
    first, second, _, met = closest_shadows(points(), start)
    told = (
        f"At {angle}° the line keeps {now} of the spread, at {start}° it kept {before}. The shadows of "
        f"“{WORDS[first]}” and “{WORDS[second]}”, {fixed(met)} apart before, are now "
        f"{fixed(abs(float(turned_line.coordinates[first] - turned_line.coordinates[second])))} apart."
    )
    if (one, two) == (first, second):
        return told
    return (
        f"{told} The rings have moved on, to “{WORDS[one]}” and “{WORDS[two]}”: of the words that lie far apart, "
        f"these have the closest shadows at this angle, and even they are {fixed(near)} apart."
    )


def searched(state: State, but: str = "") -> int | None:
    """Row of the first searched word that the table has, other than `but`; None without one."""
    words = (word.strip()[:60] for word in str(state.get("j_find", "")).split(","))
    found = (shipped(TABLE).find_plain(word) for word in words if word and word.lower() != but)
    return next((row for row in found if row is not None), None)


def found_word(state: State) -> str:
    """How far a found word's row lies from the middle, and how much of that the map shows."""
    table, row = shipped(TABLE), searched(state, WORD)
    if row is None or state.get("j_table", TABLE) != TABLE:
        return ""
    found = components(TABLE)
    whole = float(np.linalg.norm(table.vectors[row].astype(np.float64) - found.mean))
    drawn = float(np.linalg.norm(found.project(table.vectors[row : row + 1], DRAWN)[0]))
    return (
        f"“{table.words[row]}” lies {fixed(whole)} from the middle of the cloud if all {len(found.shares)} numbers "
        f"count. On the map it is {fixed(drawn)} from the middle. The rest points out of the picture."
    )


def other_table(state: State) -> str:
    """How many directions hold half of GloVe's variance, beside MiniLM."""
    other = "GloVe"
    if state.get("j_table") != other:
        return ""
    return (
        f"{other} has {len(components(other).shares)} directions, and {half(other)} of them hold half of the spread; "
        f"{TABLE} needed {half(TABLE)} of {len(components(TABLE).shares)}. Two directions keep "
        f"{share(components(other).explained(DRAWN))} of {other} and {share(components(TABLE).explained(DRAWN))} of "
        f"{TABLE}. So it is easier to draw, and most of it still stays out of the picture."
    )


def third(state: State) -> str:
    """What a third direction adds."""
    if state.get("j_view") != "3D" or state.get("j_table", TABLE) != TABLE:
        return ""
    found = components(TABLE)
    return (
        f"The third direction adds {share(float(found.shares[2]))} of the spread: {share(found.explained((0, 1, 2)))} "
        f"in all, where two kept {share(found.explained(DRAWN))}. {len(found.shares) - 3} directions stay out of "
        f"sight.{_still(state)}"
    )


def _still(state: State) -> str:
    """How many of a found word's nearest rows are among its nearest dots in three directions."""
    table, row = shipped(TABLE), searched(state)
    if row is None:
        return ""
    true = cosine_neighbours(prepare(table.vectors, AS_IT_IS), row, NEAR)
    drawn = picture_neighbours(components(TABLE).project(table.vectors, (0, 1, 2)), row, NEAR)
    both = len(agreement(true, drawn))
    there = f"{both} {verb(both, 'is', 'are')} among its {NEAR} nearest dots"
    told = f" Of the {NEAR} rows nearest to “{table.words[row]}”, {there}."
    flat = picture_neighbours(components(TABLE).project(table.vectors, DRAWN), row, NEAR)
    one, other = (table.words[int(near.ids[0])] for near in (flat, drawn))
    if one == other:
        return told
    return f"{told} The nearest dot was “{one}” and is “{other}” now: the third direction has changed who seems near."


@lru_cache(maxsize=2)
def analogy(left_out: bool) -> tuple[tuple[str, float], ...]:
    """The two words nearest to king − man + woman in GloVe, and their cosines."""
    table = shipped("GloVe")
    man, king, woman = (table.find(word) for word in ("man", "king", "woman"))
    assert man is not None and king is not None and woman is not None
    found = complete(table.vectors, man, king, woman, 2, exclude_inputs=left_out)
    return tuple((table.words[int(i)], float(x)) for i, x in zip(found.ids, found.values, strict=True))


@lru_cache(maxsize=1)
def from_the_cross(*words: str) -> dict[str, tuple[float, float]]:
    """How far the words' rows lie from king − man + woman in GloVe: in the picture, and in all numbers.

    As in the picture, every row has length 1.
    """
    table = shipped("GloVe")
    rows = [row for word in ("man", "woman", "king", *words) if (row := table.find(word)) is not None]
    found, away = corners(table.vectors, rows[:3], rows[3:])
    drawn = np.linalg.norm(found[4:] - found[3], axis=1)
    return {w: (float(d), math.hypot(d, out)) for w, d, out in zip(words, drawn, away[4:], strict=True)}


def all_allowed(state: State) -> str:
    """The nearest word with the three given ones among the answers, and without them."""
    words = (("j_a", "man"), ("j_b", "woman"), ("j_d", "king"))
    if state.get("j_exclude") is not False or any(str(state.get(key, word)) != word for key, word in words):
        return ""
    if state.get("j_table", "GloVe") != "GloVe":
        return ""
    (first, one), (second, two) = analogy(False)[0], analogy(True)[0]
    return (
        f"With the three given words allowed, the nearest is “{first}” ({signed(one, 3)}); with them left out it was "
        f"“{second}” ({signed(two, 3)}). The question decides the answer."
    )
