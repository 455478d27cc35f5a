"""A text as a batch, and one optimizer step from it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.gradients import optimizer_step as engine_optimizer_step
from explorer.gradients import text_batch as engine
from explorer.gradients.text_batch import ONES, RANDOM, read


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


EARLIER, YOURS = read(engine_optimizer_step.EARLIER, "gpt2"), read("The cat sat on the mat", "gpt2")


def step(optimizer, law=RANDOM):
    return engine_optimizer_step.one_step(EARLIER, YOURS, width=4, law=law, optimizer=optimizer, lr=0.1)


@pytest.mark.parametrize(("optimizer", "dense_moves"), [("SGD", 6), ("SGD with momentum", 10), ("Adam", 10)])
def test_who_moves_with_each_optimizer(optimizer, dense_moves):
    done = step(optimizer)
    assert done.moved_sparse == len(YOURS.rows) == 6
    assert done.moved_dense == dense_moves
    for group, sparse, dense in zip(done.group, done.distance(done.sparse), done.distance(done.dense), strict=True):
        assert (sparse > 0) == (group in (engine_optimizer_step.BOTH, engine_optimizer_step.YOURS))
        assert (dense > 0) == (sparse > 0 or (group == engine_optimizer_step.BEFORE and optimizer != "SGD"))


def test_sgd_agrees_to_the_last_bit_in_both_ways():
    done = step("SGD")
    assert np.array_equal(done.sparse, done.dense)


def test_plain_sgd_by_hand():
    done = step("SGD", ONES)
    mine = [i for i, group in enumerate(done.group) if group == engine_optimizer_step.YOURS]
    assert np.allclose(done.sparse[mine] - done.before[mine], -0.1)  # one token each, gradient 1, step 0.1


def test_groups_hold_every_touched_row_once_and_some_that_were_not():
    done = step("Adam")
    touched = np.union1d(EARLIER.rows, YOURS.rows)
    known = [row for row, group in zip(done.rows, done.group, strict=True) if group != engine_optimizer_step.NEVER]
    assert sorted(known) == touched.tolist()
    never = [row for row, group in zip(done.rows, done.group, strict=True) if group == engine_optimizer_step.NEVER]
    assert len(never) == 3
    assert not np.isin(never, touched).any()


def test_unknown_optimizer_is_refused():
    with pytest.raises(ValueError, match="optimizer must be one of SGD, SGD with momentum, Adam, got 'Lion'"):
        step("Lion")
