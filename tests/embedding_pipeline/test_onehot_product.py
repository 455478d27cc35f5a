"""Lookup equals one-hot × weight exactly; and the displayed costs are right."""

import numpy as np
import pytest

from explorer.core.functional import embedding
from explorer.embedding_pipeline import one_hot_product, prove, table_for, tokenize


@pytest.mark.parametrize("encoding", ["gpt2", "p50k_base"])
def test_no_difference_at_all(encoding):
    ids = tokenize("The cat sat on the mat, and so did 👍🏽.", encoding).ids
    weight = table_for(encoding).weight
    np.testing.assert_array_equal(one_hot_product(ids, weight)[0], embedding(ids, weight).astype(np.float32))
    proof = prove(ids, weight)
    assert proof.difference == 0
    assert proof.tokens == len(ids)


def test_equal_to_the_whole_one_hot_matrix_over_several_blocks():
    rng = np.random.default_rng(1)
    weight = rng.standard_normal((20_001, 3), np.float32)
    ids = np.array([0, 8191, 8192, 20_000, 8191])
    whole = np.zeros((5, 20_001), np.float32)
    whole[np.arange(5), ids] = 1
    np.testing.assert_allclose(one_hot_product(ids, weight)[0], whole @ weight, rtol=0, atol=0)


def test_costs():
    """Two tokens of (5, 3) float16: 2·3·2 bytes read, 2·5·4 of one-hot, 5·3·2 of table; each clock call is 1 s."""
    ticks = iter(range(100))
    proof = prove(np.array([4, 0]), np.ones((5, 3), np.float16), clock=lambda: float(next(ticks)))
    assert (proof.lookup_bytes, proof.one_hot_bytes, proof.table_bytes, proof.multiplications) == (12, 40, 30, 30)
    assert (proof.lookup_seconds, proof.one_hot_seconds) == (1, 1)


def test_bounded_and_empty():
    assert prove(np.zeros(1000, np.int64), np.ones((5, 3), np.float32)).tokens == 32
    assert prove(np.zeros(0, np.int64), np.ones((5, 3), np.float32)).difference == 0
