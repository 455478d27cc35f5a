"""Gradients of a tied table: they sum to the tied model's, and each is the slope of its own path."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.gradients import tied_output
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
