"""What would go wrong in silence is refused: lost gradients, targets out of range, parameters that can't learn."""

import operator
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.special

from explorer import core
from explorer.core import Embedding, EmbeddingLayer, RowSparse, Tensor, cross_entropy, functional
from explorer.core.embedding import rows_of
from explorer.core.functional.row_sparse_gradient import sum_rows
from explorer.core.numpy_habits import INSTEAD, NumpyHabits
from explorer.core.optim import SGD, Adam
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer

W = Tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
MODEL = Transformer(ModelConfig(vocab_size=9, train_len=8, embed_dim=4, n_heads=1))
ROW = np.array([0])
IDS = np.array([[1, 2, 3]])


def test_the_reading_order_names_every_file_and_what_it_lets_one_skip_computes_no_derivative() -> None:
    for path in Path(core.__file__).parent.rglob("[a-z]*.py"):
        assert re.search(rf"`(functional\.)?{path.stem}`", str(core.__doc__)), path
    assert issubclass(Tensor, NumpyHabits) and "_make" not in vars(NumpyHabits)


@pytest.mark.parametrize(
    ("function", "instead"),
    [
        (lambda t: np.concatenate([t, t]), "concat"),
        (np.sum, r"x\.sum\(\)"),
        (lambda t: np.where(True, t, t), r"m \* x"),
        (np.exp, r"x\.exp\(\)"),
        (np.tanh, r"x\.tanh\(\)"),
        (np.sqrt, r"x \*\* 0\.5"),
        (scipy.special.expit, r"x\.sigmoid\(\)"),
        (np.linalg.norm, r"sum\(axis\) \*\* 0\.5"),
        (lambda t: np.matmul(t, t), "@"),
        (lambda t: np.maximum(t, 0), "relu"),
        (lambda t: np.stack([t, t]), "stack"),
        (lambda t: np.add(np.ones((2, 2)), t, out=np.ones((2, 2))), r"x\.data"),
        (lambda t: np.add.outer(np.ones(2), t), r"x\.data"),
    ],
)
def test_a_function_of_numpy_would_lose_the_gradient(function: Callable[[Tensor], object], instead: str) -> None:
    with pytest.raises(TypeError, match=f"would lose the gradient.*use .*{instead}"):
        function(W)
    assert np.asarray(W).tolist() == [[1, 2], [3, 4]]


def test_a_function_that_carries_no_gradient_is_led_to_the_array() -> None:
    with pytest.raises(TypeError, match=r"argmax takes arrays: give it x\.data"):
        np.argmax(W)  # type: ignore[call-overload]


@pytest.mark.parametrize("shape", [(), (2, 2)])
def test_data_takes_an_array_of_its_shape_and_nothing_else(shape: tuple[int, ...]) -> None:
    w = Tensor(np.ones(shape, np.float32), requires_grad=True)
    (w * w).sum().backward()
    wrong: list[Any] = [w - 0.5 * w.grad, [1.0, 2.0], np.ones(3, np.float32), np.ones(shape, int)]
    for value in wrong:
        with pytest.raises(
            (TypeError, ValueError), match=r"write w\.data = (w\.data - |np\.array\(\[1\.0)|Expected data of shape"
        ):
            w.data = value
    w.data = w.data - 0.25 * w.grad
    w.data -= 0.25 * w.grad
    assert w.shape == shape and (w.data == 0).all()


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("dtype", "x.data.dtype"),
        ("detach", "Tensor(x.data)"),
        ("view", "x.reshape"),
        ("dot", "@"),
        ("squeeze", "reshape"),
    ],
)
def test_an_attribute_of_an_array_says_what_to_write(name: str, instead: str) -> None:
    with pytest.raises(AttributeError, match=re.escape(instead)):
        getattr(W, name)
    assert not hasattr(W, "_repr_html_")


