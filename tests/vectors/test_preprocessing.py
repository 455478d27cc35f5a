"""A pass over a table visits each row once and releases the mapped pages."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from explorer.data import load_whisper
from explorer.embedding_pipeline.onehot_product import one_hot_product
from explorer.memory.quantization_error import neighbours
from explorer.vectors.neighbours import cosines
from explorer.vectors.pca import mean_row
from explorer.vectors.preprocessing import PreparedTable, row_blocks
from tests.support import examples, resident

TENTH = 5_000
"""Rows of Whisper's table, a tenth of it: passes over the whole would take seconds."""


@settings(max_examples=examples(60))
@given(rows=st.integers(0, 40), size=st.integers(1, 50))
def test_a_pass_meets_each_row_once_and_in_order(rows: int, size: int) -> None:
    table = np.arange(rows * 2.0).reshape(rows, 2)
    blocks = list(row_blocks(table, size))
    assert [first for first, _ in blocks] == list(range(0, rows, size))
    assert np.array_equal(np.concatenate([np.empty((0, 2)), *(block for _, block in blocks)]), table)


PASSES: dict[str, Callable[[NDArray[Any]], object]] = {
    "cosines": lambda table: cosines(PreparedTable(table), table[:1].astype(np.float32)),
    "mean": mean_row,
    "one-hot": lambda table: one_hot_product(np.array([3]), table),
    "fewer bits": lambda table: neighbours(table, np.array([3]), 2),
}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="which pages a process holds is read from Linux")
@pytest.mark.parametrize("name", PASSES)
def test_after_a_pass_the_pages_of_a_mapped_table_are_no_longer_held(name: str) -> None:
    table = load_whisper().tokens[:TENTH]
    float(table.sum(dtype=np.float32))
    assert resident(table) > 0.9 * table.nbytes / 1024
    PASSES[name](table)
    # Rows read after the last block (the queries) map a few neighbouring pages again.
    assert resident(table) < 0.2 * table.nbytes / 1024


@pytest.mark.parametrize("ids", [[0, 2], np.array([0, 2]), slice(0, 3, 2)])
def test_rows_after_the_steps_leave_the_table_as_it_is(ids: Any) -> None:
    table = np.arange(1.0, 13.0, dtype=np.float32).reshape(3, 4)
    before = table.copy()
    found = PreparedTable(table, mean=np.ones(4), unit=True).rows(ids)
    np.testing.assert_array_equal(table, before)
    expected = before[ids] - 1
    np.testing.assert_allclose(found, expected / np.linalg.norm(expected, axis=1, keepdims=True), rtol=1e-6)
    assert not np.shares_memory(found, table)
