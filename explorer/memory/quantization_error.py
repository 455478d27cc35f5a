"""Precision of a quantized table: bytes, error, and share of nearest neighbours kept.

The schemes are in number_formats.py. The table is processed in blocks of rows, so that a server with little memory can
do it, too.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explorer.data import load_whisper, shipped_files
from explorer.memory.number_formats import SCHEMES, Floats
from explorer.vectors.neighbours import margin, named_by_both, top_of_each
from explorer.vectors.preprocessing import PreparedTable, row_blocks
from explorer.wording import decimal

Ids = NDArray[np.int64]
Doubles = NDArray[np.float64]

RESULTS = Path(__file__).with_name("quantization_error.json")
"""Precomputed results of `quantise` for the shipped tables, written by tools/measure/quantization_error.py."""
NEEDED = 150 * 10**6
"""Peak memory of the comparison in bytes, with the interpreter: measured with `ru_maxrss`, rounded up."""
BLOCK = 2048
"""Block size in rows."""
DIGITS, NARROW_DIGITS = 9, 12
"""Decimals to which cosines are rounded, and those of a narrow table. With four bits many rows become equal, and a
processor's order of summation would decide which is nearest: in float32 the shares differed in the third digit between
processors."""


@dataclass(frozen=True)
class QuantizationRequest:
    """Request: number of sampled rows, and of neighbours counted for each."""

    queries: int = 400
    neighbours: int = 10
    seed: int = 0

    def counted(self, rows: int) -> int:
        """Neighbours counted in a table of so many rows: of few rows the nearest would be all others.

        >>> QuantizationRequest().counted(50_257), QuantizationRequest().counted(10), QuantizationRequest().counted(3)
        (10, 3, 1)
        """
        return min(self.neighbours, max(1, (rows - 1) // 3))


@dataclass(frozen=True)
class QuantizationRecord:
    """One scheme: bytes, relative error ‖W − Ŵ‖/‖W‖, largest error of a number, share of neighbours kept (0 to 1).

    `margin`: of `kept` as an estimate for all rows, 1.96 standard errors over the sampled rows. `tied`: sampled rows
    with more rows as near as the last of those counted, where the order in the table decides; `merged`: the same of the
    rows as they are read back, 0 where that was not recorded.
    """

    step: int
    steps: int
    scheme: str
    bytes: int
    error: float
    worst: float
    kept: float
    margin: float
    tied: int = 0
    merged: int = 0


@lru_cache(maxsize=1)
def results() -> Mapping[str, tuple[QuantizationRecord, ...]]:
    """The precomputed results for `QuantizationRequest()`: one record per scheme for each shipped table.

    >>> [record.scheme for record in results()["GloVe"]] == list(SCHEMES)
    True
    """
    with shipped_files.reading(RESULTS):
        found = json.loads(RESULTS.read_text(encoding="utf-8"))
        return {name: tuple(QuantizationRecord(**entry) for entry in entries) for name, entries in found.items()}


class Nearest:
    """The rows with the largest cosine to each of some query rows, found block by block.

    Args:
        rows: (Q, D) the query rows.
        ids: (Q,) their row numbers; a row is not its own neighbour.
        count: neighbours kept.
        digits: decimals to which cosines are rounded.
    """

    def __init__(self, rows: Floats | Doubles, ids: Ids, count: int, digits: int = DIGITS) -> None:
        self._rows, self._own, self._count, self._digits = _unit(rows), ids, count, digits
        self._cosines = np.full((len(ids), count + 1), -np.inf)
        self._ids = np.zeros((len(ids), count + 1), np.int64)

    @property
    def ids(self) -> Ids:
        """(Q, count) the nearest rows so far, nearest first."""
        return self._ids[:, : self._count]

    @property
    def tied(self) -> int:
        """Number of query rows whose next row is as near as their last."""
        return int((self._cosines[:, -2] == self._cosines[:, -1]).sum())

    def add(self, first: int, block: Floats | Doubles) -> None:
        """Update with a block of rows, numbered from `first`."""
        found = np.round(self._rows @ _unit(block).T, self._digits)
        here = (self._own >= first) & (self._own < first + len(block))
        found[here, self._own[here] - first] = -np.inf
        values = np.concatenate([self._cosines, found], axis=1)
        count = self._count + 1
        best = top_of_each(values, count)
        self._cosines = np.take_along_axis(values, best, axis=1)
        before = np.take_along_axis(self._ids, np.minimum(best, count - 1), axis=1)
        self._ids = np.where(best < count, before, first + best - count)


def _unit(rows: Floats | Doubles) -> Doubles:
    wide = rows.astype(np.float64)
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    return wide / np.where(lengths > 0, lengths, np.inf)


def _blocks(table: NDArray[np.floating]) -> Iterator[tuple[int, Floats]]:
    for first, rows in row_blocks(table, BLOCK):
        yield first, rows.astype(np.float32)


def neighbours(table: NDArray[np.floating], queries: Ids, count: int) -> Ids:
    """The `count` rows with the largest cosine to each query row, itself apart: ids (Q, count), nearest first.

    >>> neighbours(np.array([[1, 0], [1, 0.1], [0, 1]], np.float32), np.array([0]), 1)
    array([[1]])
    """
    nearest = Nearest(table[queries].astype(np.float32), queries, count)
    for first, block in _blocks(table):
        nearest.add(first, block)
    return nearest.ids


def quantise(request: QuantizationRequest, table: NDArray[np.floating] | None = None) -> Iterator[QuantizationRecord]:
    """Quantize the Whisper table (or `table`) in every scheme; yields one record per scheme.

    The mean row is subtracted before neighbours are compared: the rows of such a table have a large common component,
    which would dominate all cosines.

    Raises:
        ValueError: not enough free memory, or a number without an FP16 form.
    """
    if table is None and available() < NEEDED:
        left = decimal(available())
        raise ValueError(f"This takes {decimal(NEEDED)} of memory for a while; the server has {left} left.")
    weights = load_whisper().tokens if table is None else table
    rng = np.random.default_rng(request.seed)
    queries = np.sort(rng.choice(len(weights), min(request.queries, len(weights)), replace=False))
    searched = weights[queries].astype(np.float32)
    total, squares, largest = np.zeros(weights.shape[1]), 0.0, 0.0
    for _, block in _blocks(weights):
        total += block.sum(axis=0, dtype=np.float64)
        squares += float(np.square(block, dtype=np.float64).sum())
        largest = max(largest, float(np.abs(block).max()))
    if largest > float(np.finfo(np.float16).max):
        raise ValueError("A number above 65,504 has no FP16 form, and INT8 and INT4 keep their scales in FP16")
    mean = total / len(weights)
    count, digits = request.counted(len(weights)), NARROW_DIGITS if PreparedTable(weights).narrow else DIGITS
    before = Nearest(searched - mean, queries, count, digits)
    for first, block in _blocks(weights):
        before.add(first, block - mean)
    for step, (name, scheme) in enumerate(SCHEMES.items(), 1):
        after = Nearest(scheme.restore(searched, largest) - mean, queries, count, digits)
        wrong, worst = 0.0, 0.0
        for first, block in _blocks(weights):
            restored = scheme.restore(block, largest)
            difference = restored - block
            wrong += float(np.square(difference, dtype=np.float64).sum())
            worst = max(worst, float(np.abs(difference).max()))
            after.add(first, restored - mean)
        stay = named_by_both(before.ids, after.ids)
        yield QuantizationRecord(
            step,
            len(SCHEMES),
            name,
            scheme.table_bytes(*weights.shape),
            (wrong / (squares or 1.0)) ** 0.5,
            worst,
            float(stay.mean()) / count,
            margin(stay, count, len(weights)),
            before.tied,
            after.tied,
        )


_CGROUP = Path("/sys/fs/cgroup")


def available() -> int:
    """Available memory in bytes, of the machine or its container, by Linux's /proc and /sys; else a safe default."""
    free = 10**9
    meminfo = Path("/proc/meminfo")
    if meminfo.exists():
        lines = dict(line.split(":", 1) for line in meminfo.read_text().splitlines() if ":" in line)
        free = int(lines["MemAvailable"].split()[0]) * 1024
    return min([free, *_cgroup_free()])


def _cgroup_free() -> Iterator[int]:
    """Bytes left under the limits of this process's control groups (cgroups v1 and v2), if any."""
    groups = Path("/proc/self/cgroup")
    lines = groups.read_text().splitlines() if groups.exists() else []
    own = {names: path.lstrip("/") for _, names, path in (line.split(":", 2) for line in lines)}
    # In a container the path may be the host's; then the root folder is the container's own.
    limits = [(_CGROUP / path, "memory.max", "memory.current") for path in (own.get("", ""), "")]
    first = "memory.limit_in_bytes", "memory.usage_in_bytes"
    limits += [(_CGROUP / "memory" / path, *first) for path in (own.get("memory", ""), "")]
    for folder, limit, used in limits:
        try:
            most, now = (folder / limit).read_text().strip(), (folder / used).read_text()
        except OSError:
            continue
        if most.isdigit():
            yield max(0, int(most) - int(now))
