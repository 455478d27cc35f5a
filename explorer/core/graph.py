"""The graph behind a result, and the way back through it (reverse-mode automatic differentiation).

A `Node` remembers what it was made from and the rule for its derivative (see `operations`). ``send_back`` puts the
nodes in an order in which everything that used one comes before the node itself, then walks it once. A list takes the
place of recursion, so a chain of 100 000 operations is fine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numpy.typing import NDArray

from explorer.core import errors
from explorer.core.operations import Backward, Gradient, add, cast, dense

Array = NDArray[Any]


class Node:
    """An array, its gradient, and where it came from.

    Attributes:
        data: the numbers.
        requires_grad: whether a backward pass is to come this way.
    """

    def __init__(self, data: Array, requires_grad: bool) -> None:
        self.data = data
        self.requires_grad = requires_grad
        self._grad: Gradient | None = None
        self._keeps_grad = False  # asked for by retain_grad; a node that nothing made always collects
        self._grad_fn: Backward | None = None  # how it was made, for what needs a gradient
        self._inputs: tuple[Node, ...] = ()  # what it was made from
        self._released = False  # a backward pass has used the two and let go of them

    def _made_by(self, step: Backward, inputs: tuple[Node, ...]) -> None:
        """Remember step and inputs, if any of these needs a gradient."""
        if any(node.requires_grad for node in inputs):
            self.requires_grad, self._grad_fn, self._inputs = True, step, inputs

    def _sources(self) -> Iterator[Node]:
        """What it was made from, as far as that needs gradients."""
        if self._released:
            raise errors.graph_released()
        return (source for source in self._inputs if source.requires_grad)

    def _release(self) -> None:
        """Let go of the inputs and of what was saved, so that their memory can be used again."""
        if self._grad_fn is not None:
            vars(self._grad_fn).clear()
            self._inputs, self._released = (), True


def send_back(root: Node, seed: Array, retain_graph: bool) -> None:
    """Add to every node that began the graph of ``root`` the derivative of ``sum(root · seed)``.

    Raises:
        RuntimeError: a part of the graph was released. Nothing has changed then.
    """
    order = users_first(root)
    grads: dict[int, Gradient] = {id(root): seed}
    collected: list[tuple[Node, Gradient]] = []
    for node in order:
        grad = grads.pop(id(node))
        if node._grad_fn is None or node._keeps_grad:
            collected.append((node, grad))
        if node._grad_fn is not None:
            for source, part in zip(node._inputs, node._grad_fn(dense(grad)), strict=True):
                if source.requires_grad:
                    grads[id(source)] = add(grads.get(id(source)), cast(part, source.data.dtype))
    # Everything is computed: only now does anything change.
    for node, grad in collected:
        node._grad = add(node._grad, grad)
    if not retain_graph:
        for node in order:
            node._release()


def users_first(root: Node) -> list[Node]:
    """Nodes that need gradients, each after all that were computed from it (reverse topological order)."""
    done: list[Node] = []
    seen = {id(root)}
    stack: list[tuple[Node, Iterator[Node]]] = [(root, root._sources())]
    while stack:
        node, sources = stack[-1]
        for source in sources:
            if id(source) not in seen:
                seen.add(id(source))
                stack.append((source, source._sources()))
                break
        else:
            done.append(node)
            stack.pop()
    return done[::-1]
