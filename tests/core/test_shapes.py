"""Shape annotations of the kernels, checked by jaxtyping and beartype at every call."""

import importlib
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
from numpy.typing import ArrayLike

from explorer.core import functional as F  # noqa: N812


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
sum_rows = F.sum_rows
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
