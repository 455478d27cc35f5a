"""Evaluations of a trained model: long windows, short windows at other positions, one thing changed at a time.

Three things are new past a trained length L; each has an evaluation in which it alone is new:

- rows: windows of L tokens that begin at a later position (`by_start`);
- distances: windows of L tokens whose first half is moved back (`by_gap`);
- more keys: windows of 8 L tokens (`by_position`), for a model that has seen the rows and distances.
"""

import numpy as np
import numpy.typing as npt

from explorer.nn.position_inputs import PositionInputs, position_inputs
from explorer.nn.transformer import Transformer
from explorer.training.ablations.loss_rises import BASE, BLOCK, FACTOR, STARTS, STRETCHED, WINDOWS
from explorer.training.character_corpus import CharText, Ids
from explorer.training.loss_by_position_and_length import smooth

Array = npt.NDArray[np.float32]

STRIDE = 64  # characters between starts of windows
GAPS = (0, 64, 128, 256, 384)


def mean_surprise(model: Transformer, ids: Ids, targets: Ids, positional: PositionInputs) -> npt.NDArray[np.float64]:
    """Mean over the windows at each position, (seq_len,)."""
    step = max(1, 512 // ids.shape[1])
    losses = [
        model.surprise(ids[i : i + step], targets[i : i + step], positional=positional)
        for i in range(0, len(ids), step)
    ]
    return np.asarray(np.concatenate(losses).mean(axis=0, dtype=np.float64))


class Reader:
    """Evaluations of one trained model on the held-out text.

    Args:
        model: trained.
        text: whose held-out part is read.
        train_len: tokens in a training window.
        base: of sinusoidal rows and of RoPE.
        windows: held-out windows behind each number.
    """

    def __init__(
        self,
        model: Transformer,
        text: CharText,
        train_len: int,
        *,
        base: float = BASE,
        windows: int = WINDOWS,
    ) -> None:
        self.model, self.text, self.train_len, self.base = model, text, train_len, base
        self.windows = windows

    def inputs_at(self, positions: Ids, window: int | None = None) -> PositionInputs:
        """Position inputs of this model at these positions."""
        return position_inputs(self.model.config, self.model.weights, positions, base=self.base, window=window)

    def _over(self, seq_len: int, positional: PositionInputs) -> npt.NDArray[np.float64]:
        ids, targets = self.text.windows(self.windows, seq_len, STRIDE)
        return mean_surprise(self.model, ids, targets, positional)

    def by_position(self, window: int | None = None) -> Array:
        """Loss in windows of `FACTOR` trained lengths, in blocks of `BLOCK`: (FACTOR · train_len / BLOCK,).

        Args:
            window: number of tokens that a query sees.
        """
        positions = np.arange(FACTOR * self.train_len)
        return smooth(self._over(len(positions), self.inputs_at(positions, window)), BLOCK).astype(np.float32)

    def by_start(self) -> Array:
        """Loss in windows of the trained length that begin at each of `STARTS`: (starts, train_len / BLOCK).

        All starts are read on the same windows: only the positions differ.
        """
        steps = np.arange(self.train_len)
        losses = [self._over(self.train_len, self.inputs_at(start + steps)) for start in STARTS]
        return smooth(np.array(losses), BLOCK).astype(np.float32)

    def by_gap(self) -> Array:
        """Loss in the second half of windows of the trained length whose first half is moved back by `GAPS`: (gaps,).

        It is read from the half's eighth position on.
        """
        half = self.train_len // 2
        steps = np.arange(self.train_len)
        seen = slice(half + BLOCK, None)
        losses = []
        for gap in GAPS:
            # The second half has the same rows for every gap, so that only the distance changes.
            positions = np.where(steps < half, steps + GAPS[-1] - gap, steps + GAPS[-1])
            losses.append(self._over(self.train_len, self.inputs_at(positions))[seen].mean())
        return np.array(losses, np.float32)

    def stretched(self) -> Array:
        """Loss past the trained length with a learned table interpolated over windows of `STRETCHED`."""
        means = []
        for seq_len in STRETCHED:
            positional = position_inputs(self.model.config, self.model.weights, seq_len, "interpolate")
            means.append(self._over(seq_len, positional)[self.train_len :].mean())
        return np.array(means, np.float32)
