"""Optimizers: hand-worked steps, equality with the dense rule if all rows are touched, and untouched rows."""

import numpy as np
import pytest

from explorer.core import Embedding, Tensor
from explorer.core.optim import SGD, Adam

MAKERS = {
    "SGD": lambda p: SGD(p, lr=0.1),
    "momentum": lambda p: SGD(p, lr=0.1, momentum=0.9),
    "Adam": lambda p: Adam(p, lr=0.1),
}


def table():
    return Embedding.from_weight(np.arange(8, dtype=np.float32).reshape(4, 2))


def step(optimizer, model, ids):
    optimizer.zero_grad()
    (model(ids) * model(ids)).sum().backward()
    optimizer.step()


def test_momentum_by_hand():
    w = Tensor([1.0], requires_grad=True)
    optimizer = SGD([w], lr=0.5, momentum=0.5)
    for expected in (0.5, -0.25):  # velocity 1, then 0.5 · 1 + 1 = 1.5
        w.grad = [1.0]
        optimizer.step()
        assert w.data.tolist() == [expected]


def test_adam_by_the_paper():
    w = Tensor([1.0], requires_grad=True)
    optimizer = Adam([w], lr=0.01, betas=(0.8, 0.9))
    m = v = 0.0
    expected = 1.0
    for t, g in enumerate((2.0, -1.0, 0.5), 1):
        w.grad = [g]
        optimizer.step()
        m, v = 0.8 * m + 0.2 * g, 0.9 * v + 0.1 * g * g
        expected -= 0.01 * (m / (1 - 0.8**t)) / ((v / (1 - 0.9**t)) ** 0.5 + 1e-8)
        assert w.item() == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("name", MAKERS)
def test_rows_that_are_not_touched_keep_every_bit(name):
    model = table()
    optimizer = MAKERS[name](model.parameters())
    step(optimizer, model, [1, 2])
    before = model.weight.data.copy()
    step(optimizer, model, [3, 3])
    assert np.array_equal(model.weight.data[:3], before[:3])
    assert not np.array_equal(model.weight.data[3], before[3])


@pytest.mark.parametrize("name", MAKERS)
def test_row_sparse_equals_dense_while_every_row_is_touched(name):
    models = table(), table()
    optimizers = [MAKERS[name](model.parameters()) for model in models]
    for ids in ([0, 1, 2, 3], [3, 2, 1, 0, 0, 0]):
        for number, (model, optimizer) in enumerate(zip(models, optimizers, strict=True)):
            optimizer.zero_grad()
            (model(ids) * model(ids)).sum().backward()
            if number:
                model.weight.grad = model.weight.grad
            optimizer.step()
    assert np.allclose(models[0].weight.data, models[1].weight.data, rtol=1e-6)


def test_dense_memory_moves_rows_whose_token_is_gone():
    for name in ("momentum", "Adam"):
        model = table()
        optimizer = MAKERS[name](model.parameters())
        step(optimizer, model, [1])
        before = model.weight.data.copy()
        optimizer.zero_grad()
        model([3]).sum().backward()
        model.weight.grad = model.weight.grad  # dense from here
        optimizer.step()
        assert not np.array_equal(model.weight.data[1], before[1]), name
        assert np.array_equal(model.weight.data[0], before[0]), name


def test_parameters_without_gradient_rest():
    for name in MAKERS:
        w, moved = (Tensor([1.0], requires_grad=True) for _ in range(2))
        moved.sum().backward()
        MAKERS[name]([w, moved]).step()
        assert w.data.tolist() == [1.0] != moved.data.tolist()


@pytest.mark.parametrize("name", MAKERS)
def test_a_number_moves_as_a_row_does(name):
    number, row = Tensor(3.0, requires_grad=True), Tensor([3.0], requires_grad=True)
    for parameter in (number, row):
        optimizer = MAKERS[name]([parameter])
        for _ in range(3):
            optimizer.zero_grad()
            (parameter * parameter).backward()
            optimizer.step()
    assert (number.shape, number.data.dtype) == ((), np.float32)
    assert number.item() == row.item() < 3


@pytest.mark.parametrize("name", MAKERS)
def test_a_tied_table_moves_once(name):
    once, twice = table(), table()
    step(MAKERS[name](once.parameters()), once, [1, 2])
    step(MAKERS[name]([*twice.parameters(), twice.weight]), twice, [1, 2])
    assert np.array_equal(once.weight.data, twice.weight.data)


@pytest.mark.parametrize("name", MAKERS)
def test_lookups_add_up_over_batches_until_the_step(name):
    together, apart = table(), table()
    optimizers = [MAKERS[name](model.parameters()) for model in (together, apart)]
    together([1, 2, 1, 3]).sum().backward()
    for ids in ([1, 2], [1, 3]):
        apart(ids).sum().backward()
    assert apart.weight.grad_rows.rows.tolist() == [1, 2, 3]
    for optimizer in optimizers:
        optimizer.step()
    assert np.array_equal(together.weight.data, apart.weight.data)


def test_weights_stay_float32():
    model = table()
    for name in MAKERS:
        step(MAKERS[name](model.parameters()), model, [0, 1])
    assert model.weight.data.dtype == np.float32


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: SGD([Tensor([1.0], requires_grad=True)], lr=-1.0), "lr must be at least 0 and below inf, got -1.0"),
        (
            lambda: SGD([Tensor([1.0], requires_grad=True)], lr=float("nan")),
            "lr must be at least 0 and below inf, got nan",
        ),
        (
            lambda: SGD([Tensor([1.0], requires_grad=True)], lr=1.0, momentum=1.0),
            "momentum must be at least 0 and below 1, got 1.0",
        ),
        (lambda: Adam([]), "Expected at least one parameter, got an empty list"),
        (lambda: Adam([Tensor([1.0], requires_grad=True)], eps=-1.0), "eps must be at least 0 and below inf, got -1.0"),
        (
            lambda: Adam([Tensor([1.0], requires_grad=True)], betas=(0.9, 1.5)),
            r"betas\[1\] must be at least 0 and below 1, got 1.5",
        ),
    ],
)
def test_settings_that_cannot_be(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize("name", MAKERS)
def test_a_step_that_cannot_be_moves_nothing(name):
    first, last = Tensor([1.0], requires_grad=True), Tensor([1.0], requires_grad=True)
    optimizer = MAKERS[name]([first, last])
    first.grad = last.grad = [1.0]
    last.data.flags.writeable = False
    with pytest.raises(ValueError, match="number 1 is read-only"):
        optimizer.step()
    last.data.flags.writeable = True
    optimizer.lr = -5
    with pytest.raises(ValueError, match="lr must be at least 0"):
        optimizer.step()
    assert first.item() == last.item() == 1 and optimizer.steps == 0


def test_an_optimizer_takes_parameters_only() -> None:
    w = Tensor([1.0], requires_grad=True)
    with pytest.raises(ValueError, match="result of an operation as number 1"):
        Adam([w, w * 2])
    with pytest.raises(TypeError, match="Expected tensors as parameters, got ndarray as number 0"):
        SGD([np.zeros(3)], lr=0.1)  # type: ignore[list-item]
