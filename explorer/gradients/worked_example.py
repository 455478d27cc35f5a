"""Forward and backward pass with hand-sized numbers: twelve words of four integers each, √D = 2, one SGD step.

    out = √D · E[ids] + P[0 … T−1]          E ← E − 1 · gradient of E

The core's Tensor and SGD compute everything; `retain_grad` on every result gives the intermediate gradients.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core import Embedding, PositionalEncoding, Tensor
from explorer.core.errors import ShapeError
from explorer.core.functional import embedding_backward
from explorer.core.optim import SGD

WORDS = ("the", "cat", "dog", "king", "queen", "fish", "eats", "sees", "red", "runs", "swims", ".")
VOCAB, WIDTH, LONGEST = len(WORDS), 4, 6
COURSE = "5 10 10 5"
STEP = 1.0
"""Learning rate, which keeps integers integers."""
Matrix = NDArray[np.float32]

TOKEN_TABLE = np.array(
    [
        [0, 1, 2, -1],
        [1, -1, 0, 2],
        [2, 0, 1, 1],
        [-1, 2, 1, 0],
        [1, 1, -2, 0],
        [3, 0, -1, 1],
        [0, -2, 1, 1],
        [2, 2, 0, -1],
        [-1, 0, 3, 1],
        [1, 2, -1, -2],
        [0, 1, 1, -3],
        [-2, 1, 0, 1],
    ],
    np.float32,
)
POSITION_TABLE = np.array(
    [[0, 1, 0, 1], [1, 0, 0, 1], [1, -1, 0, 1], [0, -1, 1, 1], [-1, -1, 1, 0], [-1, 0, 1, -1]], np.float32
)
SEED = np.array([[1, 0, -1, 2], [0, 2, 1, -1], [-1, 1, 0, 1], [2, 1, -1, 0], [1, 1, 0, -2], [0, -1, 2, 1]], np.float32)


@dataclass(frozen=True, eq=False)
class Board:
    """Arrays of the forward pass, and of the backward pass (names in ``_grad``).

    Attributes:
        ids: (T,).
        factor: √D, or 1 without scaling.
        weight: (V, D) and its gradient.
        rows: (T, D) looked up.
        scaled: (T, D) rows × factor.
        positions: (L, D), the position table.
        out: (T, D).
        loss: sum of out times the output gradient.
        moved: (V, D), the table after one step of plain SGD of length `STEP`.
    """

    ids: tuple[int, ...]
    factor: float
    weight: Matrix
    rows: Matrix
    scaled: Matrix
    positions: Matrix
    out: Matrix
    loss: float
    out_grad: Matrix
    scaled_grad: Matrix
    rows_grad: Matrix
    weight_grad: Matrix
    positions_grad: Matrix
    moved: Matrix

    @property
    def learns(self) -> list[int]:
        """Rows with a nonzero gradient, ascending."""
        return [int(row) for row in np.flatnonzero(self.weight_grad.any(axis=1))]

    def collected(self, tokens: int) -> Matrix:
        """Gradient (V, D) of the table after the first `tokens` of the sentence have been added.

        >>> board = work((5, 10, 10, 5))
        >>> [board.collected(tokens)[10].tolist() for tokens in (1, 2, 3)]
        [[0.0, 0.0, 0.0, 0.0], [0.0, 4.0, 2.0, -2.0], [-2.0, 6.0, 2.0, 0.0]]
        """
        return embedding_backward(self.rows_grad[:tokens], np.array(self.ids[:tokens]), len(self.weight))


def work(ids: tuple[int, ...], *, scale: bool = True, positions: bool = True) -> Board:
    """Run the forward and the backward pass.

    Raises:
        ValueError: no ids, too many, or an id without a row.

    >>> board = work((5, 10, 10, 5))
    >>> board.weight_grad[10].tolist() == (2 * (SEED[1] + SEED[2])).tolist(), board.learns
    (True, [5, 10])
    """
    if not ids:
        raise ValueError(f"Expected 1 to {LONGEST} ids, got none")
    if len(ids) > LONGEST:
        raise ShapeError(f"Sequence length {len(ids)} exceeds maximum {LONGEST}")
    table = Embedding.from_weight(TOKEN_TABLE.copy())
    encoding = PositionalEncoding.from_table(POSITION_TABLE.copy())
    factor = math.sqrt(WIDTH) if scale else 1.0
    rows = table(ids).retain_grad()
    scaled = (rows * factor).retain_grad()
    batch = scaled.reshape(1, len(ids), WIDTH)
    out = (encoding(batch) if positions else batch).reshape(len(ids), WIDTH).retain_grad()
    seed = SEED[: len(ids)]
    loss = (out * seed).sum()
    loss.backward()
    before, gradient = table.weight.data.copy(), _grad(table.weight)
    SGD(table.parameters(), STEP).step()
    return Board(
        ids=tuple(int(i) for i in ids),
        factor=factor,
        weight=before,
        rows=rows.data,
        scaled=scaled.data,
        positions=encoding.position_embeddings.data,
        out=out.data,
        loss=float(loss.item()),
        out_grad=_grad(out),
        scaled_grad=_grad(scaled),
        rows_grad=_grad(rows),
        weight_grad=gradient,
        positions_grad=_grad(encoding.position_embeddings),
        moved=table.weight.data,
    )


def _grad(tensor: Tensor) -> Matrix:
    return np.zeros(tensor.shape, np.float32) if tensor.grad is None else tensor.grad


def parse(text: str) -> tuple[int, ...]:
    """Parse typed ids: numbers or words of the table, separated by spaces or commas, with or without brackets.

    Raises:
        ValueError: a part of it is neither a whole number nor a word of the table.

    >>> parse("[5, 10, 10, 5]"), parse("fish swims")
    ((5, 10, 10, 5), (5, 10))
    >>> parse("5 whale")
    Traceback (most recent call last):
        ...
    ValueError: Expected whole numbers or words of the table with spaces between them, such as 5 10 10 5, got 'whale'
    """
    ids: list[int] = []
    for part in text.strip().removeprefix("[").removesuffix("]").replace(",", " ").split():
        try:
            ids.append(WORDS.index(part.lower()) if part.lower() in WORDS else int(part))
        except ValueError:
            raise ValueError(
                "Expected whole numbers or words of the table with spaces between them, such as "
                f"{COURSE}, got {part[:20]!r}"
            ) from None
    return tuple(ids)
