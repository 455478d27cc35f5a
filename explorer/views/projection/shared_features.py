"""Shared features of a group or cluster: its rows' similarity, their neighbours, and what is frequent among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.neighbours import Neighbours
from explorer.vectors.similarity_measures import Near, directed
from explorer.views.formula import Formula
from explorer.views.projection import similarity_settings as nearness
from explorer.views.projection.cluster_labels import columns_of
from explorer.views.projection.found_clusters import ONLY, START, K, division
from explorer.views.projection.groups import COLUMN, HOW, LIKE, OUTLINE, PLANE, WORDS, How, request_of, rows_of
from explorer.views.projection.principal_components import prepared_table
from explorer.views.projection.similarity_settings import Nearness
from explorer.views.projection.table_source import Source, remembered, remembered_briefly
from explorer.views.setting import Int, Ints, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, fixed, quoted, share, verb
from explorer.words.clusters import Division, divide
from explorer.words.group_statistics import Coded, Shared, alike_at_all, around, coded, shared_values
from explorer.words.selection_outlines import Corner

NEAREST = 12
NOTHING = "No kind of word, and no value of another column, is more frequent here than in the whole table."
CLUSTER: Any = replace(ONLY, default=1, low=1, key="", about="the cluster, counted from 1")


@picture(shared_values, around)
def group_shares(
    *,
    components: Ints = PLANE,
    how: How = HOW,
    column: str = COLUMN,
    pattern: str = LIKE,
    words: Sequence[str] = WORDS,
    outline: Sequence[Corner] = OUTLINE,
    **shared: Unpack[Nearness],
) -> View:
    """Shared features of the rows of a group, selected as in `group`.

    Raises:
        ValueError: as in `group`; fewer than two rows are in it.

    >>> group_shares(table="GloVe", how="a list", words=("rome", "paris", "cat")).table["in the group"][0]
    '2 of 3, 67 %'
    """
    where, recipe, meant = nearness.compared(shared)
    request = request_of(components, how, column, pattern, words, outline)
    rows = rows_of(where, recipe, request)
    if len(rows) < 2:
        raise ValueError(f"Expected a group of at least two rows, got {len(rows)}")
    return _view(where, meant, shared["compare"], rows)


@picture(shared_values, around, divide, given=("found",))
def cluster_shares(
    *, k: Int = K, start: Int = START, only: Int = CLUSTER, found: Division | None = None, **shared: Unpack[Nearness]
) -> View:
    """Shared features of the rows of one cluster of `clusters`.

    `found` is the result of a finished run, if there is one.
    """
    where, _, by = nearness.compared(shared)
    found = found or division(where, by, k, start)
    Whole("", 1, 1, len(found.sizes)).check("only", only, {})  # fewer than k may have been found
    return _view(where, by, shared["compare"], np.flatnonzero(found.labels == only - 1))


def _view(where: Source, meant: Near, compare: str, rows: NDArray[np.int64]) -> View:
    near, alike, found = _of_rows(where, meant, rows.astype(np.int64).tobytes())
    tied = nearness.tied(near, meant, NEAREST)
    near = Neighbours(near.ids[:NEAREST], near.values[:NEAREST])
    says = []
    if len(rows) > 1:
        says.append(
            f"Two rows of the group {nearness.between(alike, meant)} ({compare}); of two rows of the whole table the "
            f"same is {nearness.value_text(_at_all(where, meant), meant, alike)}."
            + (nearness.alike(_at_all(where, meant), meant) if meant == Near() else "")
        )
    if len(near.ids):  # a group of all rows has nothing outside
        scale = float(max(map(abs, near.values)))
        names = (
            f"{quoted(where.table.words[row])} {nearness.value_text(value, meant, scale)}"
            for row, value in zip(near.ids, near.values, strict=True)
        )
        says.append(f"Nearest to their mean, outside of the group, by {nearness.by(meant)}: {', '.join(names)}.")
    says += [] if found else [NOTHING]
    zeros = int((~directed(prepared_table(where, meant.recipe), meant.measure)[rows]).sum())
    left = [
        nearness.TIED * tied,
        f"{count(zeros, 'row')} of the group {verb(zeros, 'is', 'are')} all zeros, without a direction, and "
        f"{verb(zeros, 'counts', 'count')} with a cosine of 0." * (zeros > 0),
    ]
    return View(
        None, " ".join(says), _table(found), (_formula(found[0]),) if found else (), " ".join(filter(None, left))
    )


def likeness(where: Source, meant: Near, rows: NDArray[np.int64]) -> tuple[float, float]:
    """Mean similarity of two rows of a group, and of two rows of the whole table."""
    return _of_rows(where, meant, rows.astype(np.int64).tobytes())[1], _at_all(where, meant)


@remembered
def _columns(where: Source) -> dict[str, Coded]:
    return {name: coded(column) for name, column in columns_of(where.table).items()}


@remembered
def _at_all(where: Source, near: Near) -> float:
    return alike_at_all(prepared_table(where, near.recipe), near.measure)


@remembered_briefly
def _of_rows(where: Source, near: Near, rows: bytes) -> tuple[Neighbours, float, list[Shared]]:
    """Surroundings, similarity and shared features of some rows; `rows` are the bytes of int64."""
    numbers = np.frombuffer(rows, np.int64)
    found, alike = around(prepared_table(where, near.recipe), numbers, NEAREST + 1, near.measure)
    return found, alike, shared_values(_columns(where), numbers)


def _table(found: list[Shared]) -> Table:
    columns = {
        "value": [f"{item.value} ({item.column})" for item in found],
        "in the group": [f"{item.here:,} of {item.group:,}, {share(item.here, item.group)}" for item in found],
        "in the table": [
            f"{item.everywhere:,} of {item.rows:,}, {share(item.everywhere, item.rows)}" for item in found
        ],
        "times as frequent": [item.times for item in found],
        "chance if drawn blindly": [item.chance for item in found],
    }
    return Table(columns if found else {}, "shared")


def _formula(item: Shared) -> Formula:
    return Formula(
        r"\text{times} = \frac{h / g}{t / V}",
        {
            "h": f"rows of the group with the value, {item.here:,}",
            "g": f"rows of the group, {item.group:,}",
            "t": f"rows of the table with the value, {item.everywhere:,}",
            "V": f"rows of the table, {item.rows:,}",
        },
        f"({item.here:,} / {item.group:,}) / ({item.everywhere:,} / {item.rows:,}) = {fixed(item.times, 2)}. A small "
        "chance says that blind drawing would seldom give as many; of many values that you look at, some are small by "
        "luck.",
    )