def test_what_stands_for_a_missing_operation_runs_and_keeps_the_gradient() -> None:
    x = Tensor([[1000.0, 0.0], [-3.0, 4.0]], requires_grad=True)
    e, shares = (part.strip() for part in INSTEAD["softmax"].removeprefix("e = ").split(", then "))
    softmax = eval(shares.partition(", or")[0], {"e": eval(e, {"x": x})})
    np.testing.assert_allclose(softmax.data, scipy.special.softmax(x.data, axis=-1), rtol=1e-6)
    m, log = (
        part.strip() for part in INSTEAD["logsigmoid"].removeprefix("m = ").partition(", also")[0].split(", then ")
    )
    x.zero_grad()
    found = eval(log, {"x": x, "m": eval(m, {"x": x, "Tensor": Tensor})})
    found.sum().backward()
    np.testing.assert_allclose(found.data, -np.logaddexp(0, -x.data), rtol=1e-5)
    np.testing.assert_allclose(x.grad, scipy.special.expit(-x.data), atol=1e-6)
    for name, expected in (("abs", np.abs(x.data)), ("norm", np.linalg.norm(x.data, axis=0)), ("min", x.data.min(0))):
        result = eval(INSTEAD[name], {"x": x, "axis": 0})
        assert result.requires_grad
        np.testing.assert_allclose(result.data, expected, rtol=1e-6)


def test_a_parameter_that_became_a_result_is_told_why_it_has_no_gradient() -> None:
    w = Tensor([1.0], requires_grad=True)
    (w * w).sum().backward()
    w = w - 0.1 * w.grad
    (w * w).sum().backward()
    with pytest.warns(UserWarning, match=r"w\.data -= lr \* w\.grad"):
        assert w.grad is None


@pytest.mark.parametrize("array", [np.array([[8.0, 6.0], [4.0, 2.0]], np.float32), np.float32(2)])
def test_an_array_before_a_tensor_is_one_of_the_tensors_operations(array: Any) -> None:
    for operation in (operator.add, operator.sub, operator.mul, operator.truediv, operator.matmul)[
        : 4 + array.ndim // 2
    ]:
        result = operation(array, W)
        assert isinstance(result, Tensor) and result.requires_grad
        np.testing.assert_allclose(result.data, operation(array, W.data))


