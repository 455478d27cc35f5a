"""The toy training: it learns, is reproducible, and moves the right rows."""

import dataclasses
from itertools import pairwise

import numpy as np
import pytest

from explorer.core import Tensor
from explorer.gradients import toy_training
from explorer.views.gradients.toy_training import plane
from tests.support import float_type


@pytest.mark.parametrize("optimizer", ["Adam", "SGD"])
def test_unseen_rows_rest_unless_tables_are_tied(optimizer):
    run = toy_training.train(toy_training.ToyRequest(optimizer=optimizer, steps=60))
    assert run.words[-4:] == toy_training.UNSEEN
    assert run.distance[~run.seen].tolist() == [0.0] * 4
    assert np.all(run.distance[run.seen] > 0)
    assert run.most_at_once <= toy_training.PAIRS
    tied = toy_training.train(toy_training.ToyRequest(optimizer=optimizer, output=toy_training.TIED, steps=60))
    assert np.all(tied.distance > 0)
    assert tied.most_at_once == len(tied.words)


def test_unseen_rows_keep_their_place_in_the_plane_at_every_step():
    run = toy_training.train(toy_training.ToyRequest(steps=60))
    assert np.all(run.points[:, ~run.seen] == run.points[0, ~run.seen])


def test_it_learns_and_repeats():
    first, second = toy_training.train(toy_training.ToyRequest()), toy_training.train(toy_training.ToyRequest())
    assert np.array_equal(first.points, second.points)
    assert first.loss[-1] < 0.5 * first.loss[0]
    assert first.steps[0] == 0
    assert first.steps[-1] == 300
    assert set(range(toy_training.EARLY + 1)) <= set(first.steps.tolist()), "a flat picture of every early nudge"


@pytest.mark.slow
def test_what_the_path_says_of_cat_and_dog_is_seen_in_the_plane_too():
    """Step 2d: apart at the start, then each of two pairs comes together, and the pairs stay apart."""
    run = toy_training.train(toy_training.ToyRequest())
    names = ("cat", "dog", "king", "queen")
    cat, dog, king, queen = (run.words.index(word) for word in names)
    low, high = run.points.min(axis=(0, 1)), run.points.max(axis=(0, 1))
    for size in ((260, 220), (900, 360)):  # of the picture on a phone and on a desk: each axis fills it
        points = (run.points - low) / (high - low) * size

        points /= np.mean(size)

        def apart(one, other, points=points):
            return np.linalg.norm(points[:, one] - points[:, other], axis=-1)

        for one, other in ((cat, dog), (king, queen)):
            assert apart(one, other)[-1] < 0.5 * apart(one, other)[0]
            for row, partner in ((one, other), (other, one)):
                away = np.linalg.norm(points[-1, run.seen] - points[-1, row], axis=-1)
                assert np.argsort(away)[1] == partner
        assert apart(cat, dog)[0] > 0.3
        assert np.maximum(np.diff(apart(cat, dog)), 0).sum() < 0.15  # hardly ever away from each other
        pairs = [apart(one, other)[-1] for one in (cat, dog) for other in (king, queen)]
        assert min(pairs) > 2.5 * apart(cat, dog)[-1]
    shown = [word for word, seen in zip(run.words, run.seen, strict=True) if seen]
    first = np.isin(shown, names)
    for frame in (0, len(run.steps) - 1):
        drawn = plane(run.points[:, run.seen], frame, shown, run.seen[run.seen], first)
        assert {f"<b>{name}</b>" for name in names} <= {name for trace in drawn.data for name in trace.get("text", ())}


def test_every_setting_changes_the_run():
    base = toy_training.ToyRequest(steps=20)
    points = toy_training.train(base).points
    changes = {
        "text": "a b c a b c",
        "optimizer": "SGD",
        "output": toy_training.TIED,
        "steps": 21,
        "lr": 0.1,
        "seed": 1,
    }
    assert set(changes) == {field.name for field in dataclasses.fields(toy_training.ToyRequest)}
    for name, value in changes.items():
        other = toy_training.train(dataclasses.replace(base, **{name: value})).points
        assert other.shape != points.shape or not np.array_equal(other, points), name


