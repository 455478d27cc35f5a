"""Word order in sums of vectors, without and with positions.

Positions do not change a plain mean: Σ(row + position) = Σ row + Σ position, for every order. They change each token's
vector. The mean of a nonlinear function of each vector (here a ReLU; in a transformer the feed-forward layer) depends
on the order; that of a linear map does not, since it can be moved out of the sum. Attention, which compares vectors,
depends on it, too.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.data.cache import cached
from explorer.embedding_pipeline.stages import Position, layer_of, position_rows, rows_of
from explorer.embedding_pipeline.tokenizer_embedding_tables import table_for
from explorer.embedding_pipeline.tokens import tokenize
from explorer.excerpt import Excerpt, first_of

EPSILON = float(np.finfo(np.float32).eps)


@dataclass(frozen=True)
class OrderRequest:
    """Two sentences, and the positional encoding."""

    first: str
    second: str
    encoding: str = "gpt2"
    position: Position = "learned"
    init: str = "xavier_uniform"
    seed: int = 0


@dataclass(frozen=True)
class Gap:
    """Largest difference, over D numbers, between the two sentences' summaries.

    `mean` is of the mean vectors, `relu_mean` of the means of max(0, x). Means are computed in float64; `rounding` is
    the possible error from the float32 sums row + position, half a unit in the last place for each sum.
    """

    mean: float
    relu_mean: float
    rounding: float = 0.0

    def same(self, gap: float) -> bool:
        """Whether `gap` (one of the two) is rounding only."""
        return gap <= self.rounding


@dataclass(frozen=True, eq=False)
class OrderResult:
    """Changes of each sentence's summary with the order.

    Attributes:
        same_words: whether both sentences have the same tokens with the same counts.
        compared: ids of each that are compared with positions: as many as a learned table has rows.
        plain, positioned: gaps between the sentences without and with positions.
    """

    same_words: bool
    compared: tuple[Excerpt[NDArray[np.int64]], ...]
    plain: Gap
    positioned: Gap


def _gap(first: NDArray[np.float32], second: NDArray[np.float32]) -> Gap:
    if not (len(first) and len(second)):
        return Gap(0.0, 0.0)

    def apart(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
        return float(np.abs(a.mean(axis=0, dtype=np.float64) - b.mean(axis=0, dtype=np.float64)).max())

    size = sum(np.abs(vectors).mean(axis=0, dtype=np.float64) for vectors in (first, second))
    rounding = EPSILON / 2 * float(np.max(size))
    return Gap(apart(first, second), apart(np.maximum(first, 0), np.maximum(second, 0)), rounding)


@cached(8, expires=True)
def compare_orders(request: OrderRequest) -> OrderResult:
    """Compare two sentences as sums.

    >>> result = compare_orders(OrderRequest("The cat sat on the mat", "The mat sat on the cat"))
    >>> result.same_words, result.plain.mean < 1e-7, result.positioned.mean < 1e-7
    (True, True, True)
    >>> result.plain.relu_mean < 1e-7 < 1e-3 < result.positioned.relu_mean
    True
    """

    table = table_for(request.encoding, request.init, request.seed)
    layer = layer_of(table, request.position)
    ids, other_ids = (
        tokenize(text, request.encoding, one_sequence=True).ids for text in (request.first, request.second)
    )
    most = max(len(ids), len(other_ids))
    if request.position == "learned":
        most = min(most, len(table.positions))
    first, second = rows_of(ids, table), rows_of(other_ids, table)
    added = position_rows(layer, most)
    return OrderResult(
        same_words=bool(np.array_equal(np.sort(ids), np.sort(other_ids))),
        compared=(first_of("token of the first", ids, most), first_of("token of the second", other_ids, most)),
        plain=_gap(first, second),
        positioned=_gap(*(each[:most] + added[: len(each)] for each in (first, second))),
    )
