"""Automatic differentiation: every operation's gradient against central differences in float64."""

import copy
import pickle

import numpy as np
import pytest

from explorer.core import Embedding, PositionalEncoding, Tensor, concat, cross_entropy, stack
from explorer.core.errors import ShapeError
from tests.support import float_type

RNG = np.random.default_rng(0)
A, B = RNG.standard_normal((2, 3, 4)), RNG.standard_normal((2, 3, 4)) + 3
ROW, COLUMN, VECTOR, MATRIX = B[0, :1], B[:, :, :1], B[0, 0], B[0].T

OPERATIONS = {
    "add": (lambda a, b: a + b, A, B),
    "add, broadcast": (lambda a, b: a + b, A, ROW),
    "sub, broadcast": (lambda a, b: a - b, ROW, A),
    "mul": (lambda a, b: a * b, A, B),
    "mul, broadcast": (lambda a, b: a * b, A, COLUMN),
    "mul by itself": (lambda a, b: a * a + b, A, B),
    "div": (lambda a, b: a / b, A, B),
    "div, broadcast": (lambda a, b: a / b, VECTOR, B),
    "scalars on the left": (lambda a, b: (2 - a) * 3 + 1 / b - (-b), A, B),
    "matmul, batched": (lambda a, b: a @ b, A, MATRIX),
    "matmul, vector on the left": (lambda a, b: a @ b, VECTOR, MATRIX),
    "matmul, vector on the left of a batch": (lambda a, b: a @ b.transpose(), VECTOR, B),
    "matmul, vector on the right": (lambda a, b: a @ b, A, VECTOR),
    "matmul, two vectors": (lambda a, b: a @ b, VECTOR, A[0, 0]),
    "sum of all": (lambda a, b: a.sum() * b, A, B),
    "sum of an axis": (lambda a, b: a.sum(axis=1) * b, A, B[:, 0]),
    "sum, axes kept": (lambda a, b: a.sum(axis=(0, 2), keepdims=True) * b, A, B),
    "mean of all": (lambda a, b: a.mean() * b, A, B),
    "mean of an axis": (lambda a, b: a.mean(axis=-1) * b, A, B[:, :, 0]),
    "max of all": (lambda a, b: a.max() * b, A, B),
    "max of an axis": (lambda a, b: a.max(axis=1) * b[:, 0], A, B),
    "max, axes kept": (lambda a, b: (a - a.max(axis=(-1, 0), keepdims=True)).exp() * b, A, B),
    "concat": (lambda a, b: concat([a, b * b, a], axis=-2) * VECTOR, A, B[:, :1]),
    "stack": (lambda a, b: stack([a, b, a * b], axis=-1) * ROW[..., :3], A, B),
    "one head of attention": (lambda a, b: _attention(a, b), A, B),
    "exp": (lambda a, b: a.exp() * b, A, B),
    "log": (lambda a, b: (a * a + 1).log() * b, A, B),
    "power": (lambda a, b: (a * a + 1) ** 1.5 * b**-2 + a**0 + a**2, A, B),
    "relu": (lambda a, b: a.relu() * b, A, B),
    "sigmoid": (lambda a, b: a.sigmoid() * b, A, B),
    "tanh": (lambda a, b: a.tanh() * b, A, B),
    "cross-entropy": (lambda a, b: cross_entropy(a * b, [[0, 3, 3], [1, 2, 0]]) * b, A, B),
    "reshape": (lambda a, b: a.reshape(6, -1) * b.reshape((6, 4)), A, B),
    "transpose": (lambda a, b: a.transpose() * b.transpose(1, 2), A, B),
    "transpose two axes": (lambda a, b: a.transpose(0, 1) * b.transpose(1, 0), A, B),
    "slice": (lambda a, b: a[:, 1:, ::2] * b[:, :2, 1::2], A, B),
    "one element": (lambda a, b: a[1, 2, 3] * b, A, B),
    "rows read twice": (lambda a, b: a[[0, 0, 1]] * b[[1, 1, 1]], A, B),
    "indices named by a nested tuple, a range and nothing": (
        lambda a, b: a[(0, 0, 1), :, 1] * b[range(1), 0, :1].sum() + a[[]].sum(),
        A,
        B,
    ),
    "mask": (lambda a, b: a[A > 0] * b[A > 0], A, B),
    "a chain with a re-used branch": (lambda a, b: (lambda o: (o * o).sum(axis=0) @ o[0].T)(a * b), A, B),
}


