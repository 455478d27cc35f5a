"""Settings shared by the views of the Projection page: the table, its preparation, a word, the components drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from explorer.vectors.preprocessing import Preprocessing
from explorer.views.projection.table_source import Source, TableLike, opened
from explorer.views.setting import Choice, Int, Others, Own, Switch, Text, Whole
from explorer.words.shipped_tables import SHIPPED


def are_texts(value: Any, others: Others) -> bool:
    """Whether a value is a tuple of texts."""
    return isinstance(value, tuple) and all(isinstance(each, str) for each in value)


def are_corners(value: Any, others: Others) -> bool:
    """Whether a value is a tuple of pairs of finite numbers."""
    pairs = isinstance(value, tuple) and all(isinstance(each, tuple) and len(each) == 2 for each in value)
    return pairs and all(isinstance(at, int | float) and math.isfinite(at) for each in value for at in each)


class _OfTable(Choice):
    def read(self, value: Any) -> Source:
        """The opened table, which the bounds of later settings may depend on."""
        return opened(value)


TABLE: Any = _OfTable(
    "Table",
    "MiniLM",
    tuple(SHIPPED),
    also="the path of your own file, a DataFrame or an array of rows",
    about="whose rows are compared or drawn",
)
CENTER: Any = Switch(
    "Centre",
    True,
    key="j_center",
    help="Subtract the mean row, so that directions are differences between words.",
    about="whether the mean row is subtracted",
)
UNIT: Any = Switch(
    "Unit length",
    False,
    key="j_unit",
    help="Divide each row by its length at the end: then only directions count, as in a cosine.",
    about="whether rows are made equally long",
)
REMOVE: Any = Whole(
    "Remove top directions",
    0,
    0,
    10,
    key="j_remove",
    typed=True,
    help="Take the strongest k directions out. Without Unit length the picture then starts at what was component "
    "k + 1; cosines in the shown view change too.",
    about="how many of the strongest directions are taken out, at most as many as the table has room for",
)


class Prepared(TypedDict, total=False):
    """A table, and what is done to its rows first."""

    table: Annotated[TableLike, TABLE]
    center: Annotated[bool, CENTER]
    unit: Annotated[bool, UNIT]
    remove: Annotated[Int, REMOVE]


def prepared(given: Mapping[str, Any]) -> tuple[Source, Preprocessing]:
    """The table of a view's settings, and the recipe."""
    where = opened(given["table"])
    return where, fitting(where, given["center"], given["unit"], given["remove"])


def fitting(where: Source, center: bool, unit: bool, remove: int) -> Preprocessing:
    """The recipe, with at most as many directions removed as the table has."""
    return Preprocessing(center, unit, min(remove, min(where.table.vectors.shape) - 1))


WORD: Any = Text("Word", "king", about="the central word")


def of_table(others: Others) -> Source | None:
    """The opened table; None where settings are only described, without opening one."""
    table = others.get("table")
    return table if isinstance(table, Source) else None


def components(least: int, most: int, about: str = "on the axes, counted from 1") -> Any:
    """The setting of `least` to `most` of the table's components, by default the first two."""

    def last(others: Others) -> int:
        where = of_table(others)
        return min(where.table.vectors.shape) if where else 0

    def right(value: Any, others: Others) -> bool:
        is_some = isinstance(value, tuple) and least <= len(value) <= most
        return is_some and all(type(each) is int and 1 <= each <= last(others) for each in value)

    def says(others: Others) -> str:
        many = f"{least}" if least == most else f"{least} to {most}"
        return f"{many} whole numbers from 1 to " + (f"{last(others):,}" if last(others) else "the last component")

    return Own("Components", (1, 2), right, says, about=about)


COMPONENTS = components(2, 3)
