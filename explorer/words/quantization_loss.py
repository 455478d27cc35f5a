"""Quantized copies of a table: bytes, largest error, neighbours kept.

FP16 rounds each number to 11 significant bits. INT8 and INT4 store each row as integers times one float16 scale per
row, the smallest scale that covers the row's largest number.

Results for the shipped tables are precomputed by `tools/precompute_word_results.py` in `quantization_loss.json`: all
four copies of Whisper's table take five seconds of a core, twenty in the smallest container.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data import shipped_files
from explorer.data.cache import cached
from explorer.vectors.neighbours import count_shared, margin, top
from explorer.vectors.pca import mean_row
from explorer.vectors.preprocessing import exact_unit_rows, row_blocks
from explorer.vectors.similarity_measures import count_tied
from explorer.words.cluster_cache import MADE_OF

LEVELS = {"INT8": 127, "INT4": 7}
KINDS = ("FP32", "FP16", *LEVELS)
SCALE = 2
"""Bytes of a row's scale, a float16."""
K, SAMPLE = 10, 200
"""Neighbours counted per row, and rows sampled."""
FILE = Path(__file__).with_name("quantization_loss.json")
AT_ONCE = 50
"""Batch size in rows: a batch's cosines with Whisper's tokens take 20 MB."""


@dataclass(frozen=True)
class Copy:
    """One copy of a table.

    Attributes:
        kind: one of `KINDS`.
        nbytes: size in bytes.
        largest_error: largest absolute difference of a number.
        kept: share of the k nearest by cosine that stay among the k nearest.
        kept_centred: the same after subtracting the mean row.
        k: neighbours counted.
        examined: rows examined, each against all rows.
        margin: half the width of the 95 % interval of the two shares, the larger one.
        tied: examined rows with more rows as near as the last of their k, where the order in the table decides.
    """

    kind: str
    nbytes: int
    largest_error: float
    kept: float
    kept_centred: float
    k: int
    examined: int
    margin: float
    tied: int = 0


@dataclass(frozen=True, eq=False)
class Stored:
    """A quantized table as stored in memory.

    Attributes:
        numbers: (V, D) integers as int8, or floats.
        scales: (V,) float16, factor of a row's integers; None for the other kinds.
        nbytes: size in a file, where two INT4 numbers share a byte.
    """

    numbers: NDArray[Any]
    scales: NDArray[np.float16] | None
    nbytes: int

    def rows(self, which: slice | NDArray[np.int64]) -> NDArray[np.float32]:
        """Dequantize chosen rows to float32."""
        read = np.asarray(self.numbers[which], np.float32)
        return read if self.scales is None else read * self.scales[which].astype(np.float32)[:, None]


