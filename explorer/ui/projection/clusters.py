"""Clusters of a table's rows, found in all numbers by k-means: named from their own words, and how separate."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.data.wordtable import WordTable
from explorer.figures.projection import map as figures
from explorer.figures.projection.axes import component_titles
from explorer.figures.projection.named import Label
from explorer.figures.projection.placing import place_labels, to_scale
from explorer.figures.spec import Spec
from explorer.jobs.queue import Job
from explorer.scripts.projection import clusters as scripts
from explorer.ui.projection.formulas import clusters
from explorer.ui.projection.grouping.dividing import KIND, column_of, divided, named_of, sources_of_names, title, wait
from explorer.ui.projection.grouping.sharing import theme
from explorer.ui.projection.on_map import legend
from explorer.ui.projection.table import source
from explorer.vectors.kmeans import silhouettes
from explorer.vectors.nearness import Near
from explorer.vectors.view import Recipe
from explorer.views.projection import colouring
from explorer.views.projection import dots as map_dots
from explorer.views.projection.dots import SIZES
from explorer.views.projection.source import Source, remembered
from explorer.wording import count, fixed, share
from explorer.words.clusters import Division
from explorer.words.divisions import FEWEST, MOST, USUAL
from explorer.words.naming import Named

PART = ui.Part(
    "Clusters",
    why="Nobody told the table which words belong together: [[k-means]] divides its rows into k groups of near rows "
    "(clusters) and finds some in any table, so ask how real they are.",
    look="Read the words in the middle of each cluster. Then compare how separate the clusters are with the same "
    "number for a shuffled table, whose columns know nothing of one another.",
)

KEY = "j_clusters"
CLOSEST = 5
PLACES = 16
"""Dots of a cluster beside which its name may stand: clusters overlap, and the first place is often taken."""


@remembered
def dots_of(where: Source, recipe: Recipe, found: Division) -> dict[str, Any]:
    """All rows as dots, each with its cluster's colour and shape."""
    spots, dots = source.points(where, recipe, (0, 1)), map_dots.dots_of(where, recipe, (0, 1))
    return figures.of_kinds(spots, dots, colouring.kinds_of(column_of(where.table, found), flat=True))


@remembered
def _figure(where: Source, recipe: Recipe, found: Division, only: int) -> Spec:
    """The map with each cluster's name, or with that of one and its rows in front of pale ones."""
    table = where.table
    spots = source.points(where, recipe, (0, 1))
    shown = [only - 1] if only else range(len(found.sizes))
    beside = rows_for_names(spots, found.labels)
    # The middle of each cluster first, then the second places of all, and so on.
    turns = [
        (cluster, beside[cluster][turn]) for turn in range(PLACES) for cluster in shown if turn < len(beside[cluster])
    ]
    numbers, rows = [cluster for cluster, _ in turns], [row for _, row in turns]
    texts = [title(table, found, cluster) for cluster in shown]
    short = [f"{cluster + 1}: {table.words[found.spoken[cluster][0]][:18]}" for cluster in numbers]
    box = source.ends(where, recipe, (0, 1))
    placed = place_labels(spots[rows], short, sizes=to_scale(SIZES, box), bounds=box, limit=MOST, groups=numbers)
    labels = [Label(rows[label.index], short[label.index], label.place) for label in placed]
    groups = {texts[0]: np.flatnonzero(found.labels == only - 1)} if only else {}
    marks = figures.Marks(groups, labels=labels, looks=[only - 1] if only else (), listed=True)
    return _drawn(where, recipe, marks, dots_of(where, recipe, found), pale=bool(only), window=box)


def _drawn(
    where: Source,
    recipe: Recipe,
    marks: figures.Marks,
    dots: dict[str, Any],
    *,
    pale: bool = False,
    window: tuple[float, float, float, float] | None = None,
) -> Spec:
    return figures.word_map(
        source.points(where, recipe, (0, 1)),
        where.table.words,
        marks,
        titles=component_titles(source.space(where, recipe).pca.shares, (0, 1)),
        revision=f"{where.key}{recipe}",
        window=window,
        dots=dots,
        pale=pale,
    )


def _not_yet(where: Source, recipe: Recipe, job: Job, k: int) -> None:
    """The rows without clusters, until those are found."""
    wait(job, k)
    ui.picture(
        KEY,
        _drawn(where, recipe, figures.Marks({}), map_dots.dots_of(where, recipe, (0, 1))),
        summary=f"The rows of {where.table.name}, in grey: their clusters are not found yet.",
    )


