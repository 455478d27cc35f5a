"""Sampling of the positions of training windows.

All regimes use the same windows of text in the same order; only the positions differ. The length of windows is fixed,
so no regime shows more tokens at once. A random start for every window is the augmentation of Kiyono et al. 2021
("SHAPE", https://arxiv.org/abs/2109.05644); a jump within the window is that of Zhu et al. 2024 ("PoSE",
https://arxiv.org/abs/2309.10400). Left out: positions drawn at random one by one (Ruoss et al. 2023,
https://arxiv.org/abs/2305.16843), which would also change the distance of neighbouring tokens.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.training.ablations import loss_rises

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Regime:
    """How the positions of a training window are drawn.

    Attributes:
        name: in results and on pages.
        first: smallest start.
        last: largest start; all starts between are equally likely.
        jump: whether windows are cut at a random offset and their second part is moved on, at most to the last row.
    """

    name: str
    first: int = 0
    last: int = 0
    jump: bool = False

    def rows(self, seq_len: int) -> int:
        """Number of positions, from 0 to the last possible one."""
        return self.last + seq_len

    @property
    def steady(self) -> bool:
        """Whether all windows have the same positions."""
        return self.first == self.last and not self.jump

    def positions(self, rng: np.random.Generator, batch: int, seq_len: int) -> Ids:
        """Positions of `batch` windows: (batch, seq_len).

        >>> Regime("far", 64, 64).positions(np.random.default_rng(0), 1, 4).tolist()
        [[64, 65, 66, 67]]
        """
        steps = np.arange(seq_len)
        if self.jump:
            start, end = np.sort(rng.integers(self.first, self.last + 1, (2, batch)), axis=0)
            cut = rng.integers(1, seq_len, batch) if seq_len > 1 else np.ones(batch, np.int64)
            return np.asarray(np.where(steps < cut[:, None], start[:, None], end[:, None]) + steps)
        return np.asarray(rng.choice(np.arange(self.first, self.last + 1), batch)[:, None] + steps)


STANDARD = Regime(loss_rises.STANDARD)
STARTS = Regime(loss_rises.ANY_START, 0, 448)
JUMP = Regime(loss_rises.ONE_JUMP, 0, 448, jump=True)
