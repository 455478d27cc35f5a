"""Batches: from a text to touched rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.gradients import text_batch as engine


@given(st.text(max_size=40), st.sampled_from(engine.LAWS), st.integers(1, 5))
def test_each_touched_row_gets_the_sum_of_its_tokens(text, law, width):
    batch = engine.read(text, "gpt2")
    incoming = engine.output_gradient(batch, width, law)
    sparse = engine.weight_gradient(batch, incoming)
    assert sparse.rows.tolist() == sorted(set(batch.ids.tolist()))
    for row, value in zip(sparse.rows, sparse.values, strict=True):
        assert np.allclose(value, incoming[batch.ids == row].sum(axis=0), atol=1e-5)
    summary = engine.summarise(batch, sparse)
    assert (summary.tokens, summary.rows) == (len(batch.ids), len(sparse.rows))
    assert summary.most == max((batch.ids.tolist().count(i) for i in batch.ids), default=0)
    assert summary.sparse_bytes == len(sparse.rows) * (8 + 4 * width)
    assert summary.dense_bytes == 50_257 * width * 4
    assert summary.share == len(sparse.rows) / 50_257


def test_ones_count_the_tokens():
    batch = engine.read("the cat the cat the", "gpt2")
    sparse = engine.weight_gradient(batch, engine.output_gradient(batch, 2, engine.ONES))
    counts = {row: batch.ids.tolist().count(row) for row in batch.ids.tolist()}
    assert sparse.values[:, 0].tolist() == [counts[row] for row in sparse.rows.tolist()]


def test_empty_lines_and_filler_touch_nothing():
    together = engine.read("a cat\n\n\nsat", "gpt2")
    assert together.lines == 2
    assert together.ids.tolist() == [*engine.read("a cat", "gpt2").ids, *engine.read("sat", "gpt2").ids]
    nothing = engine.read("\n\n", "gpt2")
    assert (len(nothing.ids), nothing.lines) == (0, 0)
    assert engine.weight_gradient(nothing, engine.output_gradient(nothing, 3, engine.RANDOM)).rows.size == 0


def test_a_long_text_says_what_is_left_out(monkeypatch):
    monkeypatch.setattr(engine, "MOST_TOKENS", 5)
    batch = engine.read("a b\nc d e f\ng", "gpt2")
    assert (len(batch.ids), batch.lines, batch.left_out) == (5, 2, 2)


def test_unknown_law_is_refused():
    with pytest.raises(ValueError, match="law must be one of 1 everywhere, random, got 'x'"):
        engine.output_gradient(engine.read("a", "gpt2"), 2, "x")
