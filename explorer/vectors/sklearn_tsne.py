"""t-SNE with scikit-learn, in a worker process, and its affinities.

scikit-learn takes seconds to import, so it is imported inside the function; the app runs it in a worker process. The
input is the first 50 principal components, as in the paper. The initialization is random where two seeds are compared,
because one from PCA would hide how much depends on the seed. Equal rows are embedded once, as one point.

Source: van der Maaten and Hinton 2008, "Visualizing Data using t-SNE"; 50 components: §4.2.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.vectors.pca import pca

LARGEST = 5000
COMPONENTS = 50
ITERATIONS = 1000
"""Steps of gradient descent per seed, scikit-learn's default; it may stop earlier if it has converged."""
_ITERATION = re.compile(r"Iteration (\d+)")


@dataclass(frozen=True)
class TsneRequest:
    """Request: points (float32 bytes of an array (count, width)), seeds to run in turn, and perplexity.

    `start` is "random", or "pca": along the first two components, the same for every seed.
    """

    points: bytes
    count: int
    width: int
    seeds: tuple[int, ...] = (0, 1)
    perplexity: float = 30.0
    start: str = "random"

    def array(self) -> NDArray[np.float32]:
        """The points as (count, width)."""
        return np.frombuffer(self.points, np.float32).reshape(self.count, self.width)

    @property
    def different(self) -> int:
        """Number of different points."""
        return len(distinct(self.array())[0])


@dataclass(frozen=True, eq=False)
class TsneRecord:
    """Progress: `step` of `steps` iterations of all seeds; with (count, 2) float32 points once a seed is finished."""

    step: int
    steps: int
    seed: int | None = None
    points: NDArray[np.float32] | None = None
    divergence: float = float("nan")


def distinct(rows: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Deduplicate rows: indices of the first of each, and for each row which of these it equals.

    t-SNE and UMAP would push equal rows apart at random; embedded once they are one point.

    >>> distinct(np.array([[2, 0], [1, 0], [2, 0]]))
    (array([0, 1]), array([0, 1, 0]))
    """
    _, first, of = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return first[order], np.argsort(order)[of.ravel()]


def request_for(rows: NDArray[Any], *, seeds: tuple[int, ...] = (0, 1), perplexity: float = 30.0) -> TsneRequest:
    """Request for rows (n, D), reduced to at most 50 principal components.

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
    only, of = distinct(rows)
    points = np.ascontiguousarray(found.project(rows, first)[only[of]])  # keeps equal rows bitwise equal
    return TsneRequest(points.tobytes(), count, points.shape[1], seeds, perplexity)


def run(request: TsneRequest) -> Iterator[TsneRecord]:
    """Yield a record at once, after about every 50 iterations, and with the points of each seed.

    scikit-learn has no callback, so its printed progress is parsed. If its wording changes, only the records between
    are missing.
    """
    steps = ITERATIONS * len(request.seeds)
    yield TsneRecord(0, steps)
    points = request.array()
    only, of = distinct(points)
    from sklearn.manifold import TSNE

    for number, seed in enumerate(request.seeds):
        model = TSNE(
            2,
            perplexity=request.perplexity,
            init=request.start,
            random_state=seed,
            n_jobs=1,
            max_iter=ITERATIONS,
            verbose=2,
        )
        for line in printed_lines(partial(model.fit, points[only])):
            if (found := _ITERATION.search(line)) is not None:
                yield TsneRecord(number * ITERATIONS + int(found[1]), steps)
        result = model.embedding_.astype(np.float32)[of]
        yield TsneRecord((number + 1) * ITERATIONS, steps, seed, result, float(model.kl_divergence_))


@dataclass(frozen=True, eq=False)
class Affinities:
    """Affinities of all other points to one point, the paper's conditional probabilities.

    Attributes:
        shares: p(j | i) of every point j, 0 for the point itself, (n,).
        sigma: standard deviation of its Gaussian.
    """

    shares: NDArray[np.float64]
    sigma: float

    @property
    def perplexity(self) -> float:
        """Two to the power of the entropy in bits: the number of points with equal affinities that would give it."""
        some = self.shares[self.shares > 0]
        return float(np.exp(-(some * np.log(some)).sum()))


def affinities(points: NDArray[Any], row: int, perplexity: float) -> Affinities:
    """Affinities to one of `points` (n, D) from a Gaussian whose width gives them `perplexity` (equation 1).

    >>> found = affinities(np.random.default_rng(0).normal(size=(60, 4)), 3, 7.0)
    >>> round(found.perplexity, 6), round(float(found.shares.sum()), 6), float(found.shares[3])
    (7.0, 1.0, 0.0)
    """
    every = np.asarray(points, np.float64)
    squared = np.delete(((every - points[row]) ** 2).sum(axis=1), row)
    squared -= squared.min()  # the shares are unchanged, and the nearest does not underflow
    low, high = -60.0, 60.0  # bounds of log(1 / 2σ²); the entropy decreases in it
    middle, wanted = (low + high) / 2, float(np.log(perplexity))
    for _ in range(60):
        narrow = np.exp(middle)
        weights = np.exp(-narrow * squared)
        total = weights.sum()
        shares = weights / total
        mean = float(shares @ squared)
        over = float(np.log(total) + narrow * mean) - wanted  # excess entropy
        if abs(over) < 1e-12:
            break
        low, high = (middle, high) if over > 0 else (low, middle)
        # Newton's step if it stays inside the bounds: bisection alone takes 40 rounds.
        slope = narrow**2 * float(shares @ np.square(squared - mean))
        step = middle + over / slope if slope > 0 else low
        middle = step if low < step < high else (low + high) / 2
    return Affinities(np.insert(shares, row, 0.0), float(np.exp(-middle / 2) / np.sqrt(2)))


class _Lines(io.TextIOBase):
    def __init__(self, take: Callable[[str], None]) -> None:
        self.take = take

    def write(self, text: str) -> int:
        self.take(text)
        return len(text)


def printed_lines(work: Callable[[], Any]) -> Iterator[str]:
    """Yield the lines that a function prints while it runs in a thread; its exception is raised at the end.

    >>> [text for text in printed_lines(lambda: print("half done")) if text.strip()]
    ['half done']
    """
    texts: SimpleQueue[str | None] = SimpleQueue()
    with ThreadPoolExecutor(1) as pool, redirect_stdout(_Lines(texts.put)):
        running = pool.submit(work)
        running.add_done_callback(lambda _: texts.put(None))
        yield from iter(texts.get, None)
        running.result()
