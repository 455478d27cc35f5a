"""Diagnostics past the trained length: waves with a whole turn in training, and the similarity of learned rows.

Fits are ridge regressions evaluated on held-out rows: even a random table of 64 rows and 64 columns fits any linear map
between its own rows perfectly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.core import functional
from explorer.core.argument_checks import even
from explorer.vectors.wave_cycle_count import turns
from explorer.wording import count, listed, number, share, verb

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Waves:
    """Waves of a sinusoidal encoding within the trained length, one entry per pair of columns.

    Attributes:
        wavelength: positions per turn.
        turns: turns from the first trained position to the last.
        sine_seen: share of the interval −1 … 1 that the sine covered there.
        cosine_seen: the same of the cosine.
        new_next: whether the first position past the trained length has a sine, or a cosine, outside the range of
            all earlier ones: (pairs, 2).
    """

    wavelength: Array
    turns: Array
    sine_seen: Array
    cosine_seen: Array
    new_next: npt.NDArray[np.bool_]

    @property
    def whole(self) -> int:
        """Number of waves with at least one whole turn."""
        return int((self.turns >= 1).sum())


def count_waves(embed_dim: int, train_len: int, *, base: float = 10_000.0) -> Waves:
    """Waves that made a whole turn within `train_len` positions.

    >>> waves = count_waves(64, 64)
    >>> waves.whole, len(waves.wavelength), waves.sine_seen[-1].round(4).item(), waves.new_next[-1].tolist()
    (9, 32, 0.0042, [True, True])
    """
    omega = functional.frequencies(even("embed_dim", embed_dim), base=base)
    rows = functional.sinusoidal(train_len + 1, embed_dim, base=base, dtype=np.float64)
    both = rows.reshape(train_len + 1, -1, 2)  # sine and cosine of each pair
    seen, following = both[:-1], both[-1]
    covered = np.ptp(seen, axis=0) / 2
    new = (following > seen.max(axis=0)) | (following < seen.min(axis=0))
    return Waves(2 * np.pi / omega, turns(omega, train_len), covered[:, 0], covered[:, 1], new)


def waves_sentence(waves: Waves, train_len: int) -> str:
    """Sentence on the number of whole waves, and on the slowest one just past the trained length."""
    fresh = [name for name, new in zip(("sine", "cosine"), waves.new_next[-1].tolist(), strict=True) if new]
    following = (
        f"position {train_len:,} shows a value of its {listed(fresh)} that the model never saw"
        if fresh
        else f"position {train_len:,} shows no value of it outside those"
    )
    return (
        f"{waves.whole} of {count(len(waves.wavelength), 'wave')} {verb(waves.whole, 'makes', 'make')} a whole turn "
        f"from position 0 to {train_len - 1:,}. The slowest needs {number(waves.wavelength[-1], 4)} positions for one "
        f"turn: at positions 0 to {train_len - 1:,} its sine takes {share(float(waves.sine_seen[-1]))} of its values "
        f"and its cosine {share(float(waves.cosine_seen[-1]))}, and {following}."
    )


def neighbour_similarity(rows: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Mean cosine between rows at distance 1 … N − 1: (N, D) → (N − 1,).

    >>> neighbour_similarity(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])).tolist()
    [0.5, 0.0]
    """
    exact = rows.astype(np.float64)
    unit = exact / np.linalg.norm(exact, axis=1, keepdims=True)
    cosine = unit @ unit.T
    return np.array([cosine.diagonal(distance).mean() for distance in range(1, len(rows))])
