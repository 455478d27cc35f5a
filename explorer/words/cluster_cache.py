"""Cluster cache: divisions of a table into clusters, computed without blocking a page.

`tools/precompute_word_results.py` writes those of the shipped tables, for every k of the page's slider, its default
measure and the first start, to `precomputed_clusters.npz`. Any other is computed by `run` in a process of its own
(`explorer.jobs`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data import memory_mapped_table, shipped_files
from explorer.data.cache import cached
from explorer.vectors import kmeans
from explorer.vectors.pca import prepare
from explorer.vectors.similarity_measures import Near
from explorer.words import clusters
from explorer.words.clusters import Division, divide
from explorer.words.shipped_tables import shipped as table_of

FEWEST, MOST, USUAL = 2, 40, 4
"""Values of k: the ends and the default of the slider."""
MADE_OF = {
    "MiniLM": ("minilm_l6.npz", "minilm_vocab.txt"),
    "GloVe": ("glove_6b_50d_30k.npz",),
    "Whisper": ("whisper_tiny_en_tokens.npy",),
}
"""Source files of each shipped table's rows and words."""
FILE = Path(__file__).with_name("precomputed_clusters.npz")
NUMBERS = ("separate", "nearer", "shuffled", "again", "chance", "drawn", "steps", "settled")


def plan(name: str) -> str:
    """Cache key of a table's divisions, all that they depend on besides the code: checksums of its files, settings.

    >>> plan("GloVe").endswith("k 2 to 40, 8000 rows drawn, 12 listed, scikit-learn, 300 steps")
    True
    """
    sums = " ".join(shipped_files.SUMS[file] for file in MADE_OF[name])
    return (
        f"{sums} k {FEWEST} to {MOST}, {clusters.DRAWN} rows drawn, {clusters.TYPICAL} listed, "
        f"scikit-learn, {kmeans.STEPS} steps"
    )


def unpacked(name: str, k: int, arrays: Mapping[str, NDArray[Any]]) -> Division:
    """Unpack the division into k clusters from the shipped arrays; lists of rows end with −1."""
    at = k - FEWEST
    labels = arrays[f"{name}/labels"][at]
    came = int(labels.max()) + 1
    lists = {
        part: tuple(rows[rows >= 0].astype(np.int64) for rows in arrays[f"{name}/{part}"][at][:came])
        for part in ("typical", "spoken")
    }
    separate, nearer, shuffled, together, chance, drawn, steps, settled = arrays[f"{name}/numbers"][at].tolist()
    return Division(
        labels,
        lists["typical"],
        lists["spoken"],
        arrays[f"{name}/fits"][at][:came],
        arrays[f"{name}/examples"][at][:came],
        separate,
        int(nearer),
        shuffled,
        together,
        chance,
        int(drawn),
        int(steps),
        bool(settled),
    )


@cached(max_entries=len(MADE_OF))
def _shipped(name: str) -> dict[str, NDArray[Any]] | None:
    with shipped_files.reading(FILE), FILE.open("rb") as stream, np.load(stream) as stored:
        if str(stored[f"{name}/plan"]) != plan(name):
            return None
        return {part: stored[part] for part in stored.files if part.startswith(f"{name}/") and stored[part].ndim}


@cached(max_entries=len(MADE_OF) * (MOST - FEWEST + 1))
def precomputed_division(name: str, near: Near, k: int, start: int) -> Division | None:
    """The precomputed division; None if there is none for exactly these bytes and settings.

    >>> len(precomputed_division("GloVe", Near(), 12, 0).labels), precomputed_division("GloVe", Near(), 12, 1)
    (30000, None)
    """
    if name not in MADE_OF or near != Near() or start or not FEWEST <= k <= MOST:
        return None
    arrays = _shipped(name)
    return None if arrays is None else unpacked(name, k, arrays)


@dataclass(frozen=True)
class DivisionRequest:
    """Request for a division.

    Attributes:
        key: unique key of the table.
        near: in which numbers rows are near, and by what.
        k: clusters.
        start: of the search.
        name: of a shipped table, or "".
        path: of a table on the server's disk, or "".
        lent: rows, and which words may stand for a cluster, of a table that is neither.
    """

    key: str
    near: Near
    k: int
    start: int
    name: str = ""
    path: str = ""
    lent: tuple[NDArray[Any], NDArray[np.bool_]] | None = field(default=None, compare=False, repr=False)

    @property
    def private(self) -> bool:
        """Whether the rows may be a visitor's, so that a finished run must expire."""
        return self.lent is not None


def run(request: DivisionRequest) -> Iterator[Division]:
    """Compute one division: a job for `explorer.jobs.job_queue`."""
    if request.lent is not None:
        vectors, begins = request.lent
    else:
        table = (
            table_of(request.name)
            if request.name
            else memory_mapped_table.open_table(Path(request.path), memory_mapped_table.cache_folder())
        )
        vectors, begins = table.vectors, table.begins
    view = prepare(vectors, request.near.recipe)
    yield divide(view, request.k, request.start, request.near.measure, words=begins)
