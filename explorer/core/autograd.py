"""Reverse-mode automatic differentiation: the backward pass through a result's graph.

A tensor remembers what it was made from (``_inputs``) and its derivative's rule (``_rule``), such as
(grad · b, grad · a) for a · b. ``backpropagate`` sorts the tensors in reverse topological order (results before their
inputs), then walks it once. It uses a list instead of recursion, so a chain of 100 000 operations does not overflow the
stack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .functional.row_sparse_gradient import RowSparse

Tensor = Any  # an alias: `tensor` imports this file
Array = NDArray[Any]
Gradient = Array | RowSparse
Rule = Callable[[Array], tuple[Gradient, ...]]


def backpropagate(root: Tensor, seed: Array, retain_graph: bool) -> None:
    """Add the derivative of ``sum(root · seed)`` to every leaf of the graph of ``root``."""
    order = reverse_topological_order(root)
    grads: dict[int, Gradient] = {id(root): seed}
    collected: list[tuple[Tensor, Gradient]] = []
    for node in order:
        grad = grads.pop(id(node))
        if node._rule is None or node._keeps_grad:
            collected.append((node, grad))
        if node._rule is not None:
            if node._steps_before != [source._steps for source in node._inputs]:
                raise RuntimeError(
                    "An optimizer changed a parameter after this result was computed: compute it again, "
                    "and call backward() before step()"
                )
            for source, part in zip(node._inputs, node._rule(dense(grad)), strict=True):
                if source.requires_grad:
                    grads[id(source)] = add(grads.get(id(source)), fit(part, source.data))
    for node, grad in collected:  # an error above leaves everything unchanged
        node._grad = add(node._grad, grad)
    for node in order if not retain_graph else ():
        if node._rule is not None:
            node._rule, node._inputs, node._steps_before = released, (), []  # frees the arrays that the rule keeps


def reverse_topological_order(root: Tensor) -> list[Tensor]:
    """Tensors that need gradients, each after all that were computed from it (reverse topological order)."""
    done: list[Tensor] = []
    seen: set[int] = set()
    stack = [(root, False)]
    while stack:
        node, has_its_inputs = stack.pop()
        if has_its_inputs:
            done.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack += [(source, False) for source in node._inputs if source.requires_grad]
    return done[::-1]


def released(_: Array) -> tuple[Gradient, ...]:
    """The rule of a result after its backward pass."""
    raise RuntimeError(
        "The graph was released by an earlier backward(): compute the result again, "
        "or call backward(retain_graph=True) the first time"
    )


def fit(grad: Gradient, like: Array) -> Gradient:
    """The gradient in its input's float type, summed over the axes along which the input was broadcast."""
    if isinstance(grad, RowSparse):
        return grad
    if grad.shape != like.shape:
        summed: Array = grad.sum(axis=tuple(range(grad.ndim - like.ndim)))  # axes that broadcasting put in front
        stretched = tuple(axis for axis, length in enumerate(like.shape) if length == 1)
        grad = summed.sum(axis=stretched, keepdims=True)
    return np.asarray(grad, like.dtype)


def add(one: Gradient | None, other: Gradient) -> Gradient:
    """Sum of two gradients of one tensor; row-sparse as long as both are."""
    if one is None:
        return other
    if isinstance(one, RowSparse) and isinstance(other, RowSparse):
        return one + other
    return np.asarray(dense(one) + dense(other))


def dense(grad: Gradient) -> Array:
    """The gradient as a plain array."""
    return grad.dense() if isinstance(grad, RowSparse) else grad
