"""The lookup and its backward, against one-hot matrices, loops and hand-made cases."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core import errors
from explorer.core import functional as F  # noqa: N812
from explorer.core.argument_checks import check_ids
from explorer.core.functional.row_sparse_gradient import MANY, RowSparse, sum_rows

SHAPES = st.sampled_from([(), (0,), (1,), (7,), (2, 3), (2, 0, 3), (2, 1, 4)])


def one_hot(ids, vocab_size):
    return np.eye(vocab_size, dtype=np.float64)[ids]


@st.composite
def cases(draw):
    vocab_size, width = draw(st.integers(1, 9)), draw(st.integers(0, 5))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    ids = rng.integers(0, vocab_size, draw(SHAPES))
    return ids, rng.standard_normal((vocab_size, width)), rng.standard_normal((*ids.shape, width))


@given(cases())
def test_lookup_equals_one_hot_product(case):
    ids, weight, _ = case
    assert np.array_equal(F.embedding(ids, weight), one_hot(ids, len(weight)) @ weight)


@given(cases())
def test_backward_equals_transposed_one_hot_product(case):
    ids, weight, grad = case
    slow = np.zeros_like(weight)
    for index in np.ndindex(ids.shape):
        slow[ids[index]] += grad[index]
    flat = one_hot(ids, len(weight)).reshape(ids.size, len(weight))
    dense = F.embedding_backward(grad, ids, len(weight))
    assert np.allclose(dense, flat.T @ grad.reshape(ids.size, weight.shape[1]))
    assert np.array_equal(dense, slow)  # the loop adds in the same order, so to the last bit


@given(cases())
def test_rows_are_the_distinct_ids_and_nothing_else(case):
    ids, weight, grad = case
    sparse = F.embedding_backward_rows(grad, ids, len(weight))
    assert sparse.rows.tolist() == sorted(set(ids.ravel().tolist()))
    assert sparse.rows.dtype == np.int64
    assert sparse.values.shape == (len(sparse.rows), weight.shape[1])
    assert np.array_equal(sparse.dense(), F.embedding_backward(grad, ids, len(weight)))


def test_course_batch_touches_two_rows_and_adds_repeats():
    grad = np.array([[1.0], [10.0], [100.0], [1000.0]], np.float32)
    sparse = F.embedding_backward_rows(grad, np.array([5, 10, 10, 5]), 50_257)
    assert sparse.rows.tolist() == [5, 10]
    assert sparse.values.ravel().tolist() == [1001.0, 110.0]


def test_a_weight_that_is_no_table_is_refused():
    with pytest.raises(errors.ShapeError, match=r"Expected 2D weight \(vocab, embed\), got shape \(3,\)"):
        F.embedding(np.array([1]), np.zeros(3))


@pytest.mark.parametrize("view", [np.asfortranarray, lambda w: w.repeat(2, axis=1)[:, ::2], lambda w: w.T.copy().T])
def test_a_table_may_lie_in_memory_as_it_likes(view):
    weight = np.arange(12, dtype=np.float32).reshape(4, 3)
    weight.flags.writeable = False
    ids = np.broadcast_to(np.array([3, 0], np.int32), (2, 2))
    assert np.array_equal(F.embedding(ids, view(weight)), weight[ids])


@pytest.mark.parametrize("vocab_size", [10, 2**16 - 1, 2**16, 2**33])
def test_rows_come_in_order_whatever_type_their_numbers_need(vocab_size):
    rows = np.array([vocab_size - 1, 0, 9, vocab_size - 1, 0], np.int64)
    total = sum_rows(np.array([[1.0], [10.0], [100.0], [1000.0], [10_000.0]]), rows, vocab_size)
    expected = {0: 10_010.0, 9: 100.0}
    expected[vocab_size - 1] = expected.get(vocab_size - 1, 0) + 1001.0
    assert dict(zip(total.rows.tolist(), total.values.ravel().tolist(), strict=True)) == expected
    assert total.rows.tolist() == sorted(expected)


def test_one_id_gives_a_row_of_its_own_and_not_a_view():
    weight = np.ones((3, 2), np.float32)
    F.embedding(np.array(1), weight)[:] = 5
    assert weight.tolist() == [[1.0, 1.0]] * 3


@pytest.mark.parametrize("count", [3, 5_000, 70_000])
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.int8])
def test_the_type_of_a_sum_depends_on_what_is_added_and_not_on_how_much(kind, count):
    """float16 can't represent 5,001 or anything above 65,504, int8 nothing above 127."""
    grad, ids = np.ones((count, 2), kind), np.ones(count, np.int64)
    sparse, dense = F.embedding_backward_rows(grad, ids, 3), F.embedding_backward(grad, ids, 3)
    expected = np.float64 if kind is np.float64 else np.float32
    assert sparse.values.dtype == dense.dtype == sparse.dense().dtype == expected
    assert sparse.values.tolist() == [[count, count]]
    assert dense.tolist() == [[0, 0], [count, count], [0, 0]]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64, np.float32, np.float64])
