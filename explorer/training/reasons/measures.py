"""What a trained model is asked: in long windows, in short windows that stand elsewhere, with one thing changed.

Three things are new past a trained length L, and each has a reading that has it alone:

- rows: windows of L tokens that begin at a later position (`by_start`). Nothing else is new in them.
- distances: windows of L tokens whose first half stands further back (`by_gap`).
- many keys: windows of 8 L tokens (`by_position`), for a model that knows the rows and the distances.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from explorer.nn.config import EXTENSIONS
from explorer.nn.encodings import Placement, place
from explorer.nn.transformer import Transformer
from explorer.training.evaluate import smooth
from explorer.training.reasons.placing import STANDARD_WAVES, Waves, place_at
from explorer.training.reasons.written import read
from explorer.training.text import CharText, Ids
from explorer.training.why import position_probe

Array = npt.NDArray[np.float32]

WINDOWS = 128  # held-out windows behind a reading
STRIDE = 64  # characters from one window's start to the next
BLOCK = 8  # positions joined into one number
FACTOR = 8  # a long window is this many trained lengths
STARTS = (0, 16, 32, 48, 64, 96, 128, 192, 256, 320, 384, 448, 512, 640, 768, 960)
GAPS = (0, 64, 128, 256, 384)
REMOVED = ("plain", "no rows past it", "last row held", "from row 0 again", "no rows at all")
MOVED = ("all waves", "waves up to L long", "waves from L to 10 L", "waves longer than 10 L")
PROBED = 4  # a probe is read in windows of this many trained lengths
STRETCHED = (*range(65, 72), *range(72, 513, 8))  # lengths of windows over which a table of 64 rows is stretched


def mean_surprise(
    model: Transformer, ids: Ids, targets: Ids, placement: Placement, counts: npt.NDArray[np.bool_] | None = None
) -> npt.NDArray[np.float64]:
    """Mean over the windows at each place, (seq_len,); with `counts`, over the places that count, (1,)."""
    step = max(1, 512 // ids.shape[1])
    losses = np.concatenate(
        [
            model.surprise(ids[i : i + step], targets[i : i + step], placement=placement)
            for i in range(0, len(ids), step)
        ]
    )
    if counts is None:
        return np.asarray(losses.mean(axis=0, dtype=np.float64))
    return np.array([losses[counts].mean(dtype=np.float64)])


class Reader:
    """A trained model, the held-out text, and the readings.

    Args:
        model: trained.
        text: whose held-out part is read.
        train_len: tokens in a training window.
        waves: of a sinusoidal model.
        table: rows of a learned table that were trained; None where there is a row for every position.
        windows: held-out windows behind each number.
    """

    def __init__(
        self,
        model: Transformer,
        text: CharText,
        train_len: int,
        *,
        waves: Waves = STANDARD_WAVES,
        table: int | None = None,
        windows: int = WINDOWS,
    ) -> None:
        self.model, self.text, self.train_len, self.waves, self.table = model, text, train_len, waves, table
        self.windows = windows

    def place(
        self, positions: Ids, window: int | None = None, added: npt.NDArray[np.floating] | None = None
    ) -> Placement:
        """Where tokens stand, for this model."""
        model = self.model
        return place_at(model.config, model.weights, positions, waves=self.waves, window=window, added=added)

    def _over(self, seq_len: int, placement: Placement) -> npt.NDArray[np.float64]:
        ids, targets = self.text.windows(self.windows, seq_len, STRIDE)
        return mean_surprise(self.model, ids, targets, placement)

    def by_position(self, window: int | None = None, removed: str = "plain") -> Array:
        """Loss in windows of `FACTOR` trained lengths, in blocks of `BLOCK`: (FACTOR · train_len / BLOCK,).

        Args:
            window: how many tokens a query sees.
            removed: one of `REMOVED`: what stands at the positions past the trained length.
        """
        positions = np.arange(FACTOR * self.train_len)
        added = None if removed == "plain" else self._removed(positions, removed)
        return smooth(self._over(len(positions), self.place(positions, window, added)), BLOCK).astype(np.float32)

    def _removed(self, positions: Ids, removed: str) -> npt.NDArray[np.floating]:
        beyond = positions >= self.train_len
        at = positions.copy()
        if removed == "last row held":
            at[beyond] = self.train_len - 1
        elif removed == "from row 0 again":
            at %= self.train_len
        rows = self._rows(at)
        if removed == "no rows past it":
            rows[beyond] = 0
        elif removed == "no rows at all":
            rows[:] = 0
        return rows

    def _rows(self, positions: Ids) -> npt.NDArray[np.floating]:
        if self.model.config.encoding == "learned":
            return self.model.weights["positions"][positions]
        return self.waves.table(self.model.config.embed_dim)[positions]

    def starts(self) -> tuple[int, ...]:
        """Those of `STARTS` at which every position of a window has a row."""
        return tuple(s for s in STARTS if self.table is None or s + self.train_len <= self.table)

    def by_start(
        self, rows: Callable[[Ids], npt.NDArray[np.floating]] | None = None, starts: Sequence[int] | None = None
    ) -> Array:
        """Loss in windows of the trained length that begin at each of some starts: (starts, train_len / BLOCK).

        All starts are read on the same windows: only the positions differ.

        Args:
            rows: what is added at some positions, in place of the model's own.
            starts: in place of `self.starts()`.
        """
        steps = np.arange(self.train_len)
        losses = [
            self._over(self.train_len, self.place(s + steps, added=rows(s + steps) if rows else None))
            for s in (self.starts() if starts is None else starts)
        ]
        return smooth(np.array(losses), BLOCK).astype(np.float32)

    def by_start_of_some_waves(self) -> Array:
        """The same where only some waves move to the new start and the others stay as at 0: (4, starts, blocks).

        In the order of `MOVED`; waves seen whole are those up to L, the trained length, long.
        """
        length = np.repeat(self.waves.lengths(self.model.config.embed_dim), 2)
        short, long = length <= self.train_len, length > 10 * self.train_len
        home = self._rows(np.arange(self.train_len))

        def moved(columns: npt.NDArray[np.bool_]) -> Array:
            return self.by_start(lambda at: np.where(columns, self._rows(at), home))

        return np.array([moved(columns) for columns in (short | True, short, ~short & ~long, long)])

    def by_gap(self) -> Array:
        """Loss in the second half of windows of the trained length whose first half stands `GAPS` further back.

        Returns:
            (gaps + 1,): each gap, then the loss where the first half is hidden; from the eighth place of the half on.
        """
        half = self.train_len // 2
        steps = np.arange(self.train_len)
        seen = slice(half + BLOCK, None)
        losses = []
        for gap in GAPS:
            # The second half stands at the same rows whatever the gap, so that only the distance changes.
            positions = np.where(steps < half, steps + GAPS[-1] - gap, steps + GAPS[-1])
            losses.append(self._over(self.train_len, self.place(positions))[seen].mean())
        alone = self.place(steps + GAPS[-1])
        alone.bias[:, half:, :half] = -np.inf
        losses.append(self._over(self.train_len, alone)[seen].mean())
        return np.array(losses, np.float32)

    def swapped(self, start: int) -> Array:
        """Loss with the rows of one start and the attention of another: (2, 2), rows × attention, 0 before `start`."""
        ids, targets = self.text.windows(self.windows, self.train_len, STRIDE)
        steps = np.arange(self.train_len)
        places = [self.place(s + steps) for s in (0, start)]
        seen = [read(self.model, ids, targets, place)[1] for place in places]
        second = slice(self.train_len // 2, None)
        losses = [
            [
                read(self.model, ids, targets, place, attention=shares)[0][:, second].mean(dtype=np.float64)
                for shares in seen
            ]
            for place in places
        ]
        return np.array(losses, np.float32)

    def looks(self, start: int, seq_len: int, edges: Sequence[int], windows: int = 16) -> Array:
        """Share of attention by how far back it goes, from edge to edge and beyond: (blocks, heads, len(edges)).

        Over the queries of the last quarter of windows of `seq_len` that begin at `start`.
        """
        ids, targets = self.text.windows(windows, seq_len, STRIDE)
        steps = np.arange(seq_len)
        ago = (steps[:, None] - steps)[-seq_len // 4 :]
        bounds = [*edges, seq_len]
        total = np.zeros((self.model.config.n_layers, self.model.config.n_heads, len(edges)))
        for i in range(windows):
            _, seen = read(self.model, ids[i : i + 1], targets[i : i + 1], self.place(start + steps))
            for layer, shares in enumerate(seen):
                last = shares[0, :, -seq_len // 4 :]
                for b in range(len(edges)):
                    inside = (ago >= bounds[b]) & (ago < bounds[b + 1])
                    total[layer, :, b] += (last * inside).sum(axis=-1).mean(axis=-1)
        return (total / windows).astype(np.float32)

    def held_back(self, farthest: int) -> Array:
        """RoPE's loss in long windows where no key counts as further back than `farthest`: as `by_position`."""
        seq_len = FACTOR * self.train_len
        ids, targets = self.text.windows(self.windows, seq_len, STRIDE)
        placement = self.place(np.arange(seq_len))
        losses = [
            read(self.model, ids[i : i + 1], targets[i : i + 1], placement, farthest=farthest)[0]
            for i in range(self.windows)
        ]
        return smooth(np.concatenate(losses).mean(axis=0, dtype=np.float64), BLOCK).astype(np.float32)

    def probed(self) -> Array:
        """`why.position_probe` in windows of `PROBED` trained lengths: (2, blocks + 1, positions)."""
        extension = EXTENSIONS[self.model.config.encoding][0]
        answers = position_probe(
            self.model, self.text, PROBED * self.train_len, windows=min(64, self.windows), extension=extension
        )
        return answers.astype(np.float32)

    def stretched(self) -> Array:
        """Loss past the trained length where a learned table is stretched over a window of each of `STRETCHED`."""
        means = []
        for seq_len in STRETCHED:
            placement = place(self.model.config, self.model.weights, seq_len, "interpolate")
            means.append(self._over(seq_len, placement)[self.train_len :].mean())
        return np.array(means, np.float32)

    def after_letters(self, letters: Ids) -> Array:
        """Loss right after the letters, in the second half of a window and in the second quarter: (2,)."""
        count = (len(self.text.held_out) - self.train_len - 1) // 16
        ids, targets = self.text.windows(count, self.train_len, 16)
        picked = np.isin(ids, letters)
        at, half = np.arange(self.train_len), self.train_len // 2
        late, early = picked & (at >= half), picked & (half // 2 <= at) & (at < half)
        placement = self.place(at)
        losses = [mean_surprise(self.model, ids, targets, placement, counts) for counts in (late, early)]
        return np.concatenate(losses).astype(np.float32)
