"""At which positions a model sees its training windows.

All regimes show the model the same windows of the same text in the same order; only the positions differ. Windows stay
as long as they are, so no regime ever shows more tokens at once. A start that is drawn anew for every window is the
augmentation of Kiyono et al. 2021 ("SHAPE", https://arxiv.org/abs/2109.05644); a jump within the window is that of Zhu
et al. 2024 ("PoSE", https://arxiv.org/abs/2309.10400). Left out: positions drawn at random one by one (Ruoss et al.
2023, https://arxiv.org/abs/2305.16843), which would also take away the neighbour's fixed distance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Regime:
    """How the positions of a training window are drawn.

    Attributes:
        name: as results and pages have it.
        first: smallest start.
        last: largest start; all starts between are equally likely.
        hole: rows (from, up to but without) that no window may touch.
        jump: true where a window is cut at a random place and its second part moved on, at most to the last row.
        kept_early: letters that never stand in the second half of a window.
    """

    name: str
    first: int = 0
    last: int = 0
    hole: tuple[int, int] | None = None
    jump: bool = False
    kept_early: str = ""

    def rows(self, seq_len: int) -> int:
        """How many positions there are, from 0 to the last that can be seen."""
        return self.last + seq_len

    @property
    def steady(self) -> bool:
        """Whether every window stands at the same positions."""
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
        starts = np.arange(self.first, self.last + 1)
        if self.hole is not None:
            starts = starts[(starts + seq_len <= self.hole[0]) | (starts >= self.hole[1])]
        return np.asarray(rng.choice(starts, batch)[:, None] + steps)


STANDARD = Regime("standard")
SHORT_STARTS = Regime("starts 0 to 64", 0, 64)
STARTS = Regime("starts 0 to 448", 0, 448)
SHIFTED = Regime("start 64 only", 64, 64)
HOLE = Regime("rows 240 to 271 left out", 0, 448, hole=(240, 272))
ALL_TURNS = Regime("starts 0 to 63", 0, 63)
JUMP = Regime("one jump", 0, 448, jump=True)
EARLY = Regime("b, v and k early only", kept_early="bvk")


def window_starts(text: npt.NDArray[np.integer], seq_len: int, kept: Ids) -> Ids:
    """Where a training window of `seq_len` may begin if none of the ids `kept` may stand in its second half.

    >>> window_starts(np.array([0, 1, 0, 0, 0, 0, 0]), 4, np.array([1])).tolist()
    [0, 1, 2]
    """
    half = seq_len // 2
    before = np.concatenate([[0], np.cumsum(np.isin(text, kept))])
    starts = np.arange(len(text) - seq_len)
    return np.asarray(starts[before[starts + seq_len] == before[starts + half]])
