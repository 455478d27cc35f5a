"""Benchmarks of the core against a memcpy of the result: lookup, backward, sinusoidal tables."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import Row, benchmark, compare, memcpy, torch
from explorer.core import functional as F  # noqa: N812

V, D = 50_257, 768  # GPT-2 small
BATCHES = ((32, 1024), (8, 128))


def uniform_ids(shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.int64]:
    """Uniform ids, the worst case, since hardly any row is used twice."""
    return rng.integers(0, V, shape)


def zipf_ids(shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.int64]:
    """Zipf-distributed ids with probabilities ∝ 1 / (id + 1), similar to words in a text."""
    chance = 1 / np.arange(1, V + 1)
    return rng.choice(V, shape, p=chance / chance.sum())


@benchmark("Lookup: rows of a 50257 × 768 float32 table")
def lookup() -> Iterator[Row]:
    """Both batch sizes."""
    rng = np.random.default_rng(0)
    weight = rng.standard_normal((V, D), np.float32)
    for shape in BATCHES:
        ids = uniform_ids(shape, rng)
        size = f"{shape[0]}×{shape[1]} ids"
        yield from compare(
            {
                f"{size}: `embedding(ids, W)`": partial(F.embedding, ids, weight),
                f"{size}: NumPy `W[ids]`": partial(weight.__getitem__, ids),
                f"{size}: PyTorch `F.embedding`": torch_lookup(weight, ids),
            },
            (f"{size}: memcpy of the result", memcpy(ids.size * D * weight.itemsize)),
        )


@benchmark("Backward of a lookup: gradients added to the rows of a 50257 × 768 table")
def backward() -> Iterator[Row]:
    """Both batch sizes, uniform and Zipf ids; touched rows only, and the whole table."""
    rng = np.random.default_rng(0)
    for shape in BATCHES:
        grad = rng.standard_normal((*shape, D), np.float32)
        for law, draw in (("uniform", uniform_ids), ("Zipf", zipf_ids)):
            ids = draw(shape, rng)
            size = f"{shape[0]}×{shape[1]} {law} ids, {len(np.unique(ids)):,} rows"
            yield from compare(
                {
                    f"{size}: `embedding_backward_rows`": partial(F.embedding_backward_rows, grad, ids, V),
                    f"{size}: PyTorch's kernel for sparse, coalesced": torch_backward(grad, ids, sparse=True),
                    f"{size}: `embedding_backward` (dense)": partial(F.embedding_backward, grad, ids, V),
                    f"{size}: PyTorch dense": torch_backward(grad, ids, sparse=False),
                    f"{size}: NumPy `np.add.at`": partial(add_at, grad, ids),
                },
                (f"{size}: memcpy of the gradient that comes in", memcpy(grad.nbytes)),
                rounds=9,
            )


@benchmark("A lookup and its sparse gradient, as one calls them: 50257 × 768 table")
def both_ways() -> Iterator[Row]:
    """Both batch sizes: lookup, then the gradient of the touched rows."""
    rng = np.random.default_rng(0)
    weight = np.zeros((V, D), np.float32)
    for shape in BATCHES:
        grad, ids = rng.standard_normal((*shape, D), np.float32), zipf_ids(shape, rng)
        size = f"{shape[0]}×{shape[1]} Zipf ids"

        def ours(ids: NDArray[np.int64] = ids, grad: NDArray[np.float32] = grad) -> None:
            F.embedding(ids, weight)
            F.embedding_backward_rows(grad, ids, V)

        yield from compare(
            {
                f"{size}: `embedding`, `embedding_backward_rows`": ours,
                f"{size}: PyTorch `F.embedding(sparse=True)`, `autograd.grad`, coalesced": torch_both_ways(
                    weight, grad, ids
                ),
            },
            (f"{size}: memcpy of the gradient that comes in", memcpy(grad.nbytes)),
            rounds=9,
        )


@benchmark("Sinusoidal tables, float32, and their largest error against float64")
def sinusoidal() -> Iterator[Row]:
    """A usual and a long table; all elements are compared with the float64 formula."""
    for length, width in ((5000, 512), (131_072, 1024)):
        made = F.sinusoidal(length, width)
        error = max_error(made)
        size = f"{length}×{width}"
        rows = compare(
            {
                f"{size}: `sinusoidal`": partial(F.sinusoidal, length, width),
                f"{size}: formula in float64, then float32": partial(direct, length, width),
                f"{size}: formula in PyTorch, float32": torch_table(length, width),
            },
            (f"{size}: memcpy of the result", memcpy(made.nbytes)),
            rounds=3,
        )
        for row in rows:
            ours = row.what.endswith("`sinusoidal`")
            yield Row(row.what, row.seconds, row.reference_seconds, f"largest error {error:.1e}" if ours else "")


def max_error(made: NDArray[np.float32]) -> float:
    """Largest difference from the float64 formula, in blocks of rows so that it fits in memory."""
    length, width = made.shape
    omega = F.frequencies(width)
    worst = 0.0
    for start in range(0, length, 4096):
        block = made[start : start + 4096]
        angle = np.arange(start, start + len(block))[:, None] * omega
        worst = max(worst, np.abs(block[:, 0::2] - np.sin(angle)).max(), np.abs(block[:, 1::2] - np.cos(angle)).max())
    return float(worst)


def direct(length: int, width: int) -> NDArray[np.float32]:
    """The paper's formula, with every sine and cosine computed."""
    angle = np.arange(length)[:, None] * F.frequencies(width)
    out = np.empty((length, width), np.float32)
    out[:, 0::2], out[:, 1::2] = np.sin(angle), np.cos(angle)
    return out


