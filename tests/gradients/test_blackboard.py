"""The blackboard, worked by hand."""

import numpy as np
import pytest

from explorer.gradients import blackboard as engine


def test_the_board_by_hand():
    board = engine.work((1, 1, 2))
    assert board.rows.tolist() == [[1, -1, 0, 2], [1, -1, 0, 2], [2, 0, 1, 1]]
    assert board.scaled.tolist() == [[2, -2, 0, 4], [2, -2, 0, 4], [4, 0, 2, 2]]
    assert board.out.tolist() == [[2, -1, 0, 5], [3, -2, 0, 5], [5, -1, 2, 3]]
    assert board.out_grad.tolist() == [[1, 0, -1, 2], [0, 2, 1, -1], [-1, 1, 0, 1]]
    assert board.scaled_grad.tolist() == board.out_grad.tolist()
    assert board.rows_grad.tolist() == [[2, 0, -2, 4], [0, 4, 2, -2], [-2, 2, 0, 2]]
    assert board.weight_grad.tolist() == [[0, 0, 0, 0], [2, 4, 0, 2], [-2, 2, 0, 2], [0, 0, 0, 0]]
    assert board.positions_grad.tolist() == [*board.out_grad.tolist(), [0, 0, 0, 0], [0, 0, 0, 0]]
    assert board.loss == 2 + 10 + (-4 - 5) + (-5 - 1 + 3)


@pytest.mark.parametrize("scale", [False, True])
@pytest.mark.parametrize("positions", [False, True])
@pytest.mark.parametrize("ids", [(0,), (3, 3, 3, 3, 3), (0, 1, 2, 3)])
def test_every_gradient_is_the_slope_of_the_loss(ids, scale, positions, monkeypatch):
    board = engine.work(ids, scale=scale, positions=positions)
    for name, gradient in (("TOKEN_TABLE", board.weight_grad), ("POSITION_TABLE", board.positions_grad)):
        table = getattr(engine, name)
        for place in np.ndindex(table.shape):
            moved = table.copy()
            moved[place] += 1  # the loss is linear, so a whole step is exact
            with monkeypatch.context() as patch:
                patch.setattr(engine, name, moved)
                slope = engine.work(ids, scale=scale, positions=positions).loss - board.loss
            assert slope == gradient[place]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("1 x", "Expected whole numbers with blanks between them, such as 1 1 2, got x"),
        ("1.5", "Expected whole numbers with blanks between them, such as 1 1 2, got 1.5"),
        ("", "Expected 1 to 5 ids, got none"),
        ("4", "Embedding index out of range for vocabulary size 4: got max 4 at position (0,)"),
        ("1 -1", "Embedding index out of range for vocabulary size 4: got min -1 at position (1,)"),
        ("1 1 1 1 1 1", "Sequence length 6 exceeds maximum 5"),
        ("9" * 40, "Embedding token IDs must be finite integers: got data type object"),
    ],
)
@pytest.mark.parametrize("positions", [False, True])
def test_what_cannot_be_worked_says_why(typed, message, positions):
    with pytest.raises(ValueError) as caught:
        engine.work(engine.parse(typed), positions=positions)
    assert str(caught.value) == message
