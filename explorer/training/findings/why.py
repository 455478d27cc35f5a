"""Sentences about what a model has of its positions: a map fitted inside, a probe, the rows of a learned table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from explorer.core.functional import sinusoidal
from explorer.nn.config import Encoding, spoken
from explorer.training import results
from explorer.training.findings.losses import TRAIN_LEN
from explorer.training.rows import start_rows, trained_rows
from explorer.training.sweep import POSITION_STDS, SEEDS
from explorer.training.why import (
    exact_shift_error,
    fitted_shift_error,
    fitted_shift_misses,
    neighbour_similarity,
    waves_seen,
)
from explorer.wording import fixed, listed, number, signed

Array = npt.NDArray[np.floating]

SEQ_LEN = 512
WIDTH = 64
RIDGES = {"none": 0.0, "10⁻⁹": 1e-9, "10⁻³": 1e-3}
STREAMS = ("before block 1", "after block 1", "after block 2")


@dataclass(frozen=True, eq=False)
class Shift:
    """Misses of maps from row p to row p + k, as shares of a row's length.

    Attributes:
        k: the shift.
        fitted: of the fitted map, (512 − k,).
        exact: of the exact one.
        whole: mean miss of the fitted one past 64 in a number of a column of waves seen whole, not as a share.
        part: the same of waves never seen whole.
    """

    k: int
    fitted: Array
    exact: Array
    whole: float
    part: float

    @property
    def last(self) -> int:
        """Last p that the fit used: the even ones whose row p + k lies inside."""
        return (TRAIN_LEN - self.k - 1) // 2 * 2

    @property
    def held_out(self) -> float:
        """Largest miss on the positions inside that the fit didn't use."""
        return float(self.fitted[1 : TRAIN_LEN - self.k : 2].max())

    @property
    def near(self) -> float:
        """Mean miss where the row asked for is one of 64 to 127."""
        return float(self.fitted[TRAIN_LEN - self.k : 2 * TRAIN_LEN - self.k].mean())

    @property
    def far(self) -> float:
        """Mean miss where it is one of 128 to 511."""
        return float(self.fitted[2 * TRAIN_LEN - self.k :].mean())


@lru_cache(maxsize=128)
def shift(k: int, ridge: float) -> Shift:
    """Fit a map to a sinusoidal table's first 64 rows (float64) and see what it misses."""
    rows = sinusoidal(SEQ_LEN, WIDTH, dtype=np.float64)
    misses = abs(fitted_shift_misses(rows, TRAIN_LEN, k, ridge)[TRAIN_LEN - k :])
    whole = np.repeat(waves_seen(WIDTH, TRAIN_LEN).turns >= 1, 2)
    fitted = fitted_shift_error(rows, TRAIN_LEN, k, ridge)
    exact = exact_shift_error(SEQ_LEN, WIDTH, k)
    return Shift(k, fitted, exact, float(misses[:, whole].mean()), float(misses[:, ~whole].mean()))


def shift_sentence(shift: Shift) -> str:
    """What the fitted map misses inside, right past the trained length, and further on."""
    return (
        f"A matrix from row p to row p + {shift.k}, fitted on p = 0, 2, … {shift.last}: it misses those between "
        f"by {tiny(shift.held_out)} of a row's length at most, rows 64 to 127 by {number(shift.near, 2)} and "
        f"rows 128 to 511 by {number(shift.far, 2)} on average. The exact matrix misses by {tiny(shift.exact.max())} "
        f"at most. Past 64 the fitted one misses a single number of a row, which lies from −1 to 1, by "
        f"{number(shift.whole, 2)} on average in columns of waves seen whole and by {number(shift.part, 2)} in the "
        "others."
    )


def tiny(value: float) -> str:
    """A rounding error in words.

    >>> tiny(2.6e-7), tiny(0.02)
    ('less than 0.000001', '0.02')
    """
    return "less than 0.000001" if value < 1e-6 else number(value, 2)


