"""Change between two predictions: total variation distance, and the tokens to show."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.lm.predict_next_token import Reading, ReadingRequest, read
from explorer.lm.shipped_model import Model
from explorer.tokenizers import SMALL, encode

Ids = NDArray[np.int64]


def total_variation(before: Reading, after: Reading) -> float:
    """Total variation distance, the share of the probability that moved: ½ Σ |p − q|, from 0 to 1."""
    difference = before.probabilities.astype(np.float64) - after.probabilities
    return float(np.abs(difference).sum() / 2)


def likeliest(readings: Sequence[Reading], count: int) -> Ids:
    """The `count` most likely next tokens of every reading, without duplicates, the first reading's first."""
    return np.array(list(dict.fromkeys(i for reading in readings for i in reading.best(count).tolist())), np.int64)


def repeated(text: str, longer_than: int) -> tuple[str, int]:
    """Repeat the text, separated by spaces, until it has more than `longer_than` tokens; returns it and the copies.

    The text must have at least one token.

    >>> repeated("The cat", 4)
    ('The cat The cat The cat', 3)
    """
    times = 1
    while len(encode(" ".join([text] * times), SMALL)) <= longer_than:
        times += 1
    return " ".join([text] * times), times


@dataclass(frozen=True)
class Swapped:
    """Effect of a swap of two tokens.

    Attributes:
        same_token: both positions hold the same token, so nothing was swapped.
        takes_last: one of the positions is the last, so that the prediction follows another token.
        with_positions: share of the probability that moved.
        without: the same without positions.
        first_block: without positions, relative change of the last token's vector after the first block.
    """

    same_token: bool
    takes_last: bool
    with_positions: float
    without: float
    first_block: float


def swapped(request: ReadingRequest, model: Model | None = None) -> Swapped:
    """Compute the effect of `request.swap`.

    Raises:
        ValueError: nothing is swapped, or as `predict.read`.
    """
    if request.swap is None:
        raise ValueError("Expected a request with a swap, got one without")
    plain = replace(request, swap=None)
    before, after = read(plain, model), read(request, model)
    bare, bare_after = (read(replace(one, positions=False), model) for one in (plain, request))
    a, b = request.swap
    first = [reading.stream[1, -1].astype(np.float64) for reading in (bare, bare_after)]
    return Swapped(
        same_token=bool(before.ids[a] == before.ids[b]),
        takes_last=len(before.ids) - 1 in (a, b),
        with_positions=total_variation(before, after),
        without=total_variation(bare, bare_after),
        first_block=float(np.linalg.norm(first[1] - first[0]) / np.linalg.norm(first[0])),
    )
