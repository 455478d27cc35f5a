"""Reverse-mode automatic differentiation: the backward pass through a result's graph.

A tensor remembers what it was made from (``_inputs``) and its derivative's rule (``_grad_fn``, in `derivative_rules`).
``backpropagate`` sorts the tensors in reverse topological order (results before their inputs), then walks it once. It
uses a list instead of recursion, so a chain of 100 000 operations does not overflow the stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .derivative_rules import Array, Gradient, add, cast, dense

Tensor = Any  # an alias: `tensor` imports this file


def backpropagate(root: Tensor, seed: Array, retain_graph: bool) -> None:
    """Add the derivative of ``sum(root · seed)`` to every leaf of the graph of ``root``."""
    order = reverse_topological_order(root)
    grads: dict[int, Gradient] = {id(root): seed}
    collected: list[tuple[Tensor, Gradient]] = []
    for node in order:
        grad = grads.pop(id(node))
        if node._grad_fn is None or node._keeps_grad:
            collected.append((node, grad))
        if node._grad_fn is not None:
            for source, part in zip(node._inputs, node._grad_fn(dense(grad)), strict=True):
                if source.requires_grad:
                    grads[id(source)] = add(grads.get(id(source)), cast(part, source.data.dtype))
    for node, grad in collected:  # an error above leaves everything unchanged
        node._grad = add(node._grad, grad)
    for node in order if not retain_graph else ():
        if node._grad_fn is not None:
            vars(node._grad_fn).clear()  # frees the saved arrays
            node._inputs, node._released = (), True


def reverse_topological_order(root: Tensor) -> list[Tensor]:
    """Tensors that need gradients, each after all that were computed from it (reverse topological order)."""
    done: list[Tensor] = []
    seen = {id(root)}
    stack = [(root, _sources(root))]
    while stack:
        node, sources = stack[-1]
        for source in sources:
            if id(source) not in seen:
                seen.add(id(source))
                stack.append((source, _sources(source)))
                break
        else:
            done.append(node)
            stack.pop()
    return done[::-1]


def _sources(node: Tensor) -> Iterator[Tensor]:
    if node._released:
        raise RuntimeError(
            "The graph was released by an earlier backward(): compute the result again, "
            "or call backward(retain_graph=True) the first time"
        )
    if any(changes[0] != before for changes, before in node._kept):
        raise RuntimeError(
            "An optimizer changed an array that the graph keeps: compute the result again, "
            "and call backward() before step()"
        )
    return (source for source in node._inputs if source.requires_grad)
