"""A tied output's two gradients, and the batch of the blackboard by hand."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.core import Embedding
from explorer.core.optim import Adam
from explorer.gradients import tied_output
from explorer.gradients import worked_example as engine
from explorer.nn.adam_optimizer import adam, step
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer

CONFIG = ModelConfig(
    vocab_size=40, encoding="learned", train_len=12, embed_dim=8, n_layers=1, n_heads=2, ff_mult=2, tied=True
)
IDS = np.array([3, 7, 3, 11, 3, 7, 20])


@pytest.fixture(scope="module")
def trained():
    """A tied model that has learned a text of five tokens, in double precision."""
    model = Transformer(CONFIG)
    text = np.tile([3, 7, 11, 20, 3], 20)
    optimizer = adam(model.flat)
    for _ in range(60):
        _, gradient = model.loss_and_gradient(text[None, :12], text[None, 1:13])
        step(optimizer, gradient, 1e-2, 1.0)
    return Transformer.of(CONFIG, {name: weight.astype(np.float64) for name, weight in model.weights.items()})


def test_the_two_ends_add_up_to_the_gradient_of_the_tied_model(trained):
    ends = tied_output.both_ends(CONFIG, trained.weights, IDS)
    loss, flat = trained.loss_and_gradient(IDS[None, :-1], IDS[None, 1:])
    assert ends.loss == pytest.approx(loss)
    assert np.allclose(ends.gradient(tied=True), trained.views(flat)["tokens"], atol=1e-12)
    assert np.array_equal(ends.gradient(tied=False), ends.lookup)


def test_through_the_lookup_learn_the_rows_that_are_read_and_through_the_softmax_all(trained):
    ends = tied_output.both_ends(CONFIG, trained.weights, IDS)
    assert ends.ids.tolist() == IDS[:-1].tolist() and ends.targets.tolist() == IDS[1:].tolist()
    # 20 is predicted and never read.
    assert ends.learns(tied=False).tolist() == [3, 7, 11]
    assert ends.learns(tied=True).tolist() == list(range(40))
    assert np.all(tied_output.lengths(ends.softmax) > 0)


def test_the_softmax_pulls_what_came_and_pushes_what_never_came_away(trained):
    """A step against the gradient raises the mean score of a token that occurs and lowers that of one that doesn't."""
    ends = tied_output.both_ends(CONFIG, trained.weights, IDS)
    rows = trained.weights["tokens"]
    final = _last_vectors(trained, ends.ids)
    moved = rows - 0.1 * ends.softmax
    never = [row for row in range(40) if row not in IDS]
    change = final @ moved.T - final @ rows.T
    came = change[np.arange(len(final)), ends.targets]
    assert came.mean() > 0 > change[:, never].mean()


def _last_vectors(model, ids):
    scores = model.logits(ids[None])[0]
    found, *_ = np.linalg.lstsq(model.weights["tokens"], scores.T, rcond=None)
    return found.T


def test_rows_for_half_counts_the_longest():
    assert tied_output.rows_for_half(np.diag([1.0, 1.0, 1.0, 1.0])) == 2
    assert tied_output.rows_for_half(np.array([[0.0], [3.0], [1.0]])) == 1


def test_what_cannot_be_split_says_why(trained):
    with pytest.raises(ValueError, match="Expected a model with a tied output, got one with an output matrix"):
        tied_output.both_ends(replace(CONFIG, tied=False), trained.weights, IDS)
    for number in (0, 1, 14):
        with pytest.raises(ValueError, match=f"Expected 2 to 13 tokens, got {number}"):
            tied_output.both_ends(CONFIG, trained.weights, np.zeros(number, np.int64))


@pytest.mark.parametrize("ids", [IDS, IDS[:2], np.array([0, 39, 0, 39])], ids=["a text", "one guess", "two rows"])
def test_what_is_found_by_the_rows_read_is_what_all_rows_say(trained, ids):
    ends = tied_output.both_ends(CONFIG, trained.weights, ids)
    assert ends.learns(tied=False).tolist() == np.flatnonzero(ends.lookup.any(axis=1)).tolist()
    assert ends.learns(tied=True).tolist() == np.flatnonzero((ends.lookup + ends.softmax).any(axis=1)).tolist()
    assert np.array_equal(ends.lookup_lengths, tied_output.lengths(ends.lookup))
    assert np.allclose(tied_output.lengths(ends.softmax), np.linalg.norm(ends.softmax, axis=1), rtol=1e-14)


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


def test_the_courses_batch_by_hand():
    board = engine.work(engine.parse("[5, 10, 10, 5]"), scale=False)
    assert board.rows.tolist() == [[3, 0, -1, 1], [0, 1, 1, -3], [0, 1, 1, -3], [3, 0, -1, 1]]
    assert board.learns == [5, 10]
    assert board.weight_grad[5].tolist() == [1 + 2, 0 + 1, -1 - 1, 2 + 0]
    assert board.weight_grad[10].tolist() == [0 - 1, 2 + 1, 1 + 0, -1 + 1]
    assert board.moved[5].tolist() == [3 - 3, 0 - 1, -1 + 2, 1 - 2]
    untouched = [row for row in range(engine.VOCAB) if row not in (5, 10)]
    assert np.array_equal(board.moved[untouched], board.weight[untouched])


@pytest.mark.parametrize("end", ["tokens", "readout.out"])
def test_each_end_is_the_slope_of_the_loss_with_the_other_end_held(trained, end):
    ends = tied_output.both_ends(CONFIG, trained.weights, IDS)
    apart = Transformer(replace(CONFIG, tied=False), dtype=np.float64)
    for name, weight in trained.weights.items():
        apart.weights[name][...] = weight
    apart.weights["readout.out"][...] = trained.weights["tokens"].T
    for row, column in ((3, 0), (7, 5), (11, 2), (20, 1), (39, 4)):
        slopes = []
        index = (row, column) if end == "tokens" else (column, row)
        for sign in (1, -1):
            apart.weights[end][index] += sign * 1e-5
            slopes.append(apart.surprise(IDS[None, :-1], IDS[None, 1:]).mean())
            apart.weights[end][index] -= sign * 1e-5
        found = (ends.lookup if end == "tokens" else ends.softmax)[row, column]
        assert found == pytest.approx((slopes[0] - slopes[1]) / 2e-5, abs=1e-8)


@pytest.mark.parametrize("scale", [False, True])
def test_one_step_takes_one_gradient_off_the_table_and_every_number_stays_whole(scale):
    board = engine.work((0, 11, 11, 11, 3, 0), scale=scale)
    assert np.array_equal(board.moved, board.weight - board.weight_grad)
    for matrix in (board.weight, board.rows, board.out, board.weight_grad, board.moved):
        assert np.array_equal(matrix, np.rint(matrix))
