"""Initializers: bounds, moments and shapes of their distributions."""

import math

import numpy as np
import pytest

from explorer.core.initializers import INITIALIZERS, normal, truncated_normal, uniform, xavier_uniform

SHAPE = (400, 250)


def rng():
    return np.random.default_rng(0)


@pytest.mark.parametrize("name", INITIALIZERS)
def test_float32_of_the_shape_and_repeatable(name):
    made = INITIALIZERS[name](SHAPE, rng=rng())
    assert made.shape == SHAPE
    assert made.dtype == np.float32
    assert np.array_equal(made, INITIALIZERS[name](SHAPE, rng=rng()))
    assert INITIALIZERS[name]((0, 0), rng=rng()).shape == (0, 0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: normal(SHAPE, rng=rng(), std=-1), "std must be at least 0 and below inf, got -1"),
        (lambda: truncated_normal(SHAPE, rng=rng(), std=math.nan), "std must be at least 0 and below inf, got nan"),
        (lambda: truncated_normal(SHAPE, rng=rng(), bound=0), "bound must be a positive number, got 0"),
        (lambda: uniform(SHAPE, math.inf, rng=rng()), "bound must be at least 0 and below inf, got inf"),
    ],
)
def test_a_start_that_cannot_be(call, message):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("made", "name", "parameters"),
    [
        (lambda: xavier_uniform(SHAPE, rng=rng()), "uniform", (-math.sqrt(6 / 650), 2 * math.sqrt(6 / 650))),
        (lambda: normal(SHAPE, rng=rng()), "norm", (0, 0.02)),
        (lambda: normal(SHAPE, rng=rng(), std=2.0), "norm", (0, 2)),
        (lambda: INITIALIZERS["standard_normal"](SHAPE, rng=rng()), "norm", (0, 1)),
        (lambda: truncated_normal(SHAPE, rng=rng()), "truncnorm", (-3, 3)),
        (lambda: truncated_normal(SHAPE, rng=rng(), std=0.5, bound=2.0), "truncnorm", (-2, 2, 0, 0.5)),
    ],
)
def test_numbers_follow_their_law(made, name, parameters):
    from scipy import stats  # here: its import takes longer than this file's tests

    law = getattr(stats, name)(*parameters)
    numbers = made().ravel()
    assert stats.kstest(numbers, law.cdf).statistic < 2 / math.sqrt(numbers.size)
    assert numbers.min() >= law.support()[0]
    assert numbers.max() <= law.support()[1]
