"""A table's clusters and their names, found once for each table and setting."""

from __future__ import annotations

import numpy as np

from explorer.data.wordtable import WordTable
from explorer.ui.projection import source
from explorer.ui.projection.colouring import Column
from explorer.ui.projection.remember import Source, remembered
from explorer.ui.projection.sharing import columns_of
from explorer.vectors.nearness import Near
from explorer.words.clusters import Division, divide
from explorer.words.naming import Named, Terms, named, pieces, terms_of, whole, words_of

KIND, PIECES, WORDS = "kind of word", "pieces of words", "words of labels"


@remembered
def divided(where: Source, meant: Near, k: int, start: int) -> Division:
    """The division, found once for each table, meaning of near, k and start."""
    return divide(source.view(where, meant.recipe), k, start, meant.measure, words=where.table.begins)


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
def named_of(where: Source, meant: Near, k: int, start: int, names: str) -> list[list[Named]]:
    """Of each cluster the pieces or words that weigh most."""
    labels = divided(where, meant, k, start).labels
    return named(_terms(where, names), labels, int(labels.max()) + 1)


def sources_of_names(table: WordTable) -> list[str]:
    """What names can be made of: kinds of words, pieces of words, words of longer labels, columns of texts."""
    several = [WORDS] if any(" " in word.strip() for word in table.words) else []
    texts = [name for name, column in table.metadata.items() if column.dtype.kind == "U"]
    return [KIND, PIECES, *several, *texts]


def title(table: WordTable, found: Division, cluster: int) -> str:
    """A cluster's number and the two words nearest to its middle, as under the pointer; whole ones if it has any."""
    return f"{cluster + 1}: {', '.join(table.words[row][:18] for row in found.spoken[cluster][:2])}"


def column_of(table: WordTable, found: Division) -> Column:
    """The clusters as a column of texts, in the map's colours and shapes."""
    titles = [title(table, found, cluster) for cluster in range(len(found.sizes))]
    return Column(("", *titles), (found.labels + 1).astype(np.uint16), np.array([0, *found.sizes]))
