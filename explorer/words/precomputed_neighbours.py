"""Precomputed nearest rows of every row of the shipped tables.

One word against all others is one pass over the table, which for MiniLM's 47 MB is a quarter of the cost of a change of
the map, and more if many visitors type at once, since they share the memory bandwidth.
`tools/precompute_word_results.py` writes the 20 nearest rows by the page's default measure to
`precomputed_neighbours.npz`; the similarities are computed each time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data import shipped_files
from explorer.data.cache import cached
from explorer.vectors.neighbours import Neighbours, cosines, top_of_each
from explorer.vectors.preprocessing import PreparedTable, as_prepared
from explorer.vectors.similarity_measures import Near, closeness, near_rows
from explorer.words.cluster_cache import MADE_OF

MOST = 20
"""Neighbours stored for each row: the maximum of the map's slider."""
FILE = Path(__file__).with_name("precomputed_neighbours.npz")
AT_A_TIME = 256
"""Batch size in rows; a batch's cosines with Whisper's table take 51 MB."""


def plan(name: str) -> str:
    """Cache key of a table's lists: all that they depend on besides the code.

    >>> plan("GloVe").endswith("the 20 nearest by cosine")
    True
    """
    return f"{' '.join(shipped_files.SUMS[file] for file in MADE_OF[name])} the {MOST} nearest by cosine"


def lists(table: NDArray[Any] | PreparedTable, k: int = MOST) -> NDArray[np.int64]:
    """The k rows with the largest cosine to each row, except itself, nearest first: (V, k).

    >>> lists(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.1]]), 2).tolist()
    [[2, 1], [2, 0], [0, 1]]
    """
    view, found = as_prepared(table), []
    for first in range(0, view.shape[0], AT_A_TIME):
        rows = np.arange(first, min(first + AT_A_TIME, view.shape[0]))
        values = np.ascontiguousarray(cosines(view, view.rows(rows)).T)
        values[np.arange(len(rows)), rows] = -np.inf
        found.append(top_of_each(values, k))
    return np.concatenate(found)


@cached(max_entries=len(MADE_OF))
def _shipped(name: str) -> NDArray[np.uint16] | None:
    """Shipped lists of a table; None if they belong to other bytes."""
    with shipped_files.reading(FILE), FILE.open("rb") as stream, np.load(stream) as stored:
        return stored[name] if str(stored[f"{name}/plan"]) == plan(name) else None


def precomputed_lists(name: str, near: Near, row: int, k: int) -> NDArray[np.int64] | None:
    """Precomputed k rows nearest to one; None if there are none for exactly these bytes.

    >>> precomputed_lists("GloVe", Near(), 0, MOST + 1) is None, len(precomputed_lists("GloVe", Near(), 0, 3))
    (True, 3)
    """
    if name not in MADE_OF or near != Near() or k > MOST:
        return None
    every = _shipped(name)
    return None if every is None else every[row, :k].astype(np.int64)


def near_row(name: str, view: PreparedTable, near: Near, row: int, k: int) -> Neighbours:
    """Nearest rows as by `near_rows`, precomputed where possible; `name` is that of a shipped table, else ""."""
    ids = precomputed_lists(name, near, row, k)
    if ids is None:
        return near_rows(view, row, k, near.measure)
    return Neighbours(ids, closeness(PreparedTable(view.rows(ids)), view.rows([row]), near.measure)[:, 0])
