"""The lookup and its backward: pick rows out of a table, then add gradients back to the rows that were picked.

``embedding(ids, W)`` equals ``one_hot(ids) @ W`` without ever building the one-hot matrix, and its derivative with
respect to W is ``one_hot(ids).T @ grad``: a scatter-add of the output's gradient at the ids. Left out: `max_norm`
and `scale_grad_by_freq` of PyTorch's ``nn.Embedding``.
"""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.core import errors
from explorer.core.checks import check_ids
from explorer.core.rowsparse import RUN, RowSparse, scatter_add, sum_rows

if TYPE_CHECKING:
    from typing import Any

    from jaxtyping import Float, Int

# One core can't fill the path to memory by itself. From this many bytes on, a second thread is worth its start.
TWO_THREADS = 2**24


def embedding(
    indices: Int[NDArray[Any], "*ids"],
    weight: Float[NDArray[Any], "V D"],
    out: Float[NDArray[Any], "*ids D"] | None = None,
) -> Float[NDArray[Any], "*ids D"]:
    """Row ``indices[...]`` of ``weight`` for each id: (...) → (..., D).

    Reads D numbers a token, whatever V is (Bengio et al. 2003, "A Neural Probabilistic Language Model", matrix C).

    Args:
        indices: token ids, 0 ≤ id < V, of any shape.
        weight: (V, D), the table.
        out: (..., D) to write to instead of a new array.

    Raises:
        TokenIdError: an id is no whole number.
        IndexRangeError: an id has no row. Negative ids don't count from the end.
        InputShapeError: weight has not two axes.

    >>> table = np.array([[0.0, 0.1], [1.0, 1.1], [2.0, 2.1]], np.float32)
    >>> embedding(np.array([[2, 0]]), table).tolist()
    [[[2.0, 2.0999...], [0.0, 0.1000...]]]
    """
    if weight.ndim != 2:
        raise errors.not_a_table(weight.shape)
    ids = check_ids(indices, len(weight))
    if out is None:
        out = np.empty((*ids.shape, weight.shape[1]), weight.dtype)
    fits = out.flags.c_contiguous and out.shape == (*ids.shape, weight.shape[1]) and out.dtype == weight.dtype
    if out.nbytes < TWO_THREADS or not fits:
        return _take(weight, ids, out)
    lines, half = out.reshape(ids.size, -1), ids.size // 2
    other = Thread(target=_take, args=(weight, ids.ravel()[:half], lines[:half]))
    other.start()
    _take(weight, ids.ravel()[half:], lines[half:])
    other.join()
    return out


def embedding_backward_rows(
    grad_output: Float[NDArray[Any], "*ids D"], indices: Int[NDArray[Any], "*ids"], vocab_size: int
) -> RowSparse:
    """The gradient of ``weight``, touched rows only: each distinct id's row is the sum of its tokens' gradients.

    Costs as much as the batch, not as the vocabulary: a (50 257, 768) table and three ids make three rows.

    >>> g = embedding_backward_rows(np.ones((1, 3, 2), np.float32), np.array([[1, 1, 2]]), vocab_size=4)
    >>> g.rows.tolist(), g.values.tolist()
    ([1, 2], [[2.0, 2.0], [1.0, 1.0]])
    """
    return sum_rows(*_by_token(grad_output, indices, vocab_size), vocab_size)


def embedding_backward(
    grad_output: Float[NDArray[Any], "*ids D"], indices: Int[NDArray[Any], "*ids"], vocab_size: int
) -> Float[NDArray[Any], "V D"]:
    """The gradient of ``weight`` as the whole (V, D) array, zeros included.

    >>> embedding_backward(np.ones((1, 3, 2), np.float32), np.array([[1, 1, 2]]), vocab_size=4).tolist()
    [[0.0, 0.0], [2.0, 2.0], [1.0, 1.0], [0.0, 0.0]]
    """
    values, ids = _by_token(grad_output, indices, vocab_size)
    if len(ids) <= RUN:
        return scatter_add(values, ids, vocab_size)
    return sum_rows(values, ids, vocab_size).dense()


def _take(weight: NDArray[Any], ids: NDArray[np.int64], out: NDArray[Any]) -> NDArray[Any]:
    # The ids are known to be good, so "clip" never clips: it only spares NumPy its own check and a buffer.
    return np.take(weight, ids, axis=0, out=out, mode="clip")


def _by_token(grad_output: NDArray[Any], indices: ArrayLike, vocab_size: int) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Gradients (N, D) and ids (N,), one line a token, once their shapes and ids are known to be good."""
    ids = check_ids(indices, vocab_size)
    if grad_output.shape[:-1] != ids.shape:
        raise errors.gradient_shape((*ids.shape, grad_output.shape[-1]), grad_output.shape)
    return grad_output.reshape(ids.size, grad_output.shape[-1]), ids.ravel()