def test_limits():
    words, ids, left_out = toy_training.read(" ".join(f"w{i}" for i in range(100)))
    assert (len(words), len(ids), left_out) == (toy_training.MOST_DISTINCT, toy_training.MOST_DISTINCT, 40)
    assert toy_training.read("a " * 500)[2] == 100
    for text in ("", "one"):
        with pytest.raises(ValueError, match=f"Expected at least two words to learn from, got {len(text.split())}"):
            toy_training.train(toy_training.ToyRequest(text=text))
    with pytest.raises(ValueError, match="steps must be between 1 and 600, got 0"):
        toy_training.train(toy_training.ToyRequest(steps=0))


def test_a_wild_step_length_gives_a_number_not_a_crash():
    run = toy_training.train(toy_training.ToyRequest(lr=1.0, output=toy_training.TIED))
    assert np.all(np.isfinite(run.points))
    assert np.all(np.isfinite(run.loss))


def test_one_kind_of_words_alone_has_no_legend():
    points, words = np.random.default_rng(0).normal(size=(2, 3, 2)), ["a", "b", "c"]
    for seen, named in (([True] * 3, 0), ([True, True, False], 2)):
        drawn = plane(points, 1, words, np.array(seen)).data
        assert sum(bool(trace["showlegend"]) for trace in drawn) == named


def test_a_run_of_one_step_is_a_run() -> None:
    assert len(toy_training.train(toy_training.ToyRequest(text="a b a b", steps=1)).points) > 0


def test_a_step_that_is_too_long_ends_above_a_blind_guess():
    run = toy_training.train(toy_training.ToyRequest(lr=1.0))
    assert run.loss[-1] > np.log(len(run.words)) > toy_training.train(toy_training.ToyRequest()).loss[-1]


@pytest.mark.parametrize("theme", toy_training.THEMES)
def test_what_ran_together_are_each_others_nearest_dots_and_share_a_following_word(theme):
    text = toy_training.THEMES[theme]
    run, words = toy_training.train(toy_training.ToyRequest(text)), text.split()
    dots = run.points[-1, run.seen]
    assert run.together and run.together[0][2]
    for one, other, after in run.together:
        for word, near in ((one, other), (other, one)):
            away = np.linalg.norm(dots - dots[run.words.index(word)], axis=1)
            assert run.words[np.argsort(away)[1]] == near
        if after:
            following = zip(words, [*words[1:], words[0]], strict=True)
            assert {one, other} <= {word for word, next_word in following if next_word == after}


def test_the_word_that_is_told_is_the_one_that_tells_a_pair_from_the_others():
    words = toy_training.TEXT.split()
    for one, other, after in toy_training.train(toy_training.ToyRequest()).together[:2]:
        before = {word for word, then in pairwise(words) if then == after}
        assert before == {one, other} != set()


def test_gradient_at_the_scores_is_that_of_cross_entropy():
    rng = np.random.default_rng(0)
    ids = np.array([2, 0, 1])
    rows, output = rng.standard_normal((3, 4)), rng.standard_normal((5, 4))

    def loss(rows, output):
        scores = rows @ output.T
        chance = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
        return -np.log(chance[np.arange(3), ids]).mean()

    with float_type(np.float64):
        a, b = Tensor(rows, requires_grad=True), Tensor(output, requires_grad=True)
        toy_training.backward(a, b, ids)
    for tensor, array, which in ((a, rows, 0), (b, output, 1)):
        for index in np.ndindex(array.shape):
            slopes = []
            for sign in (1, -1):
                moved = [rows.copy(), output.copy()]
                moved[which][index] += sign * 1e-6
                slopes.append(loss(*moved))
            assert tensor.grad[index] == pytest.approx((slopes[0] - slopes[1]) / 2e-6, abs=1e-6)


def test_pairs_that_are_as_alike_are_counted():
    ids = toy_training.read(toy_training.TEXT)[1]
    words = ids.max() + 1
    beside = np.zeros((words, 2 * words))
    for at, word in enumerate(ids):
        beside[word, ids[at - 1]] += 1
        beside[word, words + ids[(at + 1) % len(ids)]] += 1
    unit = beside / np.linalg.norm(beside, axis=1, keepdims=True)
    likeness = [round(float(unit[a] @ unit[b]), 9) for a in range(words) for b in range(a)]
    assert toy_training.used_alike(ids)[1] == likeness.count(max(likeness)) == 8
