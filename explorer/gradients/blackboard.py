"""The way back on a blackboard: a table of four rows, √D = 2, and the same output gradient for tokens and positions.

    out = √D · E[ids] + P[0 … T−1]

Everything is computed by the core's Tensor, every result asked to keep its gradient, so each board shows what the
autodiff really has in its hands.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.core import Embedding, PositionalEncoding, Tensor
from explorer.core.errors import sequence_too_long

VOCAB, WIDTH, LONGEST = 4, 4, 5
Matrix = NDArray[np.float32]

TOKEN_TABLE = np.array([[0, 1, 2, -1], [1, -1, 0, 2], [2, 0, 1, 1], [-1, 2, 1, 0]], np.float32)
POSITION_TABLE = np.array([[0, 1, 0, 1], [1, 0, 0, 1], [1, -1, 0, 1], [0, -1, 1, 1], [-1, -1, 1, 0]], np.float32)
SEED = np.array([[1, 0, -1, 2], [0, 2, 1, -1], [-1, 1, 0, 1], [2, 1, -1, 0], [1, 1, 0, -2]], np.float32)


@dataclass(frozen=True)
class Board:
    """Every array of the way there and of the way back; names end in ``_grad`` on the way back.

    Attributes:
        ids: (T,).
        factor: √D, or 1 without scaling.
        weight: (V, D) and its gradient.
        rows: (T, D) looked up.
        scaled: (T, D) rows × factor.
        positions: (L, D), the position table.
        out: (T, D).
        loss: sum of out times the output gradient.
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


def work(ids: tuple[int, ...], *, scale: bool = True, positions: bool = True) -> Board:
    """Forward and backward for some ids.

    Raises:
        ValueError: no ids, too many, or an id without a row; the core's own words.

    >>> board = work((1, 1, 2))
    >>> board.weight_grad.tolist()[1] == (2 * (SEED[0] + SEED[1])).tolist()
    True
    """
    if not ids:
        raise ValueError(f"Expected 1 to {LONGEST} ids, got none")
    if len(ids) > LONGEST:
        raise sequence_too_long(len(ids), LONGEST)
    table = Embedding.from_weight(TOKEN_TABLE.copy())
    places = PositionalEncoding(LONGEST, WIDTH)
    places.position_embeddings = Tensor(POSITION_TABLE.copy(), requires_grad=True)
    factor = math.sqrt(WIDTH) if scale else 1.0
    rows = table(ids).retain_grad()
    scaled = (rows * factor).retain_grad()
    batch = scaled.reshape(1, len(ids), WIDTH)
    out = (places(batch) if positions else batch).reshape(len(ids), WIDTH).retain_grad()
    seed = SEED[: len(ids)]
    loss = (out * seed).sum()
    loss.backward()
    return Board(
        ids=tuple(int(i) for i in ids),
        factor=factor,
        weight=table.weight.data,
        rows=rows.data,
        scaled=scaled.data,
        positions=places.position_embeddings.data,
        out=out.data,
        loss=float(loss.item()),
        out_grad=_grad(out),
        scaled_grad=_grad(scaled),
        rows_grad=_grad(rows),
        weight_grad=_grad(table.weight),
        positions_grad=_grad(places.position_embeddings),
    )


def _grad(tensor: Tensor) -> Matrix:
    return np.zeros(tensor.shape, np.float32) if tensor.grad is None else tensor.grad


def parse(text: str) -> tuple[int, ...]:
    """Ids from what a visitor typed, separated by blanks or commas.

    Raises:
        ValueError: what was typed is no list of whole numbers, or has more than `LONGEST` of them.

    >>> parse("1, 1 2")
    (1, 1, 2)
    >>> parse("1 x")
    Traceback (most recent call last):
        ...
    ValueError: Expected whole numbers with blanks between them, such as 1 1 2, got x
    """
    ids: list[Any] = []
    for part in text.replace(",", " ").split():
        try:
            ids.append(int(part))
        except ValueError:
            raise ValueError(
                f"Expected whole numbers with blanks between them, such as 1 1 2, got {part[:20]}"
            ) from None
    return tuple(ids)
