"""Losses, starts and shapes of the core."""

import importlib
import math
from functools import reduce
from operator import or_
from types import UnionType
from typing import Annotated, Union, get_args, get_origin, get_type_hints

import beartype
import jaxtyping
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import ArrayLike

from explorer.core import Embedding, Tensor, cross_entropy
from explorer.core import functional as F  # noqa: N812
from explorer.core.functional.row_sparse_gradient import sum_rows
from explorer.core.initializers import INITIALIZERS, truncated_normal, xavier_uniform
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
    table, output = Embedding(len(names), 8, seed=0), Tensor(np.zeros((8, len(names))), requires_grad=True)
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
    ("made", "name", "parameters"),
    [
        (lambda: xavier_uniform(SHAPE, rng=rng()), "uniform", (-math.sqrt(6 / 650), 2 * math.sqrt(6 / 650))),
        (lambda: INITIALIZERS["normal"](SHAPE, rng=rng()), "norm", (0, 0.02)),
        (lambda: INITIALIZERS["standard_normal"](SHAPE, rng=rng()), "norm", (0, 1)),
        (lambda: truncated_normal(SHAPE, rng=rng()), "truncnorm", (-3, 3)),
    ],
)
def test_numbers_follow_their_law(made, name, parameters):
    from scipy import stats  # here: its import takes longer than this file's tests

    law = getattr(stats, name)(*parameters)
    numbers = made().ravel()
    assert stats.kstest(numbers, law.cdf).statistic < 2 / math.sqrt(numbers.size)
    assert numbers.min() >= law.support()[0]
    assert numbers.max() <= law.support()[1]


def checked(path, name):
    """The kernel, each array of whose signature must have the shape that is written beside its type."""
    source = getattr(importlib.import_module(path), name)
    clone = type(source)(source.__code__, source.__globals__, name, source.__defaults__, source.__closure__)
    hints = get_type_hints(source, include_extras=True)
    clone.__kwdefaults__, clone.__annotations__ = source.__kwdefaults__, {n: with_shape(h) for n, h in hints.items()}
    clone.__module__, clone.__qualname__ = source.__module__, source.__qualname__
    return jaxtyping.jaxtyped(clone, typechecker=beartype.beartype)


def with_shape(hint):
    """``Annotated[…, "V D"]`` as jaxtyping writes it: ids are arrays here, which may be lists elsewhere."""
    if get_origin(hint) is Annotated:
        kind, shape = get_args(hint)
        return (jaxtyping.Int if kind == ArrayLike else jaxtyping.Float)[np.ndarray, shape]
    return reduce(or_, map(with_shape, get_args(hint))) if get_origin(hint) in (Union, UnionType) else hint


LOOKUP, WAVES, HANDS = (f"explorer.core.functional.{name}" for name in ("lookup", "sinusoidal", "frequencies"))
embedding = checked(LOOKUP, "embedding")
embedding_backward = checked(LOOKUP, "embedding_backward")
embedding_backward_rows = checked(LOOKUP, "embedding_backward_rows")
sinusoidal, shift_matrix = (checked(WAVES, n) for n in ("sinusoidal", "shift_matrix"))
frequencies = F.frequencies


@given(st.lists(st.integers(0, 3), max_size=3), st.integers(0, 4))
def test_lookup_and_backward_keep_their_shapes(lengths, width):
    ids = np.zeros(lengths, np.int64)
    weight = np.zeros((5, width), np.float32)
    out = embedding(ids, weight)
    assert out.shape == (*lengths, width)
    assert embedding_backward(out, ids, 5).shape == (5, width)
    assert embedding_backward_rows(out, ids, 5).shape == (5, width)
    assert sum_rows(out.reshape(ids.size, width), ids.ravel(), 5).shape == (5, width)


@given(st.integers(0, 5), st.integers(0, 5))
def test_waves_keep_their_shapes(length, width):
    assert sinusoidal(length, width).shape == (length, width)
    assert frequencies(width).shape == ((width + 1) // 2,)
    assert shift_matrix(1.0, 2 * width).shape == (2 * width, 2 * width)


@pytest.mark.parametrize(
    "call",
    [
        lambda: embedding(np.zeros(2), np.zeros((3, 2))),
        lambda: embedding(np.zeros(2, np.int64), np.zeros(3)),
        lambda: embedding_backward(np.zeros((3, 2)), np.zeros(2, np.int64), 4),
    ],
)
def test_the_check_really_checks(call):
    with pytest.raises(jaxtyping.TypeCheckError):
        call()


def test_every_public_kernel_of_these_files_is_checked():
    mine = {n for n in F.__all__ if getattr(F, n).__module__ in (LOOKUP, WAVES)}
    assert mine == {"embedding", "embedding_backward", "embedding_backward_rows", "shift_matrix", "sinusoidal"}