def _attention(queries, keys):
    scores = queries @ keys.transpose() + np.triu(np.full((3, 3), -1e9), 1)
    shares = (scores - scores.max(axis=-1, keepdims=True)).exp()
    return shares / shares.sum(axis=-1, keepdims=True) @ keys


def numeric_gradient(function, arrays, seed, which, step=1e-6):
    """Central differences of sum(function · seed) for every entry of ``arrays[which]``."""
    out = np.zeros(arrays[which].shape)
    for index in np.ndindex(out.shape):
        values = []
        for sign in (1, -1):
            moved = [array.copy() for array in arrays]
            moved[which][index] += sign * step
            values.append((function(*(Tensor(array) for array in moved)).data * seed).sum())
        out[index] = (values[0] - values[1]) / (2 * step)
    return out


@pytest.mark.parametrize("name", OPERATIONS)
def test_gradients_by_central_differences(name):
    function, *arrays = OPERATIONS[name]
    with float_type(np.float64):
        tensors = [Tensor(array, requires_grad=True) for array in arrays]
        out = function(*tensors)
        seed = np.random.default_rng(1).standard_normal(out.shape)
        out.backward(seed)
        for which, tensor in enumerate(tensors):
            numeric = numeric_gradient(function, arrays, seed, which)
            assert tensor.grad.dtype == np.float64
            assert np.allclose(tensor.grad, numeric, rtol=1e-6, atol=1e-7), name


@pytest.mark.parametrize("padding_idx", [None, 1])
def test_lookup_and_position_gradients_by_central_differences(padding_idx):
    ids = np.array([[1, 1, 2], [0, 2, 2]])
    weight, rows = RNG.standard_normal((4, 2)), RNG.standard_normal((5, 2))
    seed = RNG.standard_normal((2, 3, 2))

    def model(weight, rows):
        table = Embedding.from_weight(weight.data, padding_idx=padding_idx)
        positions = PositionalEncoding(5, 2)
        table.weight, positions.position_embeddings = weight, rows
        return positions(table(ids) * 3.0, start_pos=2)

    with float_type(np.float64):
        tensors = [Tensor(weight, requires_grad=True), Tensor(rows, requires_grad=True)]
        model(*tensors).backward(seed)
        numeric = [numeric_gradient(model, [weight, rows], seed, which) for which in (0, 1)]
    if padding_idx is not None:
        numeric[0][padding_idx] = 0  # as PyTorch: the row moves the output, but never learns
    assert np.allclose(tensors[0].grad, numeric[0], atol=1e-7)
    assert np.allclose(tensors[1].grad, numeric[1], atol=1e-7)


