"""A table's clusters and their names, found once for each table and setting."""

from __future__ import annotations

import numpy as np

from explorer.data.wordtable import WordTable
from explorer.jobs.queue import Job
from explorer.ui.frame.progress import wait_for
from explorer.ui.projection.grouping.sharing import columns_of
from explorer.vectors.nearness import Near
from explorer.views.projection.colouring import Column
from explorer.views.projection.source import DIVISIONS, Source, queue_of, remembered, remembering
from explorer.wording import count
from explorer.words.clusters import Division
from explorer.words.divisions import DivisionRequest, made_before, run
from explorer.words.naming import Named, Terms, named, pieces, terms_of, whole, words_of
from explorer.words.tables import SHIPPED

KIND, PIECES, WORDS = "kind of word", "pieces of words", "words of labels"
KEPT, SHARED = 40, 120
"""Divisions that a session keeps of its own tables, and the server of all others: a byte per row and a few lists."""


class StillLookedForError(Exception):
    """The division is not there yet; `job` is at work on it."""

    def __init__(self, job: Job) -> None:
        super().__init__("the clusters are not there yet")
        self.job = job


def divided(where: Source, meant: Near, k: int, start: int) -> Division | Job:
    """The division, or the run that will find it: the server's own process never looks for one."""
    before = None if where.private else made_before(where.key, meant, k, start)
    if before is not None:
        return before
    try:
        return _found(where, meant, k, start)
    except StillLookedForError as wait:
        return wait.job


@remembering(DIVISIONS, KEPT, SHARED, is_heavy=True)
def _found(where: Source, meant: Near, k: int, start: int) -> Division:
    runs = queue_of(where)
    job = runs.submit(run, requested(where, meant, k, start))
    if job.state != "done":
        raise StillLookedForError(job)
    runs.forget(job)
    found: Division = job.records[-1]
    return found


def requested(where: Source, meant: Near, k: int, start: int) -> DivisionRequest:
    """What is asked of the other process: a shipped table by its name, one on the disk by its place, others whole."""
    if where.key in SHIPPED:
        return DivisionRequest(where.key, meant, k, start, name=where.key)
    if where.path is not None:
        return DivisionRequest(where.key, meant, k, start, path=str(where.path))
    return DivisionRequest(where.key, meant, k, start, lent=(where.table.vectors, where.table.begins))


def wait(job: Job, k: int) -> None:
    """Say how far the search is, until it has ended."""
    wait_for(
        job,
        "j_clusters_again",
        doing=f"Looking for {count(k, 'cluster')}",
        label="The search for clusters",
        failed="The clusters were not found.",
        again="Look again",
    )


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
def named_of(where: Source, found: Division, names: str) -> list[list[Named]]:
    """Of each cluster the pieces or words that weigh most."""
    return named(_terms(where, names), found.labels, len(found.sizes))


@remembered
def sources_of_names(where: Source) -> list[str]:
    """What names can be made of: kinds of words, pieces of words, words of longer labels, columns of texts."""
    table = where.table
    several = [WORDS] if any(" " in word.strip() for word in table.words) else []
    texts = [name for name, column in table.metadata.items() if column.dtype.kind == "U"]
    return [KIND, PIECES, *several, *texts]


def title(table: WordTable, found: Division, cluster: int) -> str:
    """A cluster's number and the two words nearest to its middle, as under the pointer; whole ones if it has any."""
    return f"{cluster + 1}: {', '.join(table.words[row][:18] for row in found.spoken[cluster][:2])}"


def column_of(table: WordTable, found: Division) -> Column:
    """The clusters as a column of texts, in the map's colours and shapes."""
    titles = [title(table, found, cluster) for cluster in range(len(found.sizes))]
    return Column(("", *titles), found.labels + np.uint8(1), np.array([0, *found.sizes]))
