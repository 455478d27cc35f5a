"""Bugs of other embedding implementations, one regression test each."""

import tracemalloc

import numpy as np
import pytest

from explorer.core import Embedding, Tensor
from explorer.core import functional as F  # noqa: N812


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


def test_negative_ids_do_not_wrap():
    with pytest.raises(ValueError, match=r"vocabulary size 4: got min -1 at position \(0, 0\)"):
        Embedding(4, 2)([[-1]])


def test_no_dense_gradient_is_allocated_for_three_rows():
    table = Embedding(100_000, 64, rng=0)  # 25.6 MB
    out = table([1, 5, 9]).sum()
    tracemalloc.start()
    out.backward()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000
    assert table.weight.grad_rows.nbytes == 3 * (64 * 4 + 8)
