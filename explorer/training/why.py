"""Why a model falls: which waves it saw whole, what a linear map fitted inside says outside, what a probe reads.

Fits are ridge regressions judged on rows they were not fitted on: a random table of 64 rows and 64 columns fits any
linear map between its own rows perfectly, and means nothing by it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.core import functional
from explorer.nn.config import Extension
from explorer.nn.transformer import Transformer
from explorer.training.text import CharText

Array = npt.NDArray[np.float64]
RIDGE = 1e-9


@dataclass(frozen=True)
class Waves:
    """The waves of a sinusoidal encoding against a trained length, one entry a pair of columns.

    Attributes:
        wavelength: positions per turn.
        turns: turns within the trained length.
        values_seen: share of the interval −1 … 1 that the sine took there.
    """

    wavelength: Array
    turns: Array
    values_seen: Array

    @property
    def whole(self) -> int:
        """How many waves made at least one whole turn."""
        return int((self.turns >= 1).sum())


def waves_seen(embed_dim: int, train_len: int, *, base: float = 10_000.0) -> Waves:
    """Which waves a model trained on `train_len` positions has seen whole.

    >>> waves = waves_seen(64, 64)
    >>> waves.whole, len(waves.wavelength), waves.values_seen[-1].round(3).item()
    (9, 32, 0.004)
    """
    omega = functional.frequencies(embed_dim, base=base)
    sines = np.sin(np.arange(train_len)[:, None] * omega)
    return Waves(2 * np.pi / omega, train_len * omega / (2 * np.pi), np.ptp(sines, axis=0) / 2)


def ridge_fit(inputs: Array, outputs: Array, ridge: float = RIDGE) -> Array:
    """The matrix M that makes |inputs M − outputs|² + ridge · trace · |M|² smallest: (n, d), (n, e) → (d, e).

    >>> ridge_fit(np.eye(2), np.array([[2.0], [4.0]])).round(6).ravel().tolist()
    [2.0, 4.0]
    """
    gram = inputs.T @ inputs
    gram[np.diag_indices_from(gram)] += ridge * np.trace(gram)
    return np.asarray(np.linalg.solve(gram, inputs.T @ outputs))


def fitted_shift_error(rows: npt.NDArray[np.floating], train_len: int, k: int) -> npt.NDArray[np.float64]:
    """How far a linear map row(p) → row(p + k), fitted inside, misses at every p.

    Fitted on the even p with p + k inside the trained length. Odd p inside are a fair test, p + k outside the question.

    Args:
        rows: (N, D), the encoding of positions 0 … N − 1.
        train_len: positions that training saw.
        k: the shift.

    Returns:
        (N − k,) length of the error over the mean length of a row.

    Raises:
        ValueError: fewer than two pairs lie inside.

    >>> table = functional.sinusoidal(128, 16)
    >>> error = fitted_shift_error(table, 64, 1)
    >>> bool(error[:63].max() < 1e-3 < error[100:].max())
    True
    """
    if train_len - k < 2 or k < 0:
        raise ValueError(f"A shift of {k} leaves fewer than two pairs among {train_len} trained positions")
    table = rows.astype(np.float64)
    fit = np.arange(0, train_len - k, 2)
    shift = ridge_fit(table[fit], table[fit + k])
    missed = table[: len(table) - k] @ shift - table[k:]
    return np.asarray(np.linalg.norm(missed, axis=1) / np.linalg.norm(table, axis=1).mean())


def exact_shift_error(seq_len: int, embed_dim: int, k: int) -> npt.NDArray[np.float64]:
    """The same miss for the core's exact `shift_matrix`: rounding, and nothing else, at every position.

    >>> bool(exact_shift_error(512, 64, 4).max() < 1e-6)
    True
    """
    rows = functional.sinusoidal(seq_len, embed_dim).astype(np.float64)
    missed = rows[: seq_len - k] @ functional.shift_matrix(k, embed_dim).T - rows[k:]
    return np.asarray(np.linalg.norm(missed, axis=1) / np.linalg.norm(rows, axis=1).mean())


def neighbour_similarity(rows: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Mean cosine between rows at distance 1 … N − 1: (N, D) → (N − 1,).

    >>> neighbour_similarity(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])).tolist()
    [0.5, 0.0]
    """
    exact = rows.astype(np.float64)
    unit = exact / np.linalg.norm(exact, axis=1, keepdims=True)
    cosine = unit @ unit.T
    return np.array([cosine.diagonal(distance).mean() for distance in range(1, len(rows))])


def position_probe(
    model: Transformer, text: CharText, seq_len: int, *, windows: int = 64, extension: Extension = "plain"
) -> npt.NDArray[np.float64]:
    """Where a linear probe thinks it is, from the stream before the first block and after each.

    Fitted on half of the windows, at trained positions only; read off on the other half, everywhere.

    Returns:
        (n_layers + 1, seq_len) mean of the positions that the probe answers.
    """
    train_len = model.config.train_len
    ids, _ = text.windows(windows, seq_len, train_len)
    streams: list[list[npt.NDArray[np.floating]]] = [[] for _ in range(model.config.n_layers + 1)]
    for i in range(windows):
        for kept, rows in zip(streams, model.hidden(ids[i : i + 1], extension), strict=True):
            kept.append(rows[0])
    answers = []
    for kept in streams:
        stream = np.array(kept, np.float64)  # (windows, seq_len, D)
        stream = np.concatenate([stream, np.ones((*stream.shape[:2], 1))], axis=-1)
        inside = stream[::2, :train_len].reshape(-1, stream.shape[-1])
        where = np.tile(np.arange(train_len, dtype=np.float64), len(stream[::2]))[:, None]
        probe = ridge_fit(inside, where, 1e-6)
        answers.append((stream[1::2] @ probe)[..., 0].mean(axis=0))
    return np.array(answers)
