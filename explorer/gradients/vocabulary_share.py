"""Share of the vocabulary that a batch touches, measured on the shipped books for each tokenizer.

Batches are drawn as for training: the book is cut into sequences, some of which are drawn at random. Tokenizing whole
books takes minutes, so the results of tools/measure/vocabulary_share.py are in vocabulary_share.json beside this file;
a test measures one of them again.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data import CORPORA, shipped_files

RESULTS = Path(__file__).with_name("vocabulary_share.json")
SEQUENCE = 512
DRAWS = 8
ENCODINGS = ("gpt2", "p50k_base", "cl100k_base", "o200k_base")
"""r50k_base is left out: its ids are those of gpt2."""


LOW, HIGH = 0.7, 3.4
"""Range of counts of ranks 10 to 1,000, divided by Zipf's law, in all books and encodings."""
RAREST = 0.1, 1.1
"""The same range for the rarest token; in each curve below that of its ranks 10 to 1,000."""
ONE_PERCENT = (1000, 1300)
"""Fewest and most tokens of gpt2 that touch 1 % of the rows, over the books."""


@dataclass(frozen=True)
class Curve:
    """One book in one encoding.

    Attributes:
        vocab_size: V.
        tokens: length of the book.
        distinct: rows that the whole book touches.
        sizes: tokens in a batch.
        share: mean share of the V rows that a batch of that size touches.
        spread: standard deviation over the batches drawn.
        ranks: from 1, the most frequent token.
        counts: occurrences of the token of that rank in the book.
        commonest: id of the most frequent token.
    """

    vocab_size: int
    tokens: int
    distinct: int
    sizes: tuple[int, ...]
    share: tuple[float, ...]
    spread: tuple[float, ...]
    ranks: tuple[int, ...]
    counts: tuple[int, ...]
    commonest: int


def measure(ids: NDArray[np.int64], vocab_size: int, *, draws: int = DRAWS, seed: int = 0) -> Curve:
    """Draw batches of 2⁶, 2⁷, … tokens from a tokenized book and count the rows that each touches.

    >>> curve = measure(np.arange(1000) % 10, vocab_size=100)
    >>> curve.sizes, curve.share
    ((64, 128, 256, 512), (0.1, 0.1, 0.1, 0.1))
    """
    rng = np.random.default_rng(seed)
    sizes, shares, spreads = [], [], []
    size = 64
    while size <= len(ids):
        found = [len(np.unique(draw(ids, size, rng))) / vocab_size for _ in range(draws)]
        sizes.append(size)
        shares.append(float(np.mean(found)))
        spreads.append(float(np.std(found)))
        size *= 2
    rows, times = np.unique(ids, return_counts=True)
    counts = np.sort(times)[::-1]
    ranks = np.unique(np.geomspace(1, len(counts), 24).round().astype(int))
    return Curve(
        vocab_size,
        len(ids),
        len(counts),
        tuple(sizes),
        tuple(round(share, 6) for share in shares),
        tuple(round(spread, 6) for spread in spreads),
        tuple(int(rank) for rank in ranks),
        tuple(int(counts[rank - 1]) for rank in ranks),
        int(rows[times.argmax()]),
    )


def times_zipf(curve: Curve) -> NDArray[np.float64]:
    """Count of each recorded rank r over (the first count / r), which is 1 under Zipf's law.

    >>> times_zipf(measure(np.array([5, 5, 5, 5, 7, 7, 8]), vocab_size=10)).round(2).tolist()
    [1.0, 1.0, 0.75]
    """
    found: NDArray[np.float64] = np.array(curve.counts) * np.array(curve.ranks) / curve.counts[0]
    return found


def one_percent(curve: Curve) -> int:
    """Tokens that touch 1 % of the rows, by log-log interpolation, to two digits.

    >>> one_percent(results()["austen"]["gpt2"])
    1200
    """
    at = float(np.exp(np.interp(np.log(0.01), np.log(curve.share), np.log(curve.sizes))))
    return int(float(f"{at:.1e}"))


def draw(ids: NDArray[np.int64], size: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """``size`` tokens: sequences of up to 512 consecutive tokens from different windows, none twice.

    >>> draw(np.arange(100), 64, np.random.default_rng(0)).size
    64
    """
    length = min(SEQUENCE, size)
    windows = len(ids) // length
    if size // length > windows:
        raise ValueError(f"A batch of {size} tokens needs as many in the book, got {len(ids)}")
    chosen = rng.choice(windows, size // length, replace=False)
    return ids[: windows * length].reshape(windows, length)[chosen].ravel()


def uniform_share(size: int, vocab_size: int) -> float:
    """Expected share that ``size`` uniform ids touch: 1 − (1 − 1/V)ⁿ.

    >>> round(uniform_share(1, 4), 6), round(uniform_share(1_000_000, 4), 6)
    (0.25, 1.0)
    """
    return float(-np.expm1(size * np.log1p(-1 / vocab_size)))


@lru_cache(maxsize=1)
def results() -> dict[str, dict[str, Curve]]:
    """The measured curves: book → encoding → curve."""
    with shipped_files.reading(RESULTS):
        raw: dict[str, dict[str, dict[str, Any]]] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return {book: {encoding: _curve(entry) for encoding, entry in raw[book].items()} for book in CORPORA}


def _curve(entry: dict[str, Any]) -> Curve:
    fields: dict[str, Any] = {n: tuple(value) if isinstance(value, list) else value for n, value in entry.items()}
    return Curve(**fields)