def add_at(grad: NDArray[np.float32], ids: NDArray[np.int64]) -> NDArray[np.float32]:
    """NumPy's own scatter-add."""
    out = np.zeros((V, grad.shape[-1]), np.float32)
    np.add.at(out, ids, grad)
    return out


def torch_lookup(weight: NDArray[np.float32], ids: NDArray[np.int64]) -> Any:
    """PyTorch's lookup of the same ids in the same memory."""
    if torch is None:
        return None
    table, wanted = torch.from_numpy(weight), torch.from_numpy(ids)
    return lambda: torch.nn.functional.embedding(wanted, table)


def torch_backward(grad: NDArray[np.float32], ids: NDArray[np.int64], *, sparse: bool) -> Any:
    """PyTorch's backward kernel, without autograd."""
    if torch is None:
        return None
    seed, wanted = torch.from_numpy(grad), torch.from_numpy(ids)
    if sparse:
        return lambda: torch.ops.aten.embedding_sparse_backward(seed, wanted, V, -1, False).coalesce()
    return lambda: torch.ops.aten.embedding_dense_backward(seed, wanted, V, -1, False)


def torch_both_ways(weight: NDArray[np.float32], grad: NDArray[np.float32], ids: NDArray[np.int64]) -> Any:
    """PyTorch's lookup and its sparse gradient by autograd."""
    if torch is None:
        return None
    table, seed, wanted = torch.from_numpy(weight).requires_grad_(), torch.from_numpy(grad), torch.from_numpy(ids)

    def run() -> Any:
        rows = torch.nn.functional.embedding(wanted, table, sparse=True)
        return torch.autograd.grad(rows, table, seed)[0].coalesce()

    return run


def torch_table(length: int, width: int) -> Any:
    """The table as PyTorch tutorials build it."""
    if torch is None:
        return None

    def build() -> Any:
        at = torch.arange(length, dtype=torch.float32)[:, None]
        omega = torch.exp(torch.arange(0, width, 2, dtype=torch.float32) * (-np.log(10_000.0) / width))
        out = torch.empty(length, width)
        out[:, 0::2], out[:, 1::2] = torch.sin(at * omega), torch.cos(at * omega)
        return out

    return build
