"""Cluster labels: the kinds of words, or the values of the table's own column, that are frequent in a cluster."""

from __future__ import annotations

import re

import numpy as np

from explorer.data.word_table import WordTable
from explorer.views.projection.colouring import KINDS, CategoryColumn, column, to_begin_with
from explorer.views.projection.table_source import Source, remembered
from explorer.words.cluster_names import ClusterName, name_clusters
from explorer.words.clusters import Division
from explorer.words.word_categories import NAMES

_UNUSED = re.compile(r"\[unused\d+\]")
"""Rows that BERT’s vocabulary keeps free."""


def names_from(where: Source) -> str:
    """What names the clusters: kinds of words, or a column of a file that knows few of them."""
    return to_begin_with(where)


@remembered
def named_of(where: Source, found: Division) -> list[list[ClusterName]]:
    """Kinds or values with the largest weight in each cluster."""
    names = names_from(where)
    known = column(where, names, NAMES if names == KINDS else ())
    assert known is not None
    return name_clusters(known.values, known.codes, found.labels, len(found.sizes))


def short_name(where: Source, found: Division, cluster: int) -> str:
    """Label of a cluster on the map: its number and most telling kind of word, else the word nearest to its middle."""
    named = named_of(where, found)[cluster]
    nearest = where.table.words[found.spoken[cluster][0]]
    if named:
        return f"{cluster + 1}: with {named[0].term[:18]}"  # of thousands of rows a few have a kind
    return f"{cluster + 1}: {_UNUSED.sub('tokens never used', nearest)[:18]}"


def title(table: WordTable, found: Division, cluster: int) -> str:
    """Hover title of a cluster: its number and the two words nearest to its centroid, whole words if it has any."""
    return f"{cluster + 1}: {', '.join(table.words[row][:18] for row in found.spoken[cluster][:2])}"


def column_of(table: WordTable, found: Division) -> CategoryColumn:
    """The clusters as a column of texts, in the map's colours and shapes."""
    titles = [title(table, found, cluster) for cluster in range(len(found.sizes))]
    return CategoryColumn(("", *titles), found.labels + np.uint8(1), np.array([0, *found.sizes]))
