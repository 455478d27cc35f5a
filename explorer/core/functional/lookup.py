"""Embedding lookup and its backward: gather rows of a table, then scatter-add gradients to the rows that were read.

On the blackboard, with W the table (V, D) and one line per token:

    forward      out[t] = W[ids[t]]                which is  one_hot(ids) @ W,  without the one-hot matrix
    backward     dW[ids[t]] += dout[t]             which is  one_hot(ids).T @ dout

A repeated id is read twice, so its row gets both gradients: the += of the backward line runs token by token. (NumPy's
``dW[ids] += dout`` in one step adds only the last gradient of a repeated id.) Left out: `max_norm` and
`scale_grad_by_freq` of PyTorch's ``nn.Embedding``.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..argument_checks import array, check_ids, size
from ..errors import ShapeError
from .row_sparse_gradient import RowSparse, sum_rows

Float = TypeVar("Float", bound=np.floating[Any])
# Annotated[type, "V D"] is for readers: an array of V × D numbers; "*ids" are the axes of the ids, however many.


def embedding(
    indices: Annotated[ArrayLike, "*ids"], weight: Annotated[NDArray[Float], "V D"]
) -> Annotated[NDArray[Float], "*ids D"]:
    """Row ``indices[...]`` of ``weight`` for each id: (...) → (..., D).

    Reads D numbers per token, whatever V is (Bengio et al. 2003, "A Neural Probabilistic Language Model", matrix C).
    Negative ids don't count from the end: they are errors.

    Args:
        indices: token ids, 0 ≤ id < V, of any shape.
        weight: (V, D), the table.

    >>> table = np.array([[0.0, 0.1], [1.0, 1.1], [2.0, 2.1]], np.float32)
    >>> embedding(np.array([[2, 0]]), table).tolist()
    [[[2.0, 2.0999...], [0.0, 0.1000...]]]
    """
    if array("weight", weight).ndim != 2:
        raise ShapeError(f"Expected 2D weight (vocab, embed), got shape {weight.shape}")
    return np.take(weight, check_ids(indices, len(weight)), axis=0)  # weight[ids]


def embedding_backward(
    grad_output: Annotated[NDArray[np.floating[Any]], "*ids D"], indices: Annotated[ArrayLike, "*ids"], vocab_size: int
) -> Annotated[NDArray[np.floating[Any]], "V D"]:
    """The gradient of ``weight`` as the whole (V, D) array, zeros included.

    float16 gradients are summed, and returned, as float32: a float16 sum of ones stops growing at 2,048.

    >>> embedding_backward(np.ones((1, 3, 2), np.float32), np.array([[1, 1, 2]]), vocab_size=4).tolist()
    [[0.0, 0.0], [2.0, 2.0], [1.0, 1.0], [0.0, 0.0]]
    """
    return embedding_backward_rows(grad_output, indices, vocab_size).dense()


def embedding_backward_rows(
    grad_output: Annotated[NDArray[np.floating[Any]], "*ids D"], indices: Annotated[ArrayLike, "*ids"], vocab_size: int
) -> RowSparse:
    """The same gradient, touched rows only: each distinct id's row is the sum of its tokens' gradients.

    Cost grows with the batch, not with the vocabulary: three ids of a (50 257, 768) table give three rows.

    >>> g = embedding_backward_rows(np.ones((1, 3, 2), np.float32), np.array([[1, 1, 2]]), vocab_size=4)
    >>> g.rows.tolist(), g.values.tolist()
    ([1, 2], [[2.0, 2.0], [1.0, 1.0]])
    """
    ids = check_ids(indices, size("vocab_size", vocab_size))
    if array("grad_output", grad_output).ndim != ids.ndim + 1 or grad_output.shape[:-1] != ids.shape:
        expected = (*ids.shape, "embed_dim")
        raise ShapeError(f"Gradient shape mismatch: expected {expected}, got {grad_output.shape}")
    return sum_rows(grad_output.reshape(ids.size, grad_output.shape[-1]), ids.ravel(), vocab_size)
