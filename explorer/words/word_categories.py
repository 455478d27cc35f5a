"""Word categories, to check whether a table separates them: from the Google set and from our own short lists."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.data import load_analogies

OWN = {
    "numbers": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion",
    "animals": "dog cat horse cow sheep pig goat lion tiger bear wolf fox deer rabbit mouse rat elephant monkey "
    "snake frog fish shark whale bird eagle duck chicken goose owl bee ant spider",
    "food": "bread cheese butter milk meat beef rice wheat corn sugar salt apple orange banana grape lemon potato "
    "tomato onion soup cake coffee tea wine beer",
    "colours": "red green blue yellow black white brown pink purple orange grey gray violet crimson",
    "body": "head face eye ear nose mouth tooth neck shoulder arm hand finger leg knee foot heart brain skin "
    "bone blood",
    "months and days": "january february march april june july august september october november december monday "
    "tuesday wednesday thursday friday saturday sunday",
    "feelings": "love hate joy anger fear hope grief pride shame envy happy sad angry afraid glad sorry lonely proud",
}
FROM_GOOGLE: dict[str, tuple[str, tuple[int, ...]]] = {
    "countries": ("capital-world", (1, 3)),
    "capitals": ("capital-world", (0, 2)),
    "family": ("family", (0, 1, 2, 3)),
    "nationalities": ("gram6-nationality-adjective", (1, 3)),
    "verbs, -ing": ("gram5-present-participle", (1, 3)),
    "verbs, past": ("gram7-past-tense", (1, 3)),
    "verbs": ("gram5-present-participle", (0, 2)),
    "adjectives, -er": ("gram3-comparative", (1, 3)),
    "adjectives, -est": ("gram4-superlative", (1, 3)),
    "adverbs, -ly": ("gram1-adjective-to-adverb", (1, 3)),
    "plurals": ("gram8-plural", (1, 3)),
}
NAMES = (*list(FROM_GOOGLE)[:1], "numbers", "animals", *list(FROM_GOOGLE)[2:3], *list(FROM_GOOGLE)[4:7], "capitals")
NAMES += tuple(name for name in (*OWN, *FROM_GOOGLE) if name not in NAMES)
"""All kinds of words; the first four are a page's default."""


@lru_cache(maxsize=64)
def words_in(name: str) -> tuple[str, ...]:
    """Words of a kind, in a fixed order, without repetition.

    Raises:
        ValueError: an unknown kind.

    >>> words_in("family")[:4], len(words_in("countries"))
    (('boy', 'girl', 'brother', 'sister'), 116)
    """
    if name in OWN:
        return tuple(OWN[name].split())
    if name not in FROM_GOOGLE:
        raise ValueError(f"Unknown kind of words {name!r}: expected one of {', '.join(NAMES)}")
    section, columns = FROM_GOOGLE[name]
    return tuple(dict.fromkeys(question[column] for question in load_analogies()[section] for column in columns))


def members(find: Callable[[str], int | None], names: Sequence[str]) -> Mapping[str, NDArray[np.int64]]:
    """Row numbers of a table's words of some kinds; a word of several kinds belongs to the first one named.

    >>> rows = members({"red": 4, "orange": 5, "lemon": 6}.get, ["colours", "food"])
    >>> {name: ids.tolist() for name, ids in rows.items()}
    {'colours': [4, 5], 'food': [6]}
    """
    taken: set[int] = set()
    found: dict[str, NDArray[np.int64]] = {}
    for name in names:
        rows = dict.fromkeys(row for word in words_in(name) if (row := find(word)) is not None and row not in taken)
        taken.update(rows)
        found[name] = np.array(list(rows), np.int64)
    return found