def test_any_type_that_holds_whole_numbers(kind):
    assert check_ids(np.array([[0, 3]], kind), 4).tolist() == [[0, 3]]


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([0.5], "Embedding token IDs must be finite integers: got 0.5 at position (0,)"),
        ([[1.0, np.nan]], "Embedding token IDs must be finite integers: got nan at position (0, 1)"),
        ([np.inf], "Embedding token IDs must be finite integers: got inf at position (0,)"),
        (["a"], "Embedding token IDs must be finite integers: got texts"),
        ([True], "Embedding token IDs must be finite integers: got True or False (.astype(int) makes 0 and 1)"),
        ([1j], "Embedding token IDs must be finite integers: got complex numbers"),
        (
            [[1, 2], [3]],
            "Embedding token IDs must be finite integers: "
            "got sequences of different lengths, fill them up to one length first",
        ),
        (np.ma.array([1, 2], mask=[0, 1]), "Embedding token IDs must be finite integers: got masked values"),
        ([None], "Embedding token IDs must be finite integers: got data type object"),
        ([2**70], "Embedding token IDs must be finite integers: got data type object"),
        (
            np.float32([16_777_217]),
            "Embedding token IDs must be finite integers: float32 can't tell 16777216 from its neighbours",
        ),
    ],
)
def test_what_is_no_id_is_refused(ids, message):
    with pytest.raises(errors.TokenIdError) as caught:
        check_ids(ids, 2**40)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([[0, 1, 2, 12]], "vocabulary size 10: got max 12 at position (0, 3)"),
        ([[0, 1], [-1, 2]], "vocabulary size 10: got min -1 at position (1, 0)"),
        ([10], "vocabulary size 10: got max 10 at position (0,)"),
        (11, "vocabulary size 10: got max 11 at position ()"),
        (np.array([2**63], np.uint64), "vocabulary size 10: got max 9223372036854775808 at position (0,)"),
    ],
)
def test_an_id_without_a_row_is_named_with_its_position(ids, message):
    with pytest.raises(errors.TokenIdError) as caught:
        F.embedding(ids, np.zeros((10, 2), np.float32))
    assert str(caught.value) == f"Embedding index out of range for {message}"


@pytest.mark.parametrize("shape", [(4, 3), (2,), (), (2, 1, 3)])
@pytest.mark.parametrize("backward", [F.embedding_backward, F.embedding_backward_rows])
def test_gradient_of_another_shape_is_refused(backward, shape):
    with pytest.raises(errors.ShapeError) as caught:
        backward(np.zeros(shape), np.array([1, 2]), 5)
    assert str(caught.value) == f"Gradient shape mismatch: expected (2, 'embed_dim'), got {shape}"
    with pytest.raises(errors.ShapeError, match=r"vocab_size must be an integer of at least 0, got 2\.5"):
        backward(np.zeros((1, 3)), np.array([1]), 2.5)


@given(st.lists(st.integers(0, 3), max_size=20), st.lists(st.integers(0, 3), max_size=20))
def test_adding_row_sparse_arrays_adds_the_dense_ones(first, second):
    rng = np.random.default_rng(0)
    a = sum_rows(rng.integers(-9, 9, (len(first), 2)).astype(np.float32), np.array(first, np.int64), 4)
    b = sum_rows(rng.integers(-9, 9, (len(second), 2)).astype(np.float32), np.array(second, np.int64), 4)
    total = a + b
    assert np.array_equal(total.dense(), a.dense() + b.dense())
    assert np.all(np.diff(total.rows) > 0)


def test_a_long_run_is_summed_in_float64():
    rng = np.random.default_rng(1)
    count = 3 * MANY
    rows = np.where(rng.random(count) < 0.8, 7, rng.integers(0, 9, count))
    values = rng.random((count, 2), np.float32)
    made = sum_rows(values, rows, 9)
    dense = F.embedding_backward(values, rows, 9)
    for row, value in zip(made.rows, made.values, strict=True):
        assert np.array_equal(dense[row], value)
        assert np.allclose(value, values[rows == row].sum(axis=0, dtype=np.float64), rtol=1e-6)


def test_bytes_stored_are_those_of_the_rows():
    sparse = RowSparse(np.array([3]), np.zeros((1, 8), np.float32), (50_257, 8))
    assert sparse.nbytes == 8 + 32