def test_a_tensor_of_one_element_is_a_number() -> None:
    loss = Tensor(2.71828)
    assert (int(loss), round(loss), round(loss, 2)) == (2, 3, pytest.approx(2.72))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: W + np.ones((2, 3)), r"got \(2, 2\) \+ \(2, 3\)"),
        (lambda: W * np.ones(5), r"got \(2, 2\) \* \(5,\)"),
        (lambda: W.transpose(0, 5), r"axis of shape \(2, 2\), .* got 5"),
        (lambda: W @ np.ones((3, 1)), r"got \(2, 2\) @ \(3, 1\)"),
        (lambda: Adam([Tensor([1.0])], lr=0.1), "parameters that require gradients"),
        (lambda: Tensor([[1.0], [2.0, 3.0]]), "sequences of different lengths"),
        (lambda: Embedding.from_weight([[1.0], [2.0, 3.0]]), "sequences of different lengths"),
        (lambda: RowSparse(ROW, np.ones((1, 2)), (3, 2)) + RowSparse(ROW, np.ones((1, 2)), (4, 2)), "of one table"),
        (lambda: Adam([W], betas=0.9), "betas must be two numbers"),
        (lambda: functional.shift_matrix([1, 2], 4), "k must be a finite number"),
        (lambda: EmbeddingLayer(3, 4, 5, pos_encoding=np.ones(2)), "pos_encoding must be one of"),
        (lambda: SGD([W], lr=True), "lr must be at least 0 .*, got True"),
        (lambda: cross_entropy(np.ones((2, 0)), [0, 0]), r"got shape \(2, 0\)"),
        (lambda: SGD([W], lr="a"), "lr must be at least 0 .*, got 'a'"),
        (lambda: cross_entropy(np.ones((2, 3)), [0, 3]), "Target out of range for vocabulary size 3: got max 3"),
        (lambda: MODEL.surprise(IDS, IDS - 2), "Target out of range for vocabulary size 9: got min -1"),
        (lambda: Tensor([1.0], requires_grad="yes"), "requires_grad must be True or False, got 'yes'"),
        (lambda: Embedding.from_weight(np.ones((2, 2)), freeze="no"), "freeze must be True or False"),
        (lambda: EmbeddingLayer(3, 4, 5, scale_embeddings="no"), "scale_embeddings must be True or False"),
        (lambda: Embedding(3, 2, seed=-1), "seed must be a whole number from 0 up, .* got -1"),
        (lambda: W.sum([0, 1]), r"as a tuple, such as \(0, 1\)"),
        (lambda: sum_rows(np.ones((2, 2)), np.array([0, -1]), 4), "different rows from 0 to 3"),
        (lambda: sum_rows(np.ones((2, 2)), np.array([0, 9]), 4), "different rows from 0 to 3"),
        (lambda: RowSparse(np.array([1, 1]), np.ones((2, 2)), (3, 2)), "different rows from 0 to 2"),
        (lambda: RowSparse(ROW, np.ones((2, 2)), (3, 2)), r"shapes \(1,\) and \(2, 2\)"),
        (lambda: MODEL.loss_and_gradient(IDS, IDS.T), r"ids \(1, 3\), got targets of shape \(3, 1\)"),
    ],
)
def test_what_does_not_fit_is_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_a_table_is_shared_by_its_array_or_with_its_gradient_but_never_in_between() -> None:
    one, other = Embedding(3, 2, seed=0), Embedding(3, 2, seed=1)
    with pytest.raises(TypeError, match=r"b\.weight = a\.weight"):
        Embedding.from_weight(one.weight)  # type: ignore[arg-type]
    other.weight = one.weight
    (one([1]) * 2 + other([1])).sum().backward()
    assert one.weight.grad is not None and one.weight.grad[1].tolist() == [3, 3]
    assert len(Adam([*one.parameters(), *other.parameters()]).parameters) == 1


def test_numbers_of_numpy_and_tables_of_whole_numbers_are_taken() -> None:
    assert (W ** np.float32(2)).data.tolist() == [[1, 4], [9, 16]]
    assert cross_entropy([[0.0, 0.0]], [1]).item() == pytest.approx(np.log(2))
    assert Embedding.from_weight([[1, 2]]).weight.data.dtype == np.float32


@pytest.mark.parametrize(
    "result",
    [
        lambda w: w * w,
        lambda w: w.T @ w.reshape(-1)[:2],
        lambda w: w**2,
        lambda w: w + 1,
        lambda w: rows_of(w, np.array([0, 1, 1])),
    ],
)
def test_a_step_between_forward_and_backward_is_noticed(result: Callable[[Tensor], Tensor]) -> None:
    w = Tensor(np.array([[1.0, 2.0], [3.0, 4.0]]), requires_grad=True)
    beside = Tensor([1.0], requires_grad=True)
    loss = (result(w) * beside).sum()
    optimizer = SGD([w, beside], lr=0.5)
    loss.backward(retain_graph=True)
    loss.backward(retain_graph=True)
    w.zero_grad()
    beside.zero_grad()
    with pytest.warns(UserWarning, match="no gradient"):
        optimizer.step()  # changes nothing, so the graph still holds
    loss.backward(retain_graph=True)
    beside.zero_grad()
    optimizer.step()
    w.zero_grad()
    with pytest.raises(RuntimeError, match="optimizer changed a parameter"):
        loss.backward()
    assert w.grad is None


def test_what_is_written_to_data_is_not_noticed_as_the_module_says() -> None:
    w = Tensor([2.0], requires_grad=True)
    loss = (w * w).sum()
    w.data[0] = 5.0
    loss.backward()
    assert w.grad is not None and w.grad.tolist() == [10.0]


