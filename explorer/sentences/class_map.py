"""Places of a class's sentences on a map: near those that mean alike."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.cache import cached
from explorer.sentences.sentence_vectors import vectors
from explorer.vectors.pca import strongest
from explorer.vectors.procrustes import rotation

_UPRIGHT = ("We swam in the sea.", "I learned for school.")
"""Sentences whose directions keep the map upright: the plane turns as sentences come, and a sign is by chance."""


@dataclass(frozen=True, eq=False)
class Places:
    """Where N sentences stand.

    Attributes:
        xy: (N, 2).
        nearest: for each the index of the one with the largest cosine; its own where there is no other.
        cosines: with that one.
        share: of the vectors' spread (variance) that the map holds; None where all are one sentence.
    """

    xy: NDArray[np.float64]
    nearest: tuple[int, ...]
    cosines: tuple[float, ...]
    share: float | None


@cached(32, expires=True)
def places(lines: tuple[str, ...]) -> Places:
    """Places of one or more sentences; each is embedded once, however often the map is drawn.

    >>> found = places(("I swam in the sea", "We stayed at home", "A week on the beach"))
    >>> found.nearest[0], found.xy.shape
    (2, (3, 2))
    """
    found = vectors(lines).astype(np.float64)
    cosines = found @ found.T
    np.fill_diagonal(cosines, -2)
    nearest = cosines.argmax(axis=1) if len(lines) > 1 else np.zeros(1, int)
    share = None
    if (np.ptp(found, axis=0) > 1e-6).any():
        plane = strongest(found, 2)
        turn = _turned(plane.components[:2])
        xy, share = (found - plane.mean) @ turn.T, float(plane.shares[:2].sum())
    else:
        xy = np.zeros((len(lines), 2))
    best = cosines[np.arange(len(lines)), nearest] if len(lines) > 1 else np.ones(1)
    return Places(xy.round(4), tuple(nearest.tolist()), tuple(best.tolist()), share)


def _turned(plane: NDArray[Any]) -> NDArray[Any]:
    """The same plane with its two directions (2, D) turned to lie as near as possible to those of `_UPRIGHT`."""
    rows = np.zeros((2, plane.shape[1]))
    rows[: len(plane)] = plane
    found: NDArray[Any] = rotation(rows.T, vectors(_UPRIGHT).T).T @ rows
    return found
