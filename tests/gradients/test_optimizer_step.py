"""One optimizer step: moved rows with sparse and dense gradients."""

import numpy as np
import pytest

from explorer.gradients import optimizer_step as engine
from explorer.gradients.text_batch import ONES, RANDOM, read

EARLIER, YOURS = read(engine.EARLIER, "gpt2"), read("The cat sat on the mat", "gpt2")


def step(optimizer, law=RANDOM):
    return engine.one_step(EARLIER, YOURS, width=4, law=law, optimizer=optimizer, lr=0.1)


@pytest.mark.parametrize(("optimizer", "dense_moves"), [("SGD", 6), ("SGD with momentum", 10), ("Adam", 10)])
def test_who_moves_with_each_optimizer(optimizer, dense_moves):
    done = step(optimizer)
    assert done.moved_sparse == len(YOURS.rows) == 6
    assert done.moved_dense == dense_moves
    for group, sparse, dense in zip(done.group, done.distance(done.sparse), done.distance(done.dense), strict=True):
        assert (sparse > 0) == (group in (engine.BOTH, engine.YOURS))
        assert (dense > 0) == (sparse > 0 or (group == engine.BEFORE and optimizer != "SGD"))


def test_sgd_agrees_to_the_last_bit_in_both_ways():
    done = step("SGD")
    assert np.array_equal(done.sparse, done.dense)


def test_plain_sgd_by_hand():
    done = step("SGD", ONES)
    mine = [i for i, group in enumerate(done.group) if group == engine.YOURS]
    assert np.allclose(done.sparse[mine] - done.before[mine], -0.1)  # one token each, gradient 1, step 0.1


def test_groups_hold_every_touched_row_once_and_some_that_were_not():
    done = step("Adam")
    touched = np.union1d(EARLIER.rows, YOURS.rows)
    known = [row for row, group in zip(done.rows, done.group, strict=True) if group != engine.NEVER]
    assert sorted(known) == touched.tolist()
    never = [row for row, group in zip(done.rows, done.group, strict=True) if group == engine.NEVER]
    assert len(never) == 3
    assert not np.isin(never, touched).any()


def test_unknown_optimizer_is_refused():
    with pytest.raises(ValueError, match="optimizer must be one of SGD, SGD with momentum, Adam, got 'Lion'"):
        step("Lion")
