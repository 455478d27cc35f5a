"""Loss by position and by window length, on held-out text.

By position, because the mean over a long window hides a rise at its end. The same characters are cut into windows of
each length, so lengths differ only in the context that the model sees.
"""

import numpy as np
import numpy.typing as npt

from explorer.nn.config import Extension
from explorer.nn.transformer import Transformer
from explorer.training.character_corpus import CharText, Ids

Array = npt.NDArray[np.float32]


def loss_by_position(
    model: Transformer, text: CharText, seq_len: int, *, windows: int, extension: Extension = "plain"
) -> Array:
    """Mean loss in nats at each position of a window: (seq_len,).

    A window starts at every multiple of the trained length, so all ranges of positions are measured on nearly the same
    characters.
    """
    return _mean_loss(model, *text.windows(windows, seq_len, model.config.train_len), extension)


def loss_by_length(
    model: Transformer, text: CharText, lengths: tuple[int, ...], *, size: int, extension: Extension = "plain"
) -> Array:
    """Mean surprise in nats over adjacent windows of each length, on the first `size` held-out characters.

    This is the measure of figure 1 in Press et al. 2022, https://arxiv.org/abs/2108.12409.

    Returns:
        (number of lengths,)

    Raises:
        ValueError: `size` is less than one window of the longest length.
    """
    if size < max(lengths):
        raise ValueError(f"A window of {max(lengths)} needs as many held-out characters, got {size}")
    means = [_mean_loss(model, *text.windows(size // n, n), extension).mean(dtype=np.float64) for n in lengths]
    return np.array(means, np.float32)


def _mean_loss(model: Transformer, ids: Ids, targets: Ids, extension: Extension) -> Array:
    # Few windows at a time, so that scores (heads · seq_len²) stay in the processor's cache.
    step = max(1, 512 // ids.shape[1])
    total = np.zeros(ids.shape[1])
    for i in range(0, len(ids), step):
        total += model.surprise(ids[i : i + step], targets[i : i + step], extension).sum(axis=0, dtype=np.float64)
    return (total / len(ids)).astype(np.float32)


def smooth(by_position: npt.NDArray[np.floating], width: int) -> npt.NDArray[np.floating]:
    """Means of `width` neighbouring positions: (..., L) → (..., L // width).

    >>> smooth(np.array([1.0, 3.0, 5.0, 7.0]), 2).tolist()
    [2.0, 6.0]
    """
    kept = by_position.shape[-1] // width * width
    blocks = by_position[..., :kept].reshape(*by_position.shape[:-1], -1, width)
    return np.asarray(blocks.mean(axis=-1))


def first_above(
    by_position: npt.NDArray[np.floating], level: float | npt.NDArray[np.floating], *, width: int = 16
) -> int | None:
    """First position of a block of `width` positions whose mean loss lies above `level`, or None.

    >>> curve = np.concatenate([np.full(96, 2.0), np.full(32, 2.5)])
    >>> first_above(curve, 2.1), first_above(curve, 3.0)
    (96, None)
    """
    above = np.flatnonzero(smooth(by_position, width) > level)
    return int(above[0]) * width if len(above) else None
