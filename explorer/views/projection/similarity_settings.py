"""Similarity settings of a call (`near=`, `compare=`), and their wording in sentences.

`explorer.vectors.similarity_measures` decides from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from explorer.vectors.neighbours import Neighbours
from explorer.vectors.preprocessing import AS_IT_IS, Preprocessing
from explorer.vectors.similarity_measures import COSINE, DOT, EUCLID, MEASURES, Measure, Near, tolerance
from explorer.views.projection.settings import Prepared, prepared
from explorer.views.projection.table_source import Source
from explorer.views.setting import Choice
from explorer.wording import count, fixed

Compared = Literal["the table as it is", "the table centred", "the table after the switches"]
TABLES: tuple[str, ...] = get_args(Compared)
AS_STORED, CENTRED, AS_SWITCHED = TABLES
SHORT = {AS_STORED: "as it is", CENTRED: "centred", AS_SWITCHED: "after the switches"}
BY = {COSINE: "cosine", EUCLID: "straight line (Euclid)", DOT: "dot product"}
VALUES = {COSINE: "cosine", EUCLID: "distance", DOT: "dot product"}
"""Name of a column of values."""
NEAR: Any = Choice(
    "Two words are near by",
    COSINE,
    MEASURES,
    key="j_near",
    help="Cosine compares directions. The straight line (Euclid) is the distance between the rows. The dot "
    "product is the cosine times both lengths, so long rows are near to many.",
    about="what counts as near",
)
COMPARE: Any = Choice(
    "in all numbers of",
    AS_STORED,
    TABLES,
    key="j_compare",
    help="Centred: the mean row is subtracted from every row. The switches are those under More on the map: "
    "Centre, Unit length and Remove top directions.",
    about="table in which rows are compared; the switches are `center`, `unit` and `remove`",
)


class Nearness(Prepared, total=False):
    """A prepared table, and when two of its rows are near."""

    near: Annotated[Measure, NEAR]
    compare: Annotated[Compared, COMPARE]


def compared(given: Mapping[str, Any]) -> tuple[Source, Preprocessing, Near]:
    """The table, the recipe of the picture's own switches, and the similarity."""
    where, recipe = prepared(given)
    return where, recipe, read_similarity(given["near"], given["compare"], recipe)


ALIKE = 0.8
"""Mean cosine of two rows from which a sentence says that all are alike."""
TIED = "More rows are as near as the last of these; the list has those that come first in the table."


def read_similarity(near: str, compare: str, switched: Preprocessing) -> Near:
    """The similarity settings of a call in one; `switched` is the recipe of the picture's own switches.

    >>> read_similarity("cosine", "the table centred", AS_IT_IS)
    Near(measure='cosine', recipe=Preprocessing(center=True, unit=False, remove=0))
    """
    return Near(near, {AS_STORED: AS_IT_IS, CENTRED: Preprocessing(center=True), AS_SWITCHED: switched}[compare])


def alike(mean: float, near: Near) -> str:
    """Sentence on a table whose rows all point nearly the same way, and what shows their differences; "" for another.

    >>> alike(0.5, Near()), alike(0.99, Near(EUCLID)), "0.990" in alike(0.99, Near())
    ('', '', True)
    """
    if near != Near() or mean < ALIKE:
        return ""
    return (
        f" Two rows taken at random have a cosine of {fixed(mean, 3)}: the mean row is the larger part of each. What "
        f"tells them apart counts in “{CENTRED}”, under Near means."
    )


def tied(found: Neighbours, near: Near, k: int) -> bool:
    """Whether there is a tie at the end of a list, whose first row beyond `k` is as near as the last.

    >>> import numpy as np
    >>> far = Neighbours(np.arange(3), np.array([1e-8, 2e-8, 3e-8], np.float32))
    >>> tied(far, Near(EUCLID), 2), tied(far, Near(COSINE), 2), tied(far, Near(EUCLID), 3)
    (False, True, False)
    """
    if not 0 < k < len(found.ids):
        return False
    last, after = found.values[k - 1 : k + 1]
    return abs(float(last) - float(after)) <= float(tolerance(found.values[k : k + 1], near.measure)[0])


def tied_rows(tied: int, rows: int, k: int, dots: int = 0) -> str:
    """Sentences on rows with a tie at the end of their k nearest rows or dots, which a share counts; "" without any.

    >>> tied_rows(0, 9, 3), tied_rows(9, 9, 3)[:11], tied_rows(0, 9, 3, 2)[:12]
    ('', ' For all 9 ', ' For 2 of 9 ')
    """
    last = f"the last of the {k} nearest" if k > 1 else "the nearest"
    sentence = ""
    for many, things in ((tied, "rows"), (dots, "dots")):
        whom = f"all {rows:,} rows" if many == rows else f"{many:,} of {count(rows, 'row')}"
        if many:
            sentence += f" For {whom}, more {things} are as near as {last}: the first of them in the table are counted."
    return sentence + " So the shares say nothing here." * (sentence != "" and rows in (tied, dots))


def by(near: Near) -> str:
    """The measure in a sentence, after "by".

    >>> by(Near())
    'cosine'
    """
    return BY[near.measure]


def read(near: Near) -> str:
    """Wording for the input of t-SNE and UMAP, which need distances; a cosine and a dot product are not distances.

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
