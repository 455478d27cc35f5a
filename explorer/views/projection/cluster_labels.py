"""Cluster labels from their own words, from kinds of words, or from the values of a column."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.word_table import WordTable
from explorer.views.projection.colouring import CategoryColumn
from explorer.views.projection.groups import texts_of
from explorer.views.projection.table_source import Source, remembered
from explorer.words.cluster_names import ClusterName, Terms, name_clusters, pieces, terms_of, whole, words_of
from explorer.words.clusters import Division
from explorer.words.word_categories import NAMES, members

KIND, PIECES, WORDS = "kind of word", "pieces of words", "words of labels"
_UNUSED = re.compile(r"\[unused\d+\]")
"""Rows that BERT’s vocabulary keeps free."""
DISTINCT = 50
"""Maximum number of distinct values for which a column contributes values instead of words."""


def columns_of(table: WordTable) -> dict[str, NDArray[Any]]:
    """Columns for shared values: kinds of words, and each metadata column with few distinct values."""
    kinds = np.full(len(table.words), "", dtype=f"U{max(map(len, NAMES))}")
    for name, rows in members(table.find, NAMES).items():
        kinds[rows] = name
    found: dict[str, NDArray[Any]] = {KIND: kinds}
    for name in table.metadata:
        values = np.array(texts_of(table, name))
        if len(np.unique(values)) <= DISTINCT:
            found[name] = values
    return found


@remembered
def _terms(where: Source, names: str) -> Terms:
    table = where.table
    if names in (PIECES, WORDS):
        return terms_of(table.words, pieces if names == PIECES else words_of)
    columns = columns_of(table)
    if names in columns:
        return terms_of(columns[names].tolist(), whole)
    return terms_of(table.metadata[names].tolist(), words_of)


@remembered
def named_of(where: Source, found: Division, names: str) -> list[list[ClusterName]]:
    """Pieces or words with the largest weight in each cluster."""
    return name_clusters(_terms(where, names), found.labels, len(found.sizes))


@remembered
def sources_of_names(where: Source) -> list[str]:
    """Sources of cluster names: kinds of words, pieces of words, words of longer labels, columns of texts."""
    table = where.table
    several = [WORDS] if any(" " in word.strip() for word in table.words) else []
    texts = [name for name, column in table.metadata.items() if column.dtype.kind in "UO"]
    return [KIND, PIECES, *several, *texts]


def short_name(where: Source, found: Division, cluster: int) -> str:
    """Label of a cluster on the map: its number and most frequent kind of word, else the word nearest to its middle."""
    named = named_of(where, found, KIND)[cluster]
    nearest = where.table.words[found.spoken[cluster][0]][:18]
    return f"{cluster + 1}: {named[0].term if named else _UNUSED.sub('tokens never used', nearest)}"


def title(table: WordTable, found: Division, cluster: int) -> str:
    """Hover title of a cluster: its number and the two words nearest to its centroid, whole words if it has any."""
    return f"{cluster + 1}: {', '.join(table.words[row][:18] for row in found.spoken[cluster][:2])}"


def column_of(table: WordTable, found: Division) -> CategoryColumn:
    """The clusters as a column of texts, in the map's colours and shapes."""
    titles = [title(table, found, cluster) for cluster in range(len(found.sizes))]
    return CategoryColumn(("", *titles), found.labels + np.uint8(1), np.array([0, *found.sizes]))
