"""Bugs of other embedding implementations, one regression test each."""

import inspect
import tracemalloc

import numpy as np
import pytest

from explorer.core import Embedding, EmbeddingLayer, PositionalEncoding, Tensor, create_sinusoidal_embeddings
from explorer.core import functional as F  # noqa: N812


@pytest.mark.parametrize("scale", [False, True])
@pytest.mark.parametrize("kind", ["learned", "sinusoidal", None])
def test_gradient_survives_scaling_addition_and_squeezing(kind, scale):
    layer = EmbeddingLayer(5, 4, 3, kind, scale, rng=0)
    layer([1, 2]).sum().backward()
    for parameter in layer.parameters():
        assert np.count_nonzero(parameter.grad.any(axis=1)) == 2


def test_tables_train_by_default():
    layer = EmbeddingLayer(5, 4, 3)
    assert all(parameter.requires_grad for parameter in layer.parameters())


def test_ids_are_not_kept_by_reference():
    table, ids = Embedding(4, 1, rng=0), np.array([1, 1, 2])
    out = table(Tensor(ids)).sum()
    ids[:] = 0
    out.backward()
    assert table.weight.grad.ravel().tolist() == [0.0, 2.0, 1.0, 0.0]


def test_index_arrays_are_not_kept_by_reference():
    x, rows = Tensor([1.0, 2.0], requires_grad=True), np.array([0])
    out = x[rows].sum()
    rows[0] = 1
    out.backward()
    assert x.grad.tolist() == [1.0, 0.0]


def test_ids_beyond_float32_read_their_own_row():
    weight = np.zeros((16_777_218, 1), np.int8)
    weight[16_777_217] = 1
    assert F.embedding(Tensor([16_777_217]).data, weight).item() == 1


@pytest.mark.parametrize("wrong", [0.5, float("nan"), float("inf")])
def test_fractions_and_nan_are_no_ids(wrong):
    with pytest.raises(ValueError, match="Embedding token IDs must be finite integers"):
        Embedding(4, 2)([[1.0, wrong]])


def test_negative_ids_do_not_wrap():
    with pytest.raises(ValueError, match=r"vocabulary size 4: got min -1 at position \(0, 0\)"):
        Embedding(4, 2)([[-1]])


@pytest.mark.parametrize("init", ["xavier_uniform", "normal", "truncated_normal"])
def test_weights_are_float32(init):
    layer = EmbeddingLayer(5, 4, 3, init=init, scale_embeddings=True)
    assert {parameter.data.dtype for parameter in layer.parameters()} == {np.dtype(np.float32)}
    assert layer([1]).data.dtype == np.float32
    layer([1]).sum().backward()
    assert layer.token_embedding.weight.grad.dtype == np.float32


def test_a_square_of_a_result_and_a_branch_used_twice():
    x = Tensor([3.0], requires_grad=True)
    o = x * 2
    y = o * o + o  # 4x² + 2x, slope 8x + 2
    (y * o).sum().backward()  # 8x³ + 4x², slope 24x² + 8x
    assert x.grad.tolist() == [240.0]


@pytest.mark.slow
def test_a_long_chain_needs_no_recursion():
    x = Tensor([1.0], requires_grad=True)
    y = x
    for _ in range(5_000):  # two operations each: ten times what Python lets functions call each other
        y = y * 1.0 + 0.0
    y.backward()
    assert x.grad.tolist() == [1.0]


@pytest.mark.parametrize("width", [0, 1, 2, 3, 7])
def test_any_width_works(width):
    assert create_sinusoidal_embeddings(3, width).shape == (3, width)
    assert PositionalEncoding(3, width)(np.zeros((1, 3, width))).shape == (1, 3, width)
    for kind in ("learned", "sinusoidal", None):
        layer = EmbeddingLayer(5, width, 3, kind, True)
        out = layer([[1, 2, 1]])
        assert out.shape == (1, 3, width)
        out.sum().backward()
        assert layer.token_embedding.weight.grad.shape == (5, width)
    if width == 1:
        assert np.allclose(create_sinusoidal_embeddings(3, 1).data.ravel(), np.sin([0, 1, 2]))


def test_no_dense_gradient_is_allocated_for_three_rows():
    table = Embedding(100_000, 64, rng=0)  # 25.6 MB
    out = table([1, 5, 9]).sum()
    tracemalloc.start()
    out.backward()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000
    assert table.weight.grad_rows.nbytes == 3 * (64 * 4 + 8)


@pytest.mark.slow
def test_seventeen_million_repeats_of_one_id_are_all_counted():
    n = 17_000_000
    ones = np.broadcast_to(np.float32(1), (n, 1))
    sparse = F.embedding_backward_rows(ones, np.zeros(n, np.int8), 3)
    assert sparse.values.tolist() == [[17_000_000.0]]


def test_no_function_of_the_core_caches_by_its_arguments():
    """A cache key that omits a parameter can't happen where there is no cache."""
    for name in F.__all__:
        assert not hasattr(getattr(F, name), "cache_info")
    first = F.sinusoidal(4, 4)
    for change in ({"base": 100.0}, {"layout": "concatenated"}, {"start_pos": 1}):
        assert not np.array_equal(first, F.sinusoidal(4, 4, **change)), change
    assert set(inspect.signature(F.sinusoidal).parameters) == {
        "positions",
        "embed_dim",
        "base",
        "layout",
        "start_pos",
        "dtype",
    }