def rows_for_names(spots: NDArray[np.float32], labels: NDArray[Any]) -> list[list[int]]:
    """Of each cluster the rows beside which its name may stand: the nearest to the middle of its dots, then others.

    The middle is the lower median each way; the others lie further and further out, in the inner half of the cluster.

    >>> rows_for_names(np.array([[0, 0], [1, 1], [9, 9], [5, 5]], np.float32), np.array([0, 0, 0, 1]))
    [[1, 0], [3]]
    """
    order = np.argsort(labels, kind="stable")
    x, y = np.ascontiguousarray(spots[order].T)
    rows, first = [], 0
    for size in np.bincount(labels).tolist():
        own, half = slice(first, first + size), (size - 1) // 2
        gaps = [(each[own] - np.partition(each[own], half)[half]) ** 2 for each in (x, y)]
        outward = first + np.argsort(gaps[0] + gaps[1], kind="stable")
        rows.append(order[outward[np.unique(np.linspace(0, size // 2, PLACES).astype(int))]].tolist())
        first += size
    return rows


def show() -> None:
    """The map with a colour, a shape and a name for each cluster; their list; how far they can be believed."""
    with ui.controls(KEY):
        line = ui.line()
        where = source.choose(line, nearness=True)
        if where is None:
            return
        table = where.table
        most = min(MOST, len(table.words) - 1)
        if most < FEWEST:
            st.warning(f"This table has {count(len(table.words), 'row')}: too few for clusters.")
            return
        k = line.slider("Clusters (k)", FEWEST, MOST, USUAL, key="j_clusters_k", bind="query-params")
        start = line.number_input(
            "Start",
            0,
            99,
            0,
            key="j_start",
            bind="query-params",
            help="The first middles are drawn at random; another start draws others, and may end elsewhere.",
        )
        choices = sources_of_names(where)
        if where.private and "j_named" not in st.session_state and "j_named" not in st.query_params:
            st.session_state["j_named"] = colouring.to_begin_with(where)
        if st.session_state.get("j_named", KIND) not in choices:
            st.session_state["j_named"] = KIND
        names = line.selectbox("Names from", choices, key="j_named", bind="query-params")
        only = line.number_input("Only cluster (0: all)", 0, MOST, 0, key="j_only", bind="query-params")
    if k > most:
        st.warning(f"This table has {count(len(table.words), 'row')}: {most} clusters are looked for, not {k}.")
        k = most
    meant, recipe = source.meant(where), source.fitting(where)
    found = divided(where, meant, k, start)
    if isinstance(found, Job):
        _not_yet(where, recipe, found, k)
        return
    if only > len(found.sizes):
        st.warning(f"There are {count(len(found.sizes), 'cluster')}; {only} is not one of them, so all are drawn.")
        only = 0
    terms = named_of(where, found, str(names))
    ui.picture(
        KEY,
        _figure(where, recipe, found, only),
        summary=clusters.summary(where, meant, recipe, found, k),
        table=lambda: ui.Table(
            {
                "row": np.arange(len(table.words)),
                "word": list(table.words),
                "cluster": found.labels + 1,
                "silhouette": _silhouettes(where, meant, found),
            },
            "clusters",
        ),
        script=lambda: scripts.clusters(where.loaded, meant, k, start, recipe, names=str(names)),
    )
    st.text(clusters.believe(found, k, start))
    _list(table, found, terms, str(names), only)
    clusters.formula(KEY, table, found, only)
    if only:
        theme(f"{KEY}_only", where, np.flatnonzero(found.labels == only - 1))


@remembered
def _silhouettes(where: Source, meant: Near, found: Division) -> NDArray[np.float32]:
    """Each row's, for the table of data: worked out when somebody opens it."""
    labels = found.labels.astype(np.int64)
    return silhouettes(source.view(where, meant.recipe), labels, meant.measure).values.astype(np.float32)


def _list(table: WordTable, found: Division, terms: list[list[Named]], names: str, only: int) -> None:
    total = len(table.words)

    def take(number: int) -> None:
        st.session_state["j_only"] = number

    legend.show(
        f"{KEY}_list",
        {
            "no.": [str(cluster + 1) for cluster in range(len(found.sizes))],
            "words nearest to its middle": [
                ", ".join(table.words[row] for row in rows[:CLOSEST]) for rows in found.spoken
            ],
            f"frequent here, rare elsewhere ({names})": [
                ", ".join(f"{item.term} ({item.here:,} of {item.everywhere:,})" for item in items) or "–"
                for items in terms
            ],
            "rows": [f"{size:,}, {share(size, total)}" for size in found.sizes],
            "fit": [fixed(found.fits[cluster], 3) for cluster in range(len(found.sizes))],
        },
        range(1, len(found.sizes) + 1),
        pressed=only,
        label="Clusters and their colours and shapes",
        take=take,
    )
    st.caption(
        "Press a number to see that cluster alone. The names come by counting (c-TF-IDF): a piece or word counts much "
        "for a cluster where many of its rows have it and few others do. In brackets: rows of the cluster with it, of "
        "all rows with it. Fit is the mean silhouette of the cluster's rows."
        + (
            " Pieces that begin inside a word (##…) are left out of the list and the title of a cluster that has "
            "other words. They belong to its rows and its fit, and among the pieces of names each counts by its "
            "ending and as one that begins inside a word."
            if not table.begins.all()
            else ""
        )
    )
