"""One optimizer step with a row-sparse gradient, and the same step with the dense gradient.

An earlier step used another sentence; this step uses the visitor's. With plain SGD both agree bitwise. With momentum or
Adam they do not: with the dense gradient the earlier sentence's rows keep moving.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core import Embedding
from explorer.core.optim import SGD, Adam, Optimizer
from explorer.data.cache import cached
from explorer.gradients.text_batch import Batch, output_gradient

EARLIER = "A dog ran over the mat"
SGD_, MOMENTUM, ADAM = "SGD", "SGD with momentum", "Adam"
OPTIMIZERS = (SGD_, MOMENTUM, ADAM)

BOTH, YOURS, BEFORE, NEVER = "in both", "in yours", "only in the earlier", "in neither"


@dataclass(frozen=True, eq=False)
class UpdateStep:
    """Result of the step.

    Attributes:
        rows: (n,) ids: all touched ones, then a few that were never touched.
        group: sentence of each (`BOTH`, `YOURS`, `BEFORE` or `NEVER`).
        gradient: (n, D) of the visitor's step, 0 for tokens that are not in it.
        before: (n, D) the rows before the visitor's step.
        sparse: (n, D) the rows after it, with the row-sparse gradient.
        dense: (n, D) the rows after it, with the dense gradient.
        moved_sparse: number of all V rows that changed in at least one bit.
        moved_dense: the same, dense.
        vocab_size: V.
    """

    rows: NDArray[np.int64]
    group: tuple[str, ...]
    gradient: NDArray[np.float32]
    before: NDArray[np.float32]
    sparse: NDArray[np.float32]
    dense: NDArray[np.float32]
    moved_sparse: int
    moved_dense: int
    vocab_size: int

    def distance(self, after: NDArray[np.float32]) -> NDArray[np.float32]:
        """Distance (n,) that each row moved."""
        far: NDArray[np.float32] = np.linalg.norm(after - self.before, axis=1)
        return far


def make(optimizer: str, table: Embedding, lr: float) -> Optimizer:
    """Create an optimizer by its name."""
    if optimizer == SGD_:
        return SGD(table.parameters(), lr)
    if optimizer == MOMENTUM:
        return SGD(table.parameters(), lr, momentum=0.9)
    if optimizer == ADAM:
        return Adam(table.parameters(), lr)
    raise ValueError(f"optimizer must be one of {', '.join(OPTIMIZERS)}, got {optimizer!r}")


def one_step(
    earlier: Batch, yours: Batch, *, width: int, law: str, optimizer: str, lr: float, seed: int = 0
) -> UpdateStep:
    """Make one step on ``earlier``, then one on ``yours``, and compare the table before and after the second.

    >>> from explorer.gradients.text_batch import ONES, read
    >>> done = one_step(read(EARLIER, "gpt2"), read("a cat", "gpt2"), width=4, law=ONES, optimizer=ADAM, lr=0.1)
    >>> done.moved_sparse, done.moved_dense
    (2, 8)
    """
    rows, group = _look_at(earlier, yours, np.random.default_rng(seed))
    start = _drawn(yours.vocab_size, width, seed)[rows]
    # All touched rows are among these. The gradient and the running means of every other row are 0 throughout, so it
    # stays as it is, and a table of these rows alone moves as the whole one does, for a fiftieth of the work.
    number_of = {int(row): at for at, row in enumerate(rows)}
    ids = [np.array([number_of[int(token)] for token in batch.ids]) for batch in (earlier, yours)]
    seen = []
    for dense in (False, True):
        table = Embedding.from_weight(start.copy())
        moving = make(optimizer, table, lr)
        for number, batch in enumerate((earlier, yours)):
            before = table.weight.data.copy()
            moving.zero_grad()
            table(ids[number]).backward(output_gradient(batch, width, law, seed + number))
            gradient = np.array(table.weight.grad)
            if dense:
                table.weight.grad = gradient
            moving.step()
        seen.append((before, table.weight.data))
    moved = [int((after != before).any(axis=1).sum()) for before, after in seen]
    return UpdateStep(rows, group, gradient, seen[0][0], seen[0][1], seen[1][1], moved[0], moved[1], yours.vocab_size)


@cached(max_entries=2)
def _drawn(vocab_size: int, width: int, seed: int) -> NDArray[np.float32]:
    """The whole table at the start, drawn once for all: 2 to 6 MB."""
    table: NDArray[np.float32] = Embedding(vocab_size, width, seed=seed, init="normal").weight.data
    table.flags.writeable = False
    return table


def _look_at(earlier: Batch, yours: Batch, rng: np.random.Generator) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    both = np.intersect1d(earlier.rows, yours.rows)
    mine, old = np.setdiff1d(yours.rows, both), np.setdiff1d(earlier.rows, both)
    never = np.setdiff1d(
        rng.choice(min(yours.vocab_size, 20_000), 20, replace=False), np.union1d(earlier.rows, yours.rows)
    )
    parts = ((both, BOTH), (mine, YOURS), (old, BEFORE), (never[:3], NEVER))
    rows = np.concatenate([ids for ids, _ in parts])
    return rows, tuple(name for ids, name in parts for _ in range(len(ids)))