def copy_of(table: NDArray[Any], kind: str) -> Stored:
    """Quantize a table.

    Raises:
        ValueError: an unknown kind, or a number too large for a float16 (65,504).

    >>> stored = copy_of(np.array([[1.0, -0.5]]), "INT8")
    >>> stored.nbytes, stored.numbers.tolist(), float(stored.rows(slice(0, 1))[0, 0])
    (4, [[127, -63]], 1.0...)
    """
    if kind not in KINDS:
        raise ValueError(f"Unknown kind {kind!r}: expected one of {', '.join(KINDS)}")
    count, width = table.shape
    if kind == "FP32":
        return Stored(table, None, count * width * 4)
    largest = max((float(np.abs(part).max(initial=0)) for _, part in row_blocks(table)), default=0.0)
    if largest > float(np.finfo(np.float16).max):
        raise ValueError("A number above 65,504 has no FP16 form, and INT8 and INT4 keep their scales in FP16")
    if kind == "FP16":
        return Stored(table.astype(np.float16, copy=False), None, count * width * 2)
    numbers, scales = np.empty((count, width), np.int8), np.empty(count, np.float16)
    for start, part in row_blocks(table):
        end = start + len(part)
        numbers[start:end], scales[start:end] = _whole_steps(np.asarray(part, np.float32), LEVELS[kind])
    per_byte = 1 if kind == "INT8" else 2
    return Stored(numbers, scales, count * (-(-width // per_byte) + SCALE))


def _whole_steps(rows: NDArray[np.float32], level: int) -> tuple[NDArray[np.float32], NDArray[np.float16]]:
    """Quantized integers of some rows, and each row's scale."""
    reach = np.abs(rows).max(axis=1)
    scale = (reach / level).astype(np.float16)
    # A scale rounded down would clip the largest number: take the next float16 instead.
    scale = np.where(scale.astype(np.float32) * level < reach, np.nextafter(scale, np.float16(np.inf)), scale)
    used = np.where(scale > 0, scale, np.float16(1))
    return np.clip(np.rint(rows / used.astype(np.float32)[:, None]), -level, level), used


def plan(name: str) -> str:
    """Cache key of a shipped table's copies: all that they depend on besides the code.

    >>> plan("GloVe").endswith("the 10 nearest of 200 rows")
    True
    """
    return f"{' '.join(shipped_files.SUMS[file] for file in MADE_OF[name])} the {K} nearest of {SAMPLE} rows"


@cached(max_entries=len(MADE_OF))
def precomputed_copies(name: str) -> tuple[Copy, ...] | None:
    """Precomputed results for a shipped table's copies; None if there are none for exactly these bytes.

    >>> [copy.nbytes for copy in precomputed_copies("GloVe")]
    [6000000, 3000000, 1560000, 810000]
    """
    with shipped_files.reading(FILE):
        stored = json.loads(FILE.read_text(encoding="utf-8"))
    if name not in MADE_OF or stored[name]["plan"] != plan(name):
        return None
    return tuple(Copy(**copy) for copy in stored[name]["copies"])


def compare(table: NDArray[Any], kind: str, *, k: int = K, sample: int = SAMPLE, seed: int = 0) -> Copy:
    """Measure one kind of copy: nearest rows by cosine of sampled rows, each against all V rows.

    >>> compare(np.eye(4) + 0.1 * np.arange(4), "FP32", k=2, sample=4).kept
    1.0
    """
    before, after = copy_of(table, "FP32"), copy_of(table, kind)
    chosen = np.random.default_rng(seed).choice(len(table), min(sample, len(table)), replace=False)
    k = min(k, len(table) - 1)
    error = max(
        float(np.abs(np.asarray(part, np.float32) - after.rows(slice(start, start + len(part)))).max())
        for start, part in row_blocks(table)
    )
    stay = [_stay(before, after, mean, chosen, k) for mean in (None, mean_row(table))]
    raw, centred = (float(counts.mean()) / k for counts, _ in stay)
    doubt = max(margin(counts, k, len(table)) for counts, _ in stay)
    return Copy(kind, after.nbytes, error, raw, centred, k, len(chosen), doubt, max(tied for _, tied in stay))


def _stay(
    before: Stored, after: Stored, mean: NDArray[np.float64] | None, chosen: NDArray[np.int64], k: int
) -> tuple[NDArray[np.int64], int]:
    """Number of each sampled row's k nearest that stay, and of the rows with a tie at the end of them."""
    found, tied = [], 0
    for first in range(0, len(chosen), AT_ONCE):
        some = chosen[first : first + AT_ONCE]
        truth, other = (_cosines(stored, mean, some) for stored in (before, after))
        truth[some, np.arange(len(some))] = other[some, np.arange(len(some))] = -np.inf
        for one, two in zip(np.ascontiguousarray(truth.T), np.ascontiguousarray(other.T), strict=True):
            found.append(count_shared(one, two, k))
            tied += count_tied(one[None], top(one, k)[None])
    return np.array(found, np.int64), tied


def _cosines(stored: Stored, mean: NDArray[np.float64] | None, chosen: NDArray[np.int64]) -> NDArray[np.float64]:
    """Cosine of every row with some of them, (V, n), the mean row subtracted; the copy is read block by block."""
    middle = 0.0 if mean is None else mean
    queries = exact_unit_rows(stored.rows(chosen) - middle).T
    out = np.empty((len(stored.numbers), len(chosen)))
    for start, part in row_blocks(stored.numbers):
        here = slice(start, start + len(part))
        out[here] = exact_unit_rows(stored.rows(here) - middle) @ queries
    return out
