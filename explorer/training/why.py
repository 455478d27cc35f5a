"""Why a model gets worse: which waves it saw whole, what a linear map fitted inside says outside, what a probe reads.

Fits are ridge regressions judged on rows they were not fitted on: a random table of 64 rows and 64 columns fits any
linear map between its own rows perfectly, and means nothing by it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.core import functional
from explorer.core.checks import even
from explorer.nn.config import Extension
from explorer.nn.transformer import Transformer
from explorer.training.text import CharText
from explorer.vectors.turns import turns
from explorer.wording import count, listed, number, share, verb

Array = npt.NDArray[np.float64]
RIDGE = 1e-9


@dataclass(frozen=True, eq=False)
class Waves:
    """The waves of a sinusoidal encoding against a trained length, one entry per pair of columns.

    Attributes:
        wavelength: positions per turn.
        turns: turns from the first trained position to the last.
        sine_seen: share of the interval −1 … 1 that the sine took there.
        cosine_seen: the same of the cosine.
        new_next: whether the first position past the trained length shows a sine, or a cosine, outside all values
            that this wave took before: (pairs, 2).
    """

    wavelength: Array
    turns: Array
    sine_seen: Array
    cosine_seen: Array
    new_next: npt.NDArray[np.bool_]

    @property
    def whole(self) -> int:
        """How many waves made at least one whole turn."""
        return int((self.turns >= 1).sum())


def waves_seen(embed_dim: int, train_len: int, *, base: float = 10_000.0) -> Waves:
    """Which waves a model trained on `train_len` positions has seen whole.

    >>> waves = waves_seen(64, 64)
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
    """How many waves came round, and what the slowest shows right past the trained length."""
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


def ridge_fit(inputs: Array, outputs: Array, ridge: float = RIDGE) -> Array:
    """The matrix M that makes |inputs M − outputs|² + ridge · trace · |M|² smallest: (n, d), (n, e) → (d, e).

    >>> ridge_fit(np.eye(2), np.array([[2.0], [4.0]])).round(6).ravel().tolist()
    [2.0, 4.0]
    """
    if ridge == 0:
        return np.asarray(np.linalg.lstsq(inputs, outputs, rcond=None)[0])
    gram = inputs.T @ inputs
    gram[np.diag_indices_from(gram)] += ridge * np.trace(gram)
    return np.asarray(np.linalg.solve(gram, inputs.T @ outputs))


def fitted_shift_misses(rows: npt.NDArray[np.floating], train_len: int, k: int, ridge: float = RIDGE) -> Array:
    """What a linear map row(p) → row(p + k), fitted inside, misses in every column at every p.

    Fitted on the even p with p + k inside the trained length. Odd p inside are a fair test, p + k outside the question.

    Args:
        rows: (N, D), the encoding of positions 0 … N − 1.
        train_len: positions that training saw.
        k: the shift.
        ridge: how strongly large weights are held back; 0 is plain least squares, the smallest map of the best.

    Returns:
        (N − k, D), map minus truth.

    Raises:
        ValueError: fewer than two pairs lie inside.
    """
    if train_len - k < 2 or k < 0:
        raise ValueError(f"A shift of {k} leaves fewer than two pairs among {train_len} trained positions")
    table = rows.astype(np.float64)
    fit = np.arange(0, train_len - k, 2)
    shift = ridge_fit(table[fit], table[fit + k], ridge)
    return np.asarray(table[: len(table) - k] @ shift - table[k:])


def fitted_shift_error(
    rows: npt.NDArray[np.floating], train_len: int, k: int, ridge: float = RIDGE
) -> npt.NDArray[np.float64]:
    """Length of those misses over the mean length of a row: (N − k,).

    >>> table = functional.sinusoidal(128, 16)
    >>> error = fitted_shift_error(table, 64, 1)
    >>> bool(error[:63].max() < 1e-3 < error[100:].max())
    True
    """
    missed = fitted_shift_misses(rows, train_len, k, ridge)
    return np.asarray(np.linalg.norm(missed, axis=1) / np.linalg.norm(rows.astype(np.float64), axis=1).mean())


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
        (2, n_layers + 1, seq_len): the mean over the texts of the positions that the probe answers, and the mean of
        how far each answer is off. The two differ: answers that scatter about the right one have a good mean.
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
        read = (stream[1::2] @ probe)[..., 0]
        answers.append((read.mean(axis=0), abs(read - np.arange(seq_len)).mean(axis=0)))
    return np.array(answers).transpose(1, 0, 2)
