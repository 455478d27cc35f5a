"""The blackboard, computed by hand."""

import numpy as np
import pytest

from explorer.core import Embedding
from explorer.core.optim import Adam
from explorer.gradients import worked_example as engine


def test_the_board_by_hand():
    board = engine.work((1, 1, 2))
    assert board.rows.tolist() == [[1, -1, 0, 2], [1, -1, 0, 2], [2, 0, 1, 1]]
    assert board.scaled.tolist() == [[2, -2, 0, 4], [2, -2, 0, 4], [4, 0, 2, 2]]
    assert board.out.tolist() == [[2, -1, 0, 5], [3, -2, 0, 5], [5, -1, 2, 3]]
    assert board.out_grad.tolist() == [[1, 0, -1, 2], [0, 2, 1, -1], [-1, 1, 0, 1]]
    assert board.scaled_grad.tolist() == board.out_grad.tolist()
    assert board.rows_grad.tolist() == [[2, 0, -2, 4], [0, 4, 2, -2], [-2, 2, 0, 2]]
    assert board.weight_grad.tolist() == [[0] * 4, [2, 4, 0, 2], [-2, 2, 0, 2], *[[0] * 4] * 9]
    assert board.positions_grad.tolist() == [*board.out_grad.tolist(), *[[0] * 4] * 3]
    assert board.loss == 2 + 10 + (-4 - 5) + (-5 - 1 + 3)


@pytest.mark.parametrize(
    ("first", "out"),
    [
        (0, [[0, 3, 4, -1], [3, -2, 0, 5], [5, -1, 2, 3], [-2, 3, 3, 1], [1, 1, -3, 0], [5, 0, -1, 1]]),
        (6, [[0, -3, 2, 3], [5, 4, 0, -1], [-1, -1, 6, 3], [2, 3, -1, -3], [-1, 1, 3, -6], [-5, 2, 1, 1]]),
    ],
)
def test_every_row_of_the_tables_by_hand(first, out):
    board = engine.work(tuple(range(first, first + engine.LONGEST)))
    assert board.out.tolist() == out
    seed = [[1, 0, -1, 2], [0, 2, 1, -1], [-1, 1, 0, 1], [2, 1, -1, 0], [1, 1, 0, -2], [0, -1, 2, 1]]
    assert board.out_grad.tolist() == seed
    if first == 0:
        assert board.loss == -6 - 9 - 3 - 4 + 2 - 1


@pytest.mark.parametrize("scale", [False, True])
def test_one_step_takes_one_gradient_off_the_table_and_every_number_stays_whole(scale):
    board = engine.work((0, 11, 11, 11, 3, 0), scale=scale)
    assert np.array_equal(board.moved, board.weight - board.weight_grad)
    for matrix in (board.weight, board.rows, board.out, board.weight_grad, board.moved):
        assert np.array_equal(matrix, np.rint(matrix))


def test_the_factor_doubles_a_step_of_sgd_and_adam_hardly_sees_it():
    with_factor, without = (engine.work((5, 10, 10, 5), scale=scale) for scale in (True, False))
    assert np.array_equal(with_factor.moved - with_factor.weight, 2 * (without.moved - without.weight))
    moves = []
    for board in (with_factor, without):
        table = Embedding.from_weight(engine.TOKEN_TABLE.copy())
        table.weight.grad = board.weight_grad
        Adam(table.parameters(), 0.1).step()
        moves.append(table.weight.data - engine.TOKEN_TABLE)
    assert np.abs(moves[0]).max() > 0.09
    assert np.allclose(*moves, atol=1e-6)


@pytest.mark.parametrize("scale", [False, True])
@pytest.mark.parametrize("positions", [False, True])
@pytest.mark.parametrize("ids", [(0,), (3, 3, 3, 3, 3), (0, 1, 2, 3)])
def test_every_gradient_is_the_slope_of_the_loss(ids, scale, positions, monkeypatch):
    board = engine.work(ids, scale=scale, positions=positions)
    for name, gradient in (("TOKEN_TABLE", board.weight_grad), ("POSITION_TABLE", board.positions_grad)):
        table = getattr(engine, name)
        for index in np.ndindex(table.shape):
            moved = table.copy()
            moved[index] += 1  # the loss is linear, so a whole step is exact
            with monkeypatch.context() as patch:
                patch.setattr(engine, name, moved)
                slope = engine.work(ids, scale=scale, positions=positions).loss - board.loss
            assert slope == gradient[index]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("1 x", "Expected whole numbers or words of the table with spaces between them, such as 5 10 10 5, got 'x'"),
        ("1.5", "Expected whole numbers or words of the table with spaces between them, such as 5 10 10 5, got '1.5'"),
        ("", "Expected 1 to 6 ids, got none"),
        ("[]", "Expected 1 to 6 ids, got none"),
        ("12", "Embedding index out of range for vocabulary size 12: got max 12 at position (0,)"),
        ("1 -1", "Embedding index out of range for vocabulary size 12: got min -1 at position (1,)"),
        ("1 1 1 1 1 1 1", "Sequence length 7 exceeds maximum 6"),
        ("9" * 40, "Embedding token IDs must be finite integers: got data type object"),
    ],
)
@pytest.mark.parametrize("positions", [False, True])
def test_what_cannot_be_worked_says_why(typed, message, positions):
    with pytest.raises(ValueError) as caught:
        engine.work(engine.parse(typed), positions=positions)
    assert str(caught.value) == message
