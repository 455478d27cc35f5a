"""The lookup and its backward: pick rows out of a table, then add gradients back to the rows that were picked.

On the blackboard, with W the table (V, D) and one line per token:

    forward      out[t] = W[ids[t]]                which is  one_hot(ids) @ W,  without the one-hot matrix
    backward     dW[ids[t]] += dout[t]             which is  one_hot(ids).T @ dout

The functions begin with just that. For large batches they hand over to `fast`, which gives the same numbers sooner.
Left out: `max_norm` and `scale_grad_by_freq` of PyTorch's ``nn.Embedding``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.core import errors
from explorer.core.checks import check_ids, size
from explorer.core.functional import fast
from explorer.core.functional.rowsparse import RowSparse, sum_rows

if TYPE_CHECKING:
    from typing import Any

    from jaxtyping import Float, Int


def embedding(
    indices: Int[NDArray[Any], "*ids"],
    weight: Float[NDArray[Any], "V D"],
    out: Float[NDArray[Any], "*ids D"] | None = None,
) -> Float[NDArray[Any], "*ids D"]:
    """Row ``indices[...]`` of ``weight`` for each id: (...) → (..., D).

    Reads D numbers per token, whatever V is (Bengio et al. 2003, "A Neural Probabilistic Language Model", matrix C).

    Args:
        indices: token ids, 0 ≤ id < V, of any shape.
        weight: (V, D), the table.
        out: (..., D) of the table's type to write to instead of a new array; not part of the table.

    Raises:
        TokenIdError: an id is not a whole number.
        IndexRangeError: an id has no row. Negative ids don't count from the end.
        InputShapeError: weight does not have two axes.
        OutputError: ``out`` has another shape or type, or shares memory with the table or the ids.

    >>> table = np.array([[0.0, 0.1], [1.0, 1.1], [2.0, 2.1]], np.float32)
    >>> embedding(np.array([[2, 0]]), table).tolist()
    [[[2.0, 2.0999...], [0.0, 0.1000...]]]
    """
    if weight.ndim != 2:
        raise errors.not_a_table(weight.shape)
    return pick_rows(weight, check_ids(indices, len(weight)), out)


def pick_rows(weight: NDArray[Any], ids: NDArray[np.int64], out: NDArray[Any] | None = None) -> NDArray[Any]:
    """`embedding` of ids that are known to be good: a module checks them once, on their way in.

    >>> pick_rows(np.array([[1.0], [2.0], [3.0]]), np.array([2, 0])).ravel().tolist()
    [3.0, 1.0]
    """
    if out is None and ids.size * weight.shape[1] < fast.MANY:
        return np.take(weight, ids, axis=0)  # weight[ids]
    return fast.take(weight, ids, out)


def embedding_backward(
    grad_output: Float[NDArray[Any], "*ids D"], indices: Int[NDArray[Any], "*ids"], vocab_size: int
) -> Float[NDArray[Any], "V D"]:
    """The gradient of ``weight`` as the whole (V, D) array, zeros included.

    float16 is added up, and returned, as float32: 5,000 equal gradients of 1 would stop at 2,048.

    >>> embedding_backward(np.ones((1, 3, 2), np.float32), np.array([[1, 1, 2]]), vocab_size=4).tolist()
    [[0.0, 0.0], [2.0, 2.0], [1.0, 1.0], [0.0, 0.0]]
    """
    values, ids = _by_token(grad_output, indices, vocab_size)
    grad_weight = np.zeros((vocab_size, values.shape[1]), fast.sum_type(values.dtype))
    if len(ids) > fast.FEW:
        return fast.add_at(grad_weight, ids, values)
    for row, gradient in zip(ids, values, strict=True):
        grad_weight[row] += gradient
    return grad_weight


def embedding_backward_rows(
    grad_output: Float[NDArray[Any], "*ids D"], indices: Int[NDArray[Any], "*ids"], vocab_size: int
) -> RowSparse:
    """The same gradient, touched rows only: each distinct id's row is the sum of its tokens' gradients.

    Costs as much as the batch, not as the vocabulary: a (50 257, 768) table and three ids make three rows.

    >>> g = embedding_backward_rows(np.ones((1, 3, 2), np.float32), np.array([[1, 1, 2]]), vocab_size=4)
    >>> g.rows.tolist(), g.values.tolist()
    ([1, 2], [[2.0, 2.0], [1.0, 1.0]])
    """
    return sum_rows(*_by_token(grad_output, indices, vocab_size), vocab_size)


def _by_token(grad_output: NDArray[Any], indices: ArrayLike, vocab_size: int) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Gradients (N, D) and ids (N,), one line per token, once their shapes and ids are known to be good."""
    ids = check_ids(indices, size("vocab_size", vocab_size))
    if grad_output.ndim != ids.ndim + 1 or grad_output.shape[:-1] != ids.shape:
        raise errors.gradient_shape((*ids.shape, "embed_dim"), grad_output.shape)
    return grad_output.reshape(ids.size, grad_output.shape[-1]), ids.ravel()
