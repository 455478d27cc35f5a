"""Chapter 6: feedback when a task is done, with the numbers on the screen."""

from functools import lru_cache

import numpy as np

from explorer.content.guided_path import RIGHT, State
from explorer.vectors.neighbours import agreement
from explorer.wording import listed, share, signed
from explorer.words.analogies import complete
from explorer.words.shipped_tables import components, near_and_drawn_near, shipped

TABLE = "GloVe"
WORD = "dog"
"""The word that the map rings first."""
RINGED = (WORD, "summertime")
"""The words of the riddle."""
APART = 1.0
"""How far apart two rings count as parted, in spreads (standard deviations) of the map's dots."""
NEAR = 10
SOME = 3
"""Neighbours that a sentence names."""


def searched(state: State, but: tuple[str, ...] = ()) -> int | None:
    """Row of the first searched word that the table has, other than those of `but`; None without one."""
    words = (word.strip()[:60] for word in str(state.get("j_find", "")).split(","))
    found = (shipped(TABLE).find_plain(word) for word in words if word and word.lower() not in but)
    return next((row for row in found if row is not None), None)


def _drawn(state: State) -> tuple[int, int]:
    """The two components on the map: the light turns the first."""
    return int(state.get("j_c1") or 1) - 1, 1


def _gap(state: State) -> float:
    """Distance of the riddle's two dots on the map, in spreads of its dots."""
    table, spots = shipped(TABLE), components(TABLE).project(shipped(TABLE).vectors, _drawn(state))
    one, other = (spots[table.find(word)] for word in RINGED)
    return float(np.linalg.norm((one - other) / spots.std(axis=0)))


def parted(state: State) -> float | None:
    """How far apart the riddle's words are on the map, where the light has been turned until they part."""
    gap = _gap(state)
    return gap if gap >= APART and state.get("j_table", TABLE) == TABLE else None


def half_done(state: State) -> str:
    """For a light that was not turned, one in which the two words still share a shadow, and one that parts them."""
    turned = int(state.get("j_c1") or 1)
    if turned == 1:
        return "Turn the light too." * (searched(state, RINGED) is not None)
    one, other = RINGED
    if parted(state) is None:
        return f"By direction {turned} “{one}” and “{other}” still lie close. Try another."
    return (
        f"{RIGHT}by direction {turned} they lie apart: they only shared a shadow. The first two directions "
        f"hold {share(float(components(TABLE).shares[:2].sum()), digits=2)} of how rows differ. Now find a word."
    )


def kept(state: State) -> str:
    """How many of a found word's nearest rows are among its nearest dots on the map."""
    table, row = shipped(TABLE), searched(state, RINGED)
    if row is None or state.get("j_table", TABLE) != TABLE:
        return ""
    true, drawn = near_and_drawn_near(TABLE, row, NEAR, _drawn(state))
    both = len(agreement(true, drawn))
    named = (listed(f"“{table.words[int(i)]}”" for i in near.ids[:SOME]) for near in (true, drawn))
    return (
        f"The map keeps {both} of the {NEAR} rows nearest to “{table.words[row]}”. By all {table.vectors.shape[1]} "
        f"numbers the nearest are {next(named)} (◇), on the map {next(named)} (×)."
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
        f"The rule decides: with the three given words allowed it is “{first}” ({signed(one)}), with them left out "
        f"“{second}” ({signed(two)}). That is often not told. Now try your own: france, paris, poland."
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
