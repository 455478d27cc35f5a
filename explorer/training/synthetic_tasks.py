"""Five synthetic tasks on random symbols, each with other demands on a positional encoding.

Sequences of 16 uniformly drawn symbols; the model answers at every position, and only positions with an answer count.
Left out: arithmetic on long numbers, which two layers do not learn in seconds.
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]
Task = Literal["copy k back", "first token", "position modulo 4", "running majority", "induction"]
TASKS: tuple[Task, ...] = get_args(Task)
SYMBOLS = 16


def sample(
    task: Task, rng: np.random.Generator, batch: int, seq_len: int, k: int = 4
) -> tuple[Ids, Ids, npt.NDArray[np.bool_]]:
    """Sample inputs, answers, and the mask of positions with one: three (batch, seq_len).

    - copy k back: the symbol k positions earlier.
    - first token: the sequence's first symbol.
    - position modulo 4: the position, 0 … seq_len − 1, modulo 4.
    - running majority: 1 where symbols 8 … 15 have been more frequent than 0 … 7 so far, else 0.
    - induction: the symbol after the last earlier occurrence of this one.

    Raises:
        ValueError: no such task, or k is not from 0 to seq_len − 1.

    >>> ids, answers, counts = sample("copy k back", np.random.default_rng(0), 1, 6, k=2)
    >>> bool((answers[0, 2:] == ids[0, :-2]).all()), counts[0].tolist()
    (True, [False, False, True, True, True, True])
    """
    ids = rng.integers(0, SYMBOLS, (batch, seq_len))
    counts = np.ones(ids.shape, np.bool_)
    if task == "copy k back":
        if not 0 <= k < seq_len:
            raise ValueError(f"k must be from 0 to {seq_len - 1}, got {k}")
        answers = np.zeros_like(ids)
        answers[:, k:] = ids[:, : seq_len - k]
        counts[:, :k] = False
    elif task == "first token":
        answers = np.repeat(ids[:, :1], seq_len, axis=1)
    elif task == "position modulo 4":
        answers = np.broadcast_to(np.arange(seq_len) % 4, ids.shape).copy()
    elif task == "running majority":
        answers = (np.cumsum(np.where(ids >= SYMBOLS // 2, 1, -1), axis=1) > 0).astype(np.int64)
    elif task == "induction":
        answers, counts = _what_followed(ids)
    else:
        raise ValueError(f"Task must be one of {', '.join(TASKS)}, got {task!r}")
    return ids, answers, counts


def _what_followed(ids: Ids) -> tuple[Ids, npt.NDArray[np.bool_]]:
    """Symbol after the last earlier occurrence of each position's symbol, and whether there is one."""
    batch, seq_len = ids.shape
    rows = np.arange(batch)
    latest = np.full((batch, SYMBOLS), -1)
    answers, counts = np.zeros_like(ids), np.zeros(ids.shape, np.bool_)
    for t in range(seq_len):
        before = latest[rows, ids[:, t]]
        counts[:, t] = before >= 0
        answers[:, t] = np.where(before >= 0, ids[rows, np.maximum(before, 0) + 1], 0)
        latest[rows, ids[:, t]] = t
    return answers, counts
