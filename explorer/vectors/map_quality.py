"""Map quality: how well a 2D or 3D map preserves each row's neighbours.

Three measures, each a mean over the examined rows (all, or a random sample whose size is part of the result):

- shared neighbours: share of the k nearest in all D dimensions (by cosine, or another of
  `similarity_measures.py`) that are also among the k nearest in the map;
- trustworthiness falls with every neighbour in the map that is not one in the table;
- continuity falls with every neighbour in the table that is not one in the map.

The last two are 1 for a map without such errors, and weight each error by the number of ranks it is off.

Source: Venna and Kaski 2001, "Neighborhood Preservation in Nonlinear Projection Methods", equations 1 and 2.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.neighbours import margin, named_by_both, top_of_each
from explorer.vectors.preprocessing import PreparedTable, as_prepared
from explorer.vectors.similarity_measures import COSINE, EUCLID, closeness, count_tied, directed

AT_ONCE = 64
COMPARED = 2_000_000
"""Maximum numbers compared in one block of rows."""


@dataclass(frozen=True, eq=False)
class Distortion:
    """Neighbourhoods that a map preserves.

    Attributes:
        k: neighbours counted.
        examined: (n,) the examined rows, each against all V rows; for cosine without rows of zeros.
        shared: (n,) number of each examined row's k true neighbours that are neighbours in the map.
        trustworthiness, continuity: means over the examined rows.
        margin: half the width of the 95 % interval of the shared share, 0 when all rows were examined.
        by_chance: share that a random map would keep, k / (V − 1).
        tied: examined rows with more rows as near as the last of their k; the first in the table are counted.
        dots_tied: the same of their dots in the map.
    """

    k: int
    examined: NDArray[np.int64]
    shared: NDArray[np.int64]
    trustworthiness: float
    continuity: float
    margin: float
    by_chance: float
    tied: int = 0
    dots_tied: int = 0

    @property
    def share(self) -> float:
        """Mean share of true neighbours that are neighbours in the map, too."""
        return float(self.shared.mean()) / self.k


def distortion(
    table: NDArray[Any] | PreparedTable,
    points: NDArray[Any],
    *,
    k: int = 10,
    sample: int | None = 500,
    seed: int = 0,
    measure: str = COSINE,
) -> Distortion:
    """Compare neighbourhoods in a table (V, D) with those by distance in a map (V, 2 or 3).

    Args:
        table: array or view.
        points: coordinates of each row in the map.
        k: neighbours to count, less than V / 2.
        sample: number of rows to examine, drawn without replacement; None: all.
        seed: of the draw.
        measure: similarity in the table, one of `similarity.MEASURES`.

    Raises:
        ValueError: k out of range, or a map with another number of rows.

    >>> table = np.random.default_rng(0).normal(size=(50, 2))
    >>> on_circle = table / np.linalg.norm(table, axis=1, keepdims=True)
    >>> result = distortion(table, on_circle, k=5, sample=None)
    >>> result.share, result.trustworthiness
    (1.0, 1.0)
    """
    view = as_prepared(table)
    count = view.shape[0]
    if len(points) != count:
        raise ValueError(f"The picture has {len(points)} points, the table {count} rows")
    if not 1 <= k < count / 2:
        raise ValueError(f"k must be at least 1 and less than half of the {count} rows, got {k}")
    everything = sample is None or sample >= count
    rows = (
        np.arange(count)
        if sample is None or everything
        else np.sort(np.random.default_rng(seed).choice(count, sample, replace=False))
    )
    pointing = directed(view, measure)
    rows, still = rows[pointing[rows]], np.flatnonzero(~pointing)
    if not len(rows):
        raise ValueError("No row has a direction, so no row has a nearest one by cosine")
    flat, shared = np.asarray(points, np.float32), np.empty(len(rows), np.int64)
    strangers, lost, tied, dots_tied = 0.0, 0.0, 0, 0
    for start in range(0, len(rows), AT_ONCE):
        part = rows[start : start + AT_ONCE]
        near = np.ascontiguousarray(closeness(view, view.rows(part), measure).T)
        step = max(1, COMPARED // (count * k))
        for first in range(0, len(part), step):
            these = part[first : first + step]
            truth = near[first : first + step]
            truth[np.arange(len(these)), these] = -np.inf
            truth[:, still] = -np.inf
            true = top_of_each(truth, k)
            tied += count_tied(truth, true, measure)
            page = np.zeros_like(truth)
            for across in flat.T:
                page -= np.square(across - across[these, None])
            page[np.arange(len(these)), these] = -np.inf
            drawn = top_of_each(page, k)
            dots_tied += count_tied(page, drawn, EUCLID)
            shared[start + first : start + first + len(these)] = named_by_both(true, drawn)
            strangers += _excess(truth, drawn, k)
            lost += _excess(page, true, k)
    total = int(pointing.sum())
    scale = 2.0 / (len(rows) * k * (2 * count - 3 * k - 1))
    trust, continuity = 1 - scale * strangers, 1 - scale * lost
    return Distortion(k, rows, shared, trust, continuity, margin(shared, k, total), k / (count - 1), tied, dots_tied)


def _excess(values: NDArray[np.float32], ids: NDArray[np.int64], k: int) -> float:
    """Sum over `ids` (n, k) of the ranks beyond k, by the row's `values` (n, V), 1 = largest."""
    own = np.take_along_axis(values, ids, axis=1)
    ranks = 1 + np.count_nonzero(values[:, None] > own[:, :, None], axis=2)
    return float(np.maximum(ranks - k, 0).sum())
