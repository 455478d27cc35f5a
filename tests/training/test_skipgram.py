"""Skip-gram with negative sampling: loss and gradient against the paper, sampling, and a run."""

import math

import numpy as np
import pytest

from explorer.training import skipgram
from explorer.training.skipgram import SkipgramRequest, Trainer
from explorer.training.word_corpus import Corpus, Words, read_words
from tests.support import float_type

TEXT = "the cat sat on a mat and the dog lay by the door of an old red house while it rained . " * 30


def naive_loss(trainer: Trainer, tokens: np.ndarray, reach: np.ndarray, sampled: np.ndarray) -> tuple[float, int]:
    """The paper's loss, one pair at a time."""
    request = trainer.request
    c, o = trainer.centres.weight.data, trainer.contexts.weight.data
    loss, pairs = 0.0, 0
    for at, token in enumerate(tokens):
        stretch = at // skipgram.STRETCH
        noise = sampled[stretch * request.shared : (stretch + 1) * request.shared]
        for other in range(max(0, at - reach[at]), min(len(tokens), at + reach[at] + 1)):
            if other != at:
                pairs += 1
                loss += math.log1p(math.exp(-float(c[token] @ o[tokens[other]])))
                wrong = sum(math.log1p(math.exp(float(c[token] @ o[n]))) for n in noise)
                loss += wrong * request.negatives / request.shared
    return loss, pairs


class Recorded:
    """A generator that replays recorded draws."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.reach = self.rng.integers(1, 4, 128)
        self.noise = self.rng.random(2 * 8)

    def integers(self, low: int, high: int, count: int) -> np.ndarray:
        assert (low, high, count) == (1, 4, 128)
        return self.reach

    def random(self, count: int) -> np.ndarray:
        assert count == 16
        return self.noise


def test_a_step_has_the_papers_loss_and_its_gradient() -> None:
    request = SkipgramRequest(Corpus(pasted=TEXT), dim=5, window=3, shared=8, batch=128)
    rng, recorded = np.random.default_rng(3), Recorded(4)
    tokens = rng.integers(0, 20, 128)

    def fresh() -> Trainer:
        trainer = Trainer(20, request, np.arange(20, 0, -1))
        for table, seed in ((trainer.centres, 5), (trainer.contexts, 6)):
            table.weight.data = np.random.default_rng(seed).normal(size=(20, 5)) * 0.5
        return trainer

    with float_type(np.float64):
        trainer = fresh()
        sampled = trainer.draw(16, recorded)  # type: ignore[arg-type]
        expected = naive_loss(trainer, tokens, recorded.reach, sampled)
        moved: dict[str, np.ndarray] = {}
        trainer.optimizer.step = lambda: moved.update(  # type: ignore[method-assign]
            c=trainer.centres.weight.grad, o=trainer.contexts.weight.grad
        )
        found = trainer.step(tokens, recorded)  # type: ignore[arg-type]
        assert found[1] == expected[1]
        assert found[0] == pytest.approx(expected[0], rel=1e-4)
        for name, row, column in (("c", 3, 1), ("c", 11, 4), ("o", 0, 0), ("o", 7, 2)):
            losses = []
            for change in (1e-4, -1e-4):
                other = fresh()
                (other.centres if name == "c" else other.contexts).weight.data[row, column] += change
                losses.append(naive_loss(other, tokens, recorded.reach, sampled)[0])
            assert moved[name][row, column] == pytest.approx((losses[0] - losses[1]) / 2e-4, rel=1e-3, abs=1e-3)


def test_only_rows_that_were_read_or_drawn_move() -> None:
    trainer = Trainer(5000, SkipgramRequest(Corpus(pasted=TEXT), dim=4, batch=64), np.ones(5000))
    before = trainer.centres.weight.data.copy()
    tokens = np.arange(64) % 7
    trainer.step(tokens, np.random.default_rng(0))
    # The contexts start at zero, so centres move from the second step on.
    trainer.step(tokens, np.random.default_rng(0))
    moved = np.flatnonzero((trainer.centres.weight.data != before).any(axis=1))
    assert moved.tolist() == list(range(7))
    assert trainer.centres.weight.grad_rows is not None
    assert trainer.centres.weight.grad_rows.values.shape == (7, 4)


def test_negative_words_are_drawn_by_count_to_the_power_three_quarters() -> None:
    trainer = Trainer(3, SkipgramRequest(Corpus(pasted=TEXT)), np.array([16, 1, 0]))
    drawn = np.bincount(trainer.draw(90_000, np.random.default_rng(0)), minlength=3) / 90_000
    np.testing.assert_allclose(drawn, [8 / 9, 1 / 9, 0], atol=0.01)


def test_frequent_words_are_thinned_as_word2vec_does_it() -> None:
    words = Words(("a", "b"), np.array([99_000, 1_000]), np.repeat([0, 1], [99_000, 1_000]).astype(np.int32))
    kept = np.bincount(skipgram.subsampled(words, 1e-2, np.random.default_rng(0)))
    share = 1e-2 / 0.99
    assert kept[0] == pytest.approx(99_000 * (math.sqrt(share) + share), rel=0.05)
    assert kept[1] == 1_000


@pytest.mark.slow
def test_a_run_learns_reports_and_repeats_itself() -> None:
    request = SkipgramRequest(Corpus(("mobydick",)), dim=16, epochs=1, reports=8)
    records = list(skipgram.train(request))
    steps = [record.step for record in records]
    assert steps == sorted(steps)
    assert records[-1].step == records[-1].steps
    losses = [record.loss for record in records[2:]]
    assert losses[-1] < 0.8 * losses[0]
    assert all(record.snapshot is not None and record.snapshot.shape == (1500, 16) for record in records[1:])
    assert sum(record.vectors is not None for record in records) == 1
    again = list(skipgram.train(request))[-1]
    np.testing.assert_array_equal(again.vectors, records[-1].vectors)
    assert next(record.words[:3] for record in records if record.words) == ("the", "of", "and")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SkipgramRequest(Corpus(pasted="a"), dim=1), "2 to 300 numbers, got 1"),
        (lambda: SkipgramRequest(Corpus(pasted="a"), epochs=0), "1 to 20 passes over the text, got 0"),
        (lambda: SkipgramRequest(Corpus(pasted="a"), window=11), "1 to 10 words, got 11"),
        (lambda: SkipgramRequest(Corpus(pasted="a"), batch=100), "multiple of 64, got 100"),
    ],
)
def test_errors_say_what_was_expected(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]


@pytest.mark.nightly
def test_the_words_nearest_to_three_are_numbers_and_not_its_neighbours_in_the_text():
    """What step 2.6 of the path asks and says, with the settings of its page."""
    last = list(skipgram.train(SkipgramRequest(Corpus(("sotu",)), dim=50, window=5, epochs=3)))[-1]
    words = read_words(Corpus(("sotu",)))
    rows = last.vectors / np.linalg.norm(last.vectors, axis=1, keepdims=True)

    def nearer_than(word, other):
        cosines = rows @ rows[words.vocabulary.index(word)]
        return int((cosines > cosines[words.vocabulary.index(other)]).sum()) - 1  # without the word itself

    after = words.ids[1:][words.ids[:-1] == words.vocabulary.index("three")]
    assert words.vocabulary[np.bincount(after).argmax()] == "years"
    assert max(nearer_than("three", "four"), nearer_than("three", "five")) < 5
    assert nearer_than("january", "july") < 5
    assert min(nearer_than("three", "years"), nearer_than("three", "there")) > 20