def ridges_sentence(k: int) -> str:
    """How much of it is the ridge's doing."""
    told = [
        f"{name}: {number(found.near, 2)} on rows 64 to 127, {number(found.far, 2)} on rows 128 to 511"
        for name, found in ((name, shift(k, ridge)) for name, ridge in RIDGES.items())
    ]
    return (
        f"How badly the fitted matrix does depends on the ridge. Mean miss, as a share of a row's length, "
        f"with ridge {'; '.join(told)}."
    )


def learned_shift_sentence(k: int) -> str:
    """The same fit on learned rows."""
    miss = np.mean(
        [fitted_shift_error(trained_rows(0.02, seed), TRAIN_LEN, k)[1 : TRAIN_LEN - k : 2] for seed in SEEDS]
    )
    alike = np.mean([neighbour_similarity(trained_rows(0.02, seed))[0] for seed in SEEDS])
    return (
        f"The same fit on a learned table (ridge 10⁻⁹, mean of {len(SEEDS)} seeds) misses the rows inside that it "
        f"wasn't fitted on by {miss:.2f} of a row's length. Its neighbouring rows have a cosine of {alike:.2f}."
    )


@dataclass(frozen=True, eq=False)
class Probe:
    """What a probe reads, and how far it is off, by the stream's name: (seeds, positions) each."""

    reads: dict[str, Array]
    misses: dict[str, Array]


@lru_cache(maxsize=8)
def probe(encoding: Encoding) -> Probe:
    """The shipped probes of one encoding's models."""
    found = results.reasons()[f"reasons/{encoding}/standard/probe"]  # (seeds, 2, streams, positions)
    return Probe(*({name: found[:, what, i] for i, name in enumerate(STREAMS)} for what in (0, 1)))


def probe_sentence(encoding: Encoding) -> str:
    """Mean miss inside and outside, for each stream."""
    told = [
        f"{name} {fixed(float(miss[:, :TRAIN_LEN].mean()), 1)} inside and "
        f"{fixed(float(miss[:, TRAIN_LEN:].mean()), 0)} at 64 to {miss.shape[1] - 1}"
        for name, miss in probe(encoding).misses.items()
    ]
    return f"{spoken(encoding)}: mean miss of a linear probe, in positions: {'; '.join(told)}."


@lru_cache(maxsize=1)
def neighbours() -> dict[str, Array]:
    """Cosines of learned rows by distance: at the start, of what training added, and in the end: (seeds, 63) each."""
    found = {}
    for std in POSITION_STDS:
        pairs = [(start_rows(std, seed), trained_rows(std, seed)) for seed in SEEDS]
        found[f"start {std:g}, untrained"] = np.array([neighbour_similarity(start) for start, _ in pairs])
        found[f"start {std:g}, what training added"] = np.array(
            [neighbour_similarity(end - start) for start, end in pairs]
        )
        found[f"start {std:g}, trained"] = np.array([neighbour_similarity(end) for _, end in pairs])
    return found


def neighbours_sentence() -> str:
    """Cosine of rows at distance 1, of each kind."""
    told = listed(f"{name} {fixed(float(values[:, 0].mean()))}" for name, values in neighbours().items())
    return f"Mean cosine of neighbouring rows (distance 1), mean of {len(SEEDS)} seeds: {told}."


def neighbours_verdict() -> str:
    """Whether a large start drowns what training makes alike, or whether training makes nothing alike there."""
    small, large = (neighbours()[f"start {std:g}, what training added"][:, 0] for std in POSITION_STDS)
    first, second = (f"{std:g}" for std in POSITION_STDS)
    if small.min() > large.max():
        return (
            f"From a start of {first} training moves neighbouring rows the same way (cosine "
            f"{fixed(float(small.min()))} or more in each seed), from a start of {second} hardly (at most "
            f"{fixed(float(large.max()))}). So the larger start doesn't just cover what neighbours have in common: "
            "there is less in common to cover. Why is an open question: nothing in the loss asks two neighbouring rows "
            "to be alike."
        )
    return (
        f"What training added is alike to {signed(float(small.mean()))} from a start of {first} and to "
        f"{signed(float(large.mean()))} from {second}: the seeds don't tell the two apart."
    )
