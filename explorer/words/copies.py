"""Smaller copies of a table, and what they really cost: bytes, largest error, neighbours kept.

FP16 rounds each number to 11 significant bits. INT8 and INT4 store each row as whole numbers times one float16 scale
per row, the smallest scale that reaches the row's largest number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.neighbours import cosines, kept, margin
from explorer.vectors.pca import mean_row
from explorer.vectors.view import View, passing

LEVELS = {"INT8": 127, "INT4": 7}
KINDS = ("FP32", "FP16", *LEVELS)
SCALE = 2
"""Bytes of a row's scale, a float16."""


@dataclass(frozen=True)
class Copy:
    """One copy of a table.

    Attributes:
        kind: one of `KINDS`.
        nbytes: bytes that it takes.
        largest_error: largest absolute difference of a number.
        kept: share of the k nearest by cosine that stay among the k nearest.
        kept_centred: the same where the mean row is subtracted before cosines are taken.
        k: neighbours counted.
        examined: rows examined, each against all rows.
        margin: half the width of the 95 % interval of the two shares, the larger one.
    """

    kind: str
    nbytes: int
    largest_error: float
    kept: float
    kept_centred: float
    k: int
    examined: int
    margin: float


def copy_of(table: NDArray[Any], kind: str) -> tuple[NDArray[np.float32], int]:
    """A table stored with fewer bits and read back: float32 values (V, D), and the bytes that were stored.

    Raises:
        ValueError: an unknown kind, or a number too large for a float16 (65,504).

    >>> values, nbytes = copy_of(np.array([[1.0, -0.5]]), "INT8")
    >>> nbytes, float(values[0, 0])
    (4, 1.0...)
    """
    if kind not in KINDS:
        raise ValueError(f"Unknown kind {kind!r}: expected one of {', '.join(KINDS)}")
    count, width = table.shape
    if kind == "FP32":
        return np.asarray(table, np.float32), count * width * 4
    if float(np.abs(table).max(initial=0)) > float(np.finfo(np.float16).max):
        raise ValueError("A number above 65,504 has no FP16 form, and INT8 and INT4 keep their scales in FP16")
    out = np.empty((count, width), np.float32)
    for start, part in passing(table):
        rows = np.asarray(part, np.float32)
        out[start : start + len(rows)] = rows.astype(np.float16) if kind == "FP16" else _whole_steps(rows, LEVELS[kind])
    if kind == "FP16":
        return out, count * width * 2
    per_byte = 1 if kind == "INT8" else 2
    return out, count * (-(-width // per_byte) + SCALE)


def _whole_steps(rows: NDArray[np.float32], level: int) -> NDArray[np.float32]:
    reach = np.abs(rows).max(axis=1)
    scale = (reach / level).astype(np.float16)
    # A scale that was rounded down would cut the largest number off: take the next float16 instead.
    scale = np.where(scale.astype(np.float32) * level < reach, np.nextafter(scale, np.float16(np.inf)), scale)
    used = np.where(scale > 0, scale, np.float16(1)).astype(np.float32)[:, None]
    stored: NDArray[np.float32] = np.clip(np.rint(rows / used), -level, level) * used
    return stored


def compare(table: NDArray[Any], kind: str, *, k: int = 10, sample: int = 200, seed: int = 0) -> Copy:
    """Measure one kind of copy: neighbours by cosine of some randomly drawn rows, each against all V rows.

    >>> compare(np.eye(4) + 0.1 * np.arange(4), "FP32", k=2, sample=4).kept
    1.0
    """
    values, nbytes = copy_of(table, kind)
    chosen = np.random.default_rng(seed).choice(len(table), min(sample, len(table)), replace=False)
    k = min(k, len(table) - 1)
    error = max(
        float(np.abs(np.asarray(part, np.float32) - values[start : start + len(part)]).max())
        for start, part in passing(table)
    )
    stay = [_stay(View(table, mean), View(values, mean), chosen, k) for mean in (None, mean_row(table))]
    raw, centred = (float(counts.mean()) / k for counts in stay)
    doubt = max(margin(counts, k, len(table)) for counts in stay)
    return Copy(kind, nbytes, error, raw, centred, k, len(chosen), doubt)


def _stay(before: View, after: View, chosen: NDArray[np.int64], k: int) -> NDArray[np.int64]:
    """Of each chosen row, how many of its k nearest stay."""
    truth, other = (cosines(view, view.rows(chosen)) for view in (before, after))
    truth[chosen, np.arange(len(chosen))] = other[chosen, np.arange(len(chosen))] = -np.inf
    return np.array([kept(truth[:, at], other[:, at], k) for at in range(len(chosen))], np.int64)
