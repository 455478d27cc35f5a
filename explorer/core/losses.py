"""Cross-entropy: how surprised a model is by the token that really came next.

    loss = mean over n of −log p(target_n)      p = softmax(scores_n) = e^(score) / Σ e^(score)

It is computed as log Σ e^(score) − score(target), with the largest score taken off first: e^200 overflows float32, and
a probability that is rounded to 0 has no logarithm. Left out: `ignore_index` (take padding out of both), and targets
that are shares of several classes.
"""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .argument_checks import check_ids
from .autograd import Array
from .errors import ShapeError
from .tensor import Tensor, tensor


def log_sum_exp(scores: Array) -> Array:
    """The logarithm of Σ e^(score) over the last axis, without overflow: (..., V) → (...).

    >>> log_sum_exp(np.array([[0.0, 200.0], [1000.0, 1000.0]])).round(3).tolist()
    [200.0, 1000.693]
    """
    largest = scores.max(axis=-1, keepdims=True)
    total: Array = np.log(np.exp(scores - largest).sum(axis=-1)) + largest[..., 0]
    return total


def cross_entropy(scores: Tensor | ArrayLike, targets: ArrayLike | NDArray[np.int64]) -> Tensor:
    """Mean surprise −log p(target) in nats: scores (..., V) and target ids (...) → a tensor of one element.

    Raises:
        TokenIdError: a target that is no id below V.
        ShapeError: not one target per line of scores, or none at all.

    >>> scores = Tensor([[0.0, 0.0], [0.0, 200.0]], requires_grad=True)
    >>> loss = cross_entropy(scores, [1, 0])
    >>> loss.backward()
    >>> round(loss.item(), 3), scores.grad.tolist()
    (100.347, [[0.25, -0.25], [-0.5, 0.5]])
    """
    scores = tensor(scores)
    if scores.ndim == 0 or scores.data.size == 0:
        raise ShapeError(f"Expected scores (..., V), got shape {scores.shape}")
    if isinstance(targets, Tensor) and targets.data.dtype.kind == "f" != scores.data.dtype.kind:
        raise TypeError("Expected cross_entropy(scores, targets), got them the other way round")
    rows, ids = scores.reshape(-1, scores.shape[-1]), check_ids(targets, scores.shape[-1], "Target")
    if ids.shape != scores.shape[:-1]:
        raise ShapeError(
            f"Expected a target for each of the scores {scores.shape[:-1]}, got targets of shape {ids.shape}"
        )
    if (rows.data > 0).all() and np.allclose(rows.data.sum(axis=-1), 1):
        warnings.warn("Each line of scores is positive and has the sum 1: pass what softmax was taken of", stacklevel=2)
    total = log_sum_exp(rows.data)
    picked = rows.data[np.arange(ids.size), ids.ravel()]
    slope = np.exp(rows.data - total[:, None])  # p, less 1 for the target
    slope[np.arange(ids.size), ids.ravel()] -= 1
    return rows._make((total - picked).mean(), lambda grad: (slope * (grad / ids.size),))
