"""Copying: a synthetic task on random symbols that a model can only learn if it knows positions.

The model answers at every position with the symbol `k` positions back; the first `k` have no answer and don't count.
"""

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]
SYMBOLS = 16


def sample(rng: np.random.Generator, batch: int, seq_len: int, k: int = 4) -> tuple[Ids, Ids, npt.NDArray[np.bool_]]:
    """Sample inputs, answers, and the mask of positions with one: three (batch, seq_len).

    Raises:
        ValueError: k is not from 0 to seq_len − 1.

    >>> ids, answers, counts = sample(np.random.default_rng(0), 1, 6, k=2)
    >>> bool((answers[0, 2:] == ids[0, :-2]).all()), counts[0].tolist()
    (True, [False, False, True, True, True, True])
    """
    if not 0 <= k < seq_len:
        raise ValueError(f"k must be from 0 to {seq_len - 1}, got {k}")
    ids = rng.integers(0, SYMBOLS, (batch, seq_len))
    answers, counts = np.zeros_like(ids), np.ones(ids.shape, np.bool_)
    answers[:, k:] = ids[:, : seq_len - k]
    counts[:, :k] = False
    return ids, answers, counts
