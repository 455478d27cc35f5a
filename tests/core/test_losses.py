"""Cross-entropy by hand, at scores that overflow, and with what is refused."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from explorer.core import Embedding, Tensor, cross_entropy
from explorer.core.losses import log_sum_exp
from explorer.core.optim import SGD


def test_two_equal_scores_cost_one_bit() -> None:
    assert cross_entropy(Tensor([[3.0, 3.0]]), [1]).item() == pytest.approx(math.log(2))


@pytest.mark.parametrize(("scores", "target", "loss"), [([0.0, 200.0], 0, 200.0), ([1e4, 0.0], 0, 0.0)])
def test_scores_that_overflow_are_exact(scores: list[float], target: int, loss: float) -> None:
    assert cross_entropy(Tensor([scores]), [target]).item() == loss


@given(arrays(np.float64, (4, 3), elements=st.floats(-30, 30)))
def test_log_sum_exp_equals_the_plain_formula(scores: np.ndarray) -> None:
    assert log_sum_exp(scores) == pytest.approx(np.log(np.exp(scores).sum(axis=1)))


@pytest.mark.parametrize("targets", [[0], [0, 3], [0, -1], [0.5, 1], [[0, 1]], []])
def test_a_target_that_is_no_id_of_its_line_is_refused(targets: list[float]) -> None:
    with pytest.raises(ValueError, match=r"Expected a target for each|Target|Embedding"):
        cross_entropy(Tensor(np.zeros((2, 3))), targets)


def test_a_skip_gram_learns_which_words_stand_together() -> None:
    words = ["cats", "sleep", "dogs", "bark"] * 2
    names = sorted(set(words))
    ids = np.array([names.index(word) for word in words])
    centre, context = ids[:-1], ids[1:]
    table, output = Embedding(len(names), 8, rng=0), Tensor(np.zeros((8, len(names))), requires_grad=True)
    optimizer, losses = SGD([table.weight, output], lr=1.0), []
    for _ in range(300):
        optimizer.zero_grad()
        loss = cross_entropy(table(centre) @ output, context)
        loss.backward()
        optimizer.step()
        losses.append(float(loss))
    assert losses[0] == pytest.approx(math.log(4)) and losses[-1] < 0.1
    guesses = (table(centre) @ output).data.argmax(axis=1)
    assert guesses.tolist() == context.tolist()