@pytest.mark.parametrize("other", [Tensor([1.0]), np.ones(1), 1.0, [1.0]])
def test_a_comparison_of_tensors_is_refused(other: Any) -> None:
    with pytest.raises(TypeError, match="compare their arrays"):
        _ = other == W
    with pytest.raises(TypeError, match="compare their arrays"):
        _ = other < W
    assert W == W and W != "learned" and W in {W}


@pytest.mark.parametrize("given", [W, Embedding(3, 2), Embedding(3, 2).parameters])
def test_an_optimizer_says_where_the_list_of_parameters_is(given: object) -> None:
    with pytest.raises(TypeError, match=r"\.parameters\(\), got"):
        SGD(given, lr=0.1)  # type: ignore[arg-type]


def test_tensors_in_a_list_and_rows_of_a_single_number_are_refused() -> None:
    with pytest.raises(TypeError, match="stack or concat"):
        Tensor([W, W])
    with pytest.raises(TypeError, match="without axes"):
        list(Tensor(3.0))
    assert [row.shape for row in W] == [(2,), (2,)]


def test_a_loss_is_formatted_like_a_number() -> None:
    assert f"{W.sum():.2f}" == "10.00" and f"{W}" == str(W)


@pytest.mark.parametrize("table", [W, [[1.0, 2.0]]])
def test_a_kernel_takes_arrays(table: object) -> None:
    with pytest.raises(TypeError, match="weight must be a NumPy array, got"):
        functional.embedding([0], table)  # type: ignore[type-var]


def test_a_step_without_any_gradient_and_probabilities_in_the_place_of_scores_are_said() -> None:
    weight = Tensor([[0.0, 1.0, 2.0]], requires_grad=True)
    optimizer = SGD([weight], 0.1)
    with pytest.warns(UserWarning, match="backward"):
        optimizer.step()
    shares = weight.exp() / weight.exp().sum(-1, keepdims=True)
    with pytest.warns(UserWarning, match="softmax"):
        cross_entropy(shares, [1])
    cross_entropy(weight, [1]).backward()  # neither says anything where all is right
    optimizer.step()


def test_swapped_arguments_and_a_table_that_is_not_turned_are_told_the_way() -> None:
    table = Tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
    with pytest.raises(TypeError, match="other way round"):
        cross_entropy(np.array([0, 1]), table)
    with pytest.raises(ValueError, match=r"\(2, 3\) @ \(2, 3\); a @ b\.T would fit"):
        _ = table @ table
    assert (table @ table.T).shape == (2, 2)


def test_a_gradient_is_scaled_and_clipped_by_hand() -> None:
    table = Embedding(3, 2, seed=0)
    w = table.weight
    table([1, 1]).sum().backward()
    shared = w.grad
    w.grad *= 3
    w.grad /= 2
    w.grad += 1
    w.grad -= w.data * 0
    assert w.grad[:, 0].tolist() == [1, 4, 1] and shared[:, 0].tolist() == [0, 2, 0]
    mean = w.grad.copy()  # an array of one's own is changed in place, as any
    alias = mean
    mean += 1
    assert alias[:, 0].tolist() == [2, 5, 2] and w.grad[1, 0] == 4 and repr(w.grad).startswith("array(")


def test_data_keeps_its_float_type_and_an_element_of_a_gradient_says_how_to_change_it() -> None:
    w = Tensor(np.ones(3), requires_grad=True)
    w.data = np.full(3, 0.5)
    assert w.data.dtype == np.float32 and w.data.tolist() == [0.5] * 3
    (w * w).sum().backward()
    with pytest.raises(ValueError, match=r"read-only.*w\.grad\.copy\(\)"):
        w.grad[0] = 3  # type: ignore[index]
    assert w.grad is not None
    changed = w.grad.copy()
    changed[0] = 3
    w.grad = changed
    assert w.grad.tolist() == [3, 1, 1]
