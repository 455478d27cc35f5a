"""t-SNE through scikit-learn, for looking at what it does to distances: the same points, two seeds, two pictures.

scikit-learn takes seconds to import, so it is imported inside the function; the app runs it in a process of its own.
The rows go in as their first 50 principal components, as the authors did; the start is random, because a start
from PCA would hide how much depends on the seed.

Source: van der Maaten and Hinton 2008, "Visualizing Data using t-SNE"; 50 components: §4.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.geometry.pca import pca

LARGEST = 5000
COMPONENTS = 50


@dataclass(frozen=True)
class TsneRequest:
    """Points (float32 bytes of an array (count, width)), the seeds to run one after the other, and the perplexity."""

    points: bytes
    count: int
    width: int
    seeds: tuple[int, ...] = (0, 1)
    perplexity: float = 30.0

    def array(self) -> NDArray[np.float32]:
        """The points as (count, width)."""
        return np.frombuffer(self.points, np.float32).reshape(self.count, self.width)


@dataclass(frozen=True, eq=False)
class TsneRecord:
    """One finished picture: (count, 2) float32, its seed and Kullback-Leibler divergence; `step` of `steps` seeds."""

    step: int
    steps: int
    seed: int | None = None
    points: NDArray[np.float32] | None = None
    divergence: float = float("nan")


def request_for(rows: NDArray[Any], *, seeds: tuple[int, ...] = (0, 1), perplexity: float = 30.0) -> TsneRequest:
    """A request from rows (n, D), reduced to at most 50 principal components.

    Raises:
        ValueError: more than 5,000 rows, or too few for the perplexity.

    >>> request_for(np.random.default_rng(0).normal(size=(100, 80))).width
    50
    """
    count = len(rows)
    if count > LARGEST:
        raise ValueError(f"t-SNE takes at most {LARGEST:,} points here, got {count:,}")
    if not 1 <= perplexity < count:
        raise ValueError(f"The perplexity must be at least 1 and less than the {count} points, got {perplexity:g}")
    found = pca(rows)
    first = tuple(range(min(COMPONENTS, len(found.components))))
    points = np.ascontiguousarray(found.project(rows, first))
    return TsneRequest(points.tobytes(), count, points.shape[1], seeds, perplexity)


def run(request: TsneRequest) -> Iterator[TsneRecord]:
    """One record at once, then one with a picture for each seed."""
    steps = len(request.seeds)
    yield TsneRecord(0, steps)
    from sklearn.manifold import TSNE

    for step, seed in enumerate(request.seeds, start=1):
        model = TSNE(2, perplexity=request.perplexity, init="random", random_state=seed, n_jobs=1)
        points = model.fit_transform(request.array())
        yield TsneRecord(step, steps, seed, points.astype(np.float32), float(model.kl_divergence_))