NUMBERS = {
    "add": (lambda a, b: a + b, 5.0, (1.0, 1.0)),
    "sub": (lambda a, b: a - b, 1.0, (1.0, -1.0)),
    "mul": (lambda a, b: a * b, 6.0, (2.0, 3.0)),
    "mul by itself": (lambda a, b: a * a, 9.0, (6.0, None)),
    "div": (lambda a, b: a / b, 1.5, (0.5, -0.75)),
    "minus": (lambda a, b: -a - b, -5.0, (-1.0, -1.0)),
    "numbers on the left": (lambda a, b: (1 - a) * 2 + 8 / b, 0.0, (-2.0, -2.0)),
    "numbers on the right": (lambda a, b: a / 2 + b * 4 - 1, 8.5, (0.5, 4.0)),
    "sum": (lambda a, b: a.sum() * b.sum(keepdims=True), 6.0, (2.0, 3.0)),
    "mean": (lambda a, b: a.mean() * b.mean(), 6.0, (2.0, 3.0)),
    "reshape": (lambda a, b: (a.reshape(1, 1) * b.reshape(1)).reshape(()), 6.0, (2.0, 3.0)),
    "transpose": (lambda a, b: a.T * b.transpose(), 6.0, (2.0, 3.0)),
    "index": (lambda a, b: a[()] * b[...] + a[None].sum() + b[np.array(True)].sum(), 11.0, (3.0, 4.0)),
    "two vectors": (lambda a, b: a.reshape(1) @ b.reshape(1), 6.0, (2.0, 3.0)),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_tensor_without_axes_is_a_tensor_like_any_other(name):
    function, value, slopes = NUMBERS[name]
    a, b = Tensor(3.0, requires_grad=True), Tensor(2.0, requires_grad=True)
    for again in (1, 2):  # the second time the gradients accumulate
        out = function(a, b)
        assert (out.shape, out.item()) == ((), value)
        out.retain_grad().backward()
        assert out.grad.tolist() == 1.0
        for tensor, slope in zip((a, b), slopes, strict=True):
            if slope is None:
                assert tensor.grad is None
                continue
            assert isinstance(tensor.grad, np.ndarray)
            assert (tensor.grad.shape, tensor.grad.dtype, tensor.grad.tolist()) == ((), np.float32, again * slope)
            with pytest.raises(ValueError, match="read-only"):
                tensor.grad[...] = 5


@pytest.mark.parametrize("size", [1e20, 1e-30, 1.0])
def test_division_squares_nothing_that_float32_cannot_hold(size):
    a, b = Tensor([size], requires_grad=True), Tensor([size], requires_grad=True)
    (a / b).backward()
    assert a.grad == pytest.approx(1 / size, rel=1e-6)
    assert b.grad == pytest.approx(-1 / size, rel=1e-6)


def test_types():
    assert Tensor(np.ones(2)).data.dtype == np.float32
    assert Tensor(np.ones(2, np.float16)).data.dtype == np.float32
    assert Tensor([1, 2]).data.dtype == np.int64
    assert Tensor(np.array([16_777_217], np.int32)).data.tolist() == [16_777_217]
    assert (Tensor([1.0]) * np.float64(8)).data.dtype == np.float32
    assert (np.sqrt(64) * Tensor([1.0])).data.dtype == np.float32
    assert (np.ones(3) @ Tensor(np.ones((3, 2)))).data.tolist() == [3.0, 3.0]
    assert (Tensor([1, 2]) / 2).data.tolist() == [0.5, 1.0]
    with pytest.raises(ValueError, match="Only floats can require gradients, got data type int64"):
        Tensor([1], requires_grad=True)
    with pytest.raises(TypeError, match="Tensor holds real numbers, got texts"):
        Tensor(["a"])
    with float_type(np.int64), pytest.raises(TypeError, match="float_type must be floats, got data type int64"):
        Tensor([1.5])


def test_gradient_keeps_its_tensors_type_beside_integers():
    x = Tensor([2.0], requires_grad=True)
    (x * np.array([3])).backward()
    assert x.grad.dtype == np.float32
    assert x.grad.tolist() == [3.0]


def test_what_it_says_about_itself():
    x = Tensor([[1.0, 2.0]], requires_grad=True)
    assert repr(x) == "Tensor([[1., 2.]], shape=(1, 2), requires_grad=True)"
    assert (x.ndim, len(x), x.sum().item(), x.T.shape) == (2, 1, 3.0, (2, 1))
    assert np.asarray(x).tolist() == [[1.0, 2.0]]
    assert Tensor(x).data is x.data


def test_second_backward_needs_a_retained_graph():
    x = Tensor([3.0], requires_grad=True)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.tolist() == [12.0]
    with pytest.raises(RuntimeError, match="The graph was released by an earlier backward"):
        y.backward()
    assert x.grad.tolist() == [12.0]


def test_a_graph_released_in_part_leaves_every_gradient_alone():
    x, z = Tensor([3.0], requires_grad=True), Tensor([5.0], requires_grad=True)
    shared = x * 2
    (shared * 1).backward()
    with pytest.raises(RuntimeError, match="released"):
        (shared + z).backward()
    assert x.grad.tolist() == [2.0]
    assert z.grad is None


def test_seed_of_another_shape_leaves_all_usable():
    x = Tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    for seed in (np.ones(3), np.ones((2, 1)), 1.0):
        with pytest.raises(ValueError, match=r"Gradient shape mismatch: expected \(2,\), got \("):
            y.backward(seed)
    with pytest.raises(ValueError, match=r"backward\(\) needs a gradient of shape \(2,\)"):
        y.backward()
    assert x.grad is None
    y.backward([1.0, 10.0])
    assert x.grad.tolist() == [2.0, 20.0]


def test_a_seed_that_is_no_real_number_leaves_all_usable():
    x = Tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    for seed in (np.ones(2, complex), ["a", "b"]):
        with pytest.raises(TypeError, match="Tensor holds real numbers"):
            y.backward(seed)
    assert x.grad is None
    y.backward(Tensor([1, 10]))
    assert x.grad.tolist() == [2.0, 20.0]


@pytest.mark.slow
@pytest.mark.parametrize("again", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_a_copy_leaves_the_graph_behind_however_deep(again):
    x = Tensor([1.0], requires_grad=True)
    y = x
    for _ in range(10_000):
        y = y + 1.0
    twin = again(y)
    (twin * 3).backward()
    assert (twin.data.tolist(), twin.grad.tolist(), x.grad) == ([10_001.0], [3.0], None)
    y.backward()
    assert x.grad.tolist() == [1.0]


def test_fewer_than_two_axes_have_nothing_to_swap():
    for data in (3.0, [1.0, 2.0]):
        x = Tensor(data, requires_grad=True)
        x.T.sum().backward()
        assert x.grad.tolist() == np.ones(x.shape).tolist()


def test_backward_without_anything_to_learn():
    with pytest.raises(RuntimeError, match="doesn't require gradients"):
        Tensor([1.0]).backward()


def test_results_keep_a_gradient_only_when_asked():
    x = Tensor([1.0], requires_grad=True)
    kept = (x * 2).retain_grad()
    plain = kept * 3
    plain.backward()
    assert kept.grad.tolist() == [3.0]
    with pytest.warns(UserWarning, match="retain_grad"):
        assert plain.grad is None


def test_grad_is_read_only_and_checked_when_assigned():
    x = Tensor([1.0, 2.0], requires_grad=True)
    seed = np.array([1.0, 1.0], np.float32)
    (x + 0).backward(seed)
    seed[0] = 99
    assert x.grad.tolist() == [1.0, 1.0]
    with pytest.raises(ValueError, match="read-only"):
        x.grad[0] = 5
    with pytest.raises(ValueError, match=r"expected \(2,\), got \(3,\)"):
        x.grad = [1, 2, 3]
    x.grad = [4, 5]
    assert x.grad.tolist() == [4.0, 5.0]


def test_a_gradient_is_never_cut_to_integers_or_real_parts():
    with pytest.raises(ValueError, match="Only floats can require gradients, got data type int64"):
        Tensor([1, 2]).grad = [0.5, 0.5]
    x = Tensor([1.0, 2.0], requires_grad=True)
    for wrong in (np.ones(2, complex), ["a", "b"]):
        with pytest.raises(TypeError, match="Tensor holds real numbers"):
            x.grad = wrong
    given = np.ones(2, np.float32)
    x.grad = given
    given[0] = 9
    assert x.grad.tolist() == [1.0, 1.0]
    x.grad = None
    assert x.grad is None


def test_row_sparse_and_dense_gradients_of_one_table_add_up():
    table = Embedding(4, 2, seed=0)
    (table([1, 1]).sum() + table([3]).sum()).backward()
    assert table.weight.grad_rows.rows.tolist() == [1, 3]
    (table.weight * 1).sum().backward()
    assert table.weight.grad_rows is None
    assert table.weight.grad[:, 0].tolist() == [1.0, 3.0, 1.0, 2.0]


def test_lookup_in_a_computed_table():
    base = Tensor(np.ones((3, 2)), requires_grad=True)
    table = Embedding(3, 2)
    table.weight = base * 2
    table([0, 0]).sum().backward()
    assert base.grad.tolist() == [[4.0, 4.0], [0.0, 0.0], [0.0, 0.0]]


def test_a_number_of_one_element_and_no_other() -> None:
    assert float(Tensor([[2.5]])) == 2.5 and bool(Tensor(1.0)) and not Tensor([0])
    for read in (float, bool, Tensor.item):
        with pytest.raises(ValueError, match=r"Expected a tensor of one element, got shape \(2,\)"):
            read(Tensor([1.0, 2.0]))
    with pytest.raises(TypeError, match=r"write b \*\* x as \(x \* np\.log\(b\)\)\.exp\(\)"):
        _ = 2 ** Tensor([1.0])
    with pytest.raises(TypeError, match=r"\(x \* b\.log\(\)\)\.exp\(\), got a Tensor"):
        Tensor([2.0]) ** Tensor([2.0])


def test_sigmoid_of_large_numbers_neither_overflows_nor_loses_its_digits() -> None:
    x = Tensor([-1000.0, -50.0, 0.0, 1000.0], requires_grad=True)
    out = x.sigmoid()
    out.sum().backward()
    np.testing.assert_allclose(out.data, [0, np.exp(-50), 0.5, 1], rtol=1e-5)
    np.testing.assert_allclose(x.grad, [0, np.exp(-50), 0.25, 0], rtol=1e-5)


def test_relu_of_zero_and_below_sends_nothing_back() -> None:
    x = Tensor([-1.0, 0.0, 2.0], requires_grad=True)
    x.relu().sum().backward()
    assert x.grad.tolist() == [0, 0, 1]


def test_a_product_of_shapes_that_do_not_fit_names_both() -> None:
    with pytest.raises(ValueError, match=r"Expected shapes .* got \(2, 3\) @ \(2, 2\)"):
        Tensor(np.ones((2, 3))) @ np.ones((2, 2))


def test_equally_large_elements_share_the_gradient_of_their_largest() -> None:
    x = Tensor([3.0, 3.0, 1.0], requires_grad=True)
    x.max().backward()
    assert x.grad is not None and x.grad.tolist() == [0.5, 0.5, 0.0]


REFUSED = {
    "an axis too many": lambda x: x.sum(axis=2),
    "an axis that is no number": lambda x: x.mean(axis="rows"),
    "an axis twice": lambda x: x.max(axis=(0, -2)),
    "another number of elements": lambda x: x.reshape(4),
    "two unknown lengths": lambda x: x.reshape(-1, -1),
    "lengths in a tuple and beside it": lambda x: x.reshape((2, 3), 1),
    "nothing to take the largest of": lambda x: x[:0].max(),
    "nothing to join": lambda x: concat([]),
    "nothing to stack": lambda x: stack([]),
    "rows of another width": lambda x: concat([x, x[:, :2]]),
    "other shapes side by side": lambda x: stack([x, x[0]]),
    "no axis to join along": lambda x: concat([x, x], axis=2),
    "masked values": lambda x: x + np.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0]),
    "more rows than there are addresses": lambda x: Embedding(2**70, 4),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_numpy_would_refuse_in_its_own_words_is_said_in_ours(name: str) -> None:
    with pytest.raises(ShapeError):
        REFUSED[name](Tensor(np.ones((2, 3))))


@pytest.mark.parametrize("key", [2, "a", [0.5], (0, 0, 0), [[1], [1, 2]], slice(None, None, 0)], ids=str)
def test_an_index_that_does_not_fit_names_the_shape(key: object) -> None:
    with pytest.raises(IndexError, match=r"\(2, 3\)"):
        Tensor(np.ones((2, 3)))[key]
