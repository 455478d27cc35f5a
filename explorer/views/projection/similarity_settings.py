"""What "near" means in a call (`near=`, `compare=`), and its words in sentences.

`explorer.vectors.similarity` decides from it.
"""

from __future__ import annotations

from explorer.vectors.neighbours import Neighbours
from explorer.vectors.preprocessing import AS_IT_IS, Preprocessing
from explorer.vectors.similarity import COSINE, DOT, EUCLID, MEASURES, Near
from explorer.views.view import choice
from explorer.wording import fixed

AS_STORED, CENTRED, AS_SWITCHED = "the table as it is", "the table centred", "the table after the switches"
TABLES = (AS_STORED, CENTRED, AS_SWITCHED)
SHORT = {AS_STORED: "as it is", CENTRED: "centred", AS_SWITCHED: "after the switches"}
BY = {COSINE: "cosine", EUCLID: "straight line (Euclid)", DOT: "dot product"}
VALUES = {COSINE: "cosine", EUCLID: "distance", DOT: "dot product"}
"""What a column of values is called."""
TIED = "More rows are as near as the last of these; the list has those that come first in the table."


def read_similarity(near: str, compare: str, switched: Preprocessing) -> Near:
    """What a call means by near.

    Args:
        near: one of `MEASURES`.
        compare: in which numbers, one of `TABLES`.
        switched: the recipe of the picture's own switches.

    >>> read_similarity("cosine", "the table centred", AS_IT_IS)
    Near(measure='cosine', recipe=Preprocessing(center=True, unit=False, remove=0))
    """
    choice("near", near, MEASURES)
    choice("compare", compare, TABLES)
    return Near(near, {AS_STORED: AS_IT_IS, CENTRED: Preprocessing(center=True), AS_SWITCHED: switched}[compare])


def by(near: Near) -> str:
    """The measure in a sentence, after "by".

    >>> by(Near())
    'cosine'
    """
    return BY[near.measure]


def values(found: Neighbours, near: Near, digits: int = 3) -> dict[str, list[str]]:
    """The column of values of some neighbours, with its name.

    >>> import numpy as np
    >>> values(Neighbours(np.array([3]), np.array([0.5], np.float32)), Near())
    {'cosine': ['0.500']}
    """
    return {VALUES[near.measure]: [fixed(value, digits) for value in found.values]}


def between(value: float, near: Near) -> str:
    """How close two rows of a group are, as part of a sentence.

    >>> between(0.25, Near())
    'have a cosine of 0.250 on average'
    """
    if near.measure == EUCLID:
        return f"lie {fixed(value, 3)} apart (the root of the mean squared straight line)"
    return f"have a {BY[near.measure]} of {fixed(value, 3)} on average"


def read(near: Near) -> str:
    """What a method that moves dots reads of each row: it needs distances, which a cosine and a dot product are not.

    >>> read(Near())
    'rows of unit length'
    >>> read(Near(EUCLID))
    'rows as long as they are'
    >>> read(Near(DOT)).endswith("since the method needs distances and a dot product isn't one")
    True
    """
    if near.measure == COSINE:
        return "rows of unit length"
    if near.measure == EUCLID:
        return "rows as long as they are"
    return "rows as long as they are, since the method needs distances and a dot product isn't one"
