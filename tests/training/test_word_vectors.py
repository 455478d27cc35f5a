from __future__ import annotations

import math
import tracemalloc

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.utils.extmath import randomized_svd

from explorer.data import load_analogies
from explorer.training import ppmi, skipgram
from explorer.training.skipgram import SkipgramRequest, Trainer
from explorer.training.word_corpus import Corpus, Words, read_words, words_of
from explorer.vectors.neighbours import cosine_neighbours
from explorer.words.analogies import accuracy, together
from explorer.words.word_categories import words_in
from tests.support import float_type

TEXT = "the cat sat on a mat and the dog lay by the door of an old red house while it rained . " * 30


def test_words_are_numbered_by_how_often_they_occur_and_then_as_they_came() -> None:
    words = read_words(Corpus(pasted="b a c b d e f g h i j k B's x. " * 5 + "a rare"), vocab_size=11)
    assert words.vocabulary == ("b", "a", "c", "d", "e", "f", "g", "h", "i", "j", "k")
    assert words.counts.tolist() == [10, 6] + [5] * 9
    assert words.ids[:5].tolist() == [0, 1, 2, 0, 3] and len(words.ids) == 61


@pytest.mark.slow
def test_a_text_is_read_in_pieces_that_are_small_beside_its_words() -> None:
    """208,160 words as Python strings would take 12 MB; the result takes 4 bytes per word and the vocabulary."""
    tracemalloc.start()
    words = read_words(Corpus(("mobydick",)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(words.ids) > 180_000
    assert peak < 14_000_000


def test_windows_count_each_neighbour_once_per_side() -> None:
    ids = np.random.default_rng(0).integers(0, 6, 200).astype(np.int32)
    expected = np.zeros((6, 6))
    for at in range(len(ids) - 3):
        expected[ids[at], ids[at + 3]] += 1
    np.testing.assert_array_equal(ppmi.cooccurrences(ids, 6, 3).toarray(), expected)


def test_ppmi_equals_its_formula() -> None:
    counts = np.random.default_rng(1).integers(0, 9, (7, 7)).astype(float)
    word = counts.sum(axis=1) / counts.sum()
    context = counts.sum(axis=0) ** 0.75
    context /= context.sum()
    with np.errstate(divide="ignore"):
        expected = np.maximum(0, np.log(counts / counts.sum() / np.outer(word, context)))
    np.testing.assert_allclose(ppmi.ppmi(csr_array(counts)).toarray(), expected, rtol=1e-5, atol=1e-6)


def test_the_truncated_svd_equals_the_full_one() -> None:
    matrix = np.random.default_rng(2).normal(size=(80, 80)) * np.linspace(3, 0.1, 80)
    u, s = ppmi.truncated_svd(csr_array(matrix.astype(np.float32)), 5, sweeps=8)
    full = np.linalg.svd(matrix)
    np.testing.assert_allclose(s, full[1][:5], rtol=1e-3)
    assert np.abs((u * full[0][:, :5]).sum(axis=0)).min() > 0.99
    reference = randomized_svd(csr_array(matrix), 5, random_state=0)[1]
    np.testing.assert_allclose(s, reference, rtol=1e-2)


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


@pytest.mark.slow
def test_counting_finds_numbers_beside_numbers_but_few_analogies() -> None:
    nearest, _, percent, asked = (5, 10, 7, 3576)
    last = list(ppmi.train(ppmi.PpmiRequest(Corpus(("sotu",)), dim=50)))[-1]
    assert last.vectors is not None
    find = {word: row for row, word in enumerate(last.words)}.get
    numbers = set(words_in("numbers"))
    for word in ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]:
        near = cosine_neighbours(last.vectors, find(word) or 0, nearest)
        assert {last.words[row] for row in near.ids} <= numbers, word
    score = together(accuracy(last.vectors, find, load_analogies()))
    assert (round(100 * score.accuracy), score.asked) == (percent, asked)


def test_words_and_vocabulary() -> None:
    assert words_of("Élan, naïve—42 co-op O’Neil's") == ["élan", "naïve", "co", "op", "o'neil's"]
    found = read_words(Corpus(pasted=TEXT + " rare"), min_count=2)
    assert "rare" not in found.vocabulary
    assert found.counts.sum() == len(found.ids)
    assert (np.bincount(found.ids) == found.counts).all()
    assert len(read_words(Corpus(pasted=TEXT), vocab_size=12).vocabulary) == 12


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Corpus(), "Choose at least one text, or paste one"),
        (lambda: Corpus(("bible",)), "Unknown text 'bible'"),
        (lambda: Corpus(pasted="a" * 400_001), "At most 400,000 characters can be pasted, got 400,001"),
        (lambda: read_words(Corpus(pasted="too short a text")), "Only 0 different words occur at least 5 times"),
        (lambda: SkipgramRequest(Corpus(pasted="a"), dim=1), "2 to 300 numbers, got 1"),
        (lambda: SkipgramRequest(Corpus(pasted="a"), epochs=0), "1 to 20 passes over the text, got 0"),
        (lambda: SkipgramRequest(Corpus(pasted="a"), window=11), "1 to 10 words, got 11"),
        (lambda: SkipgramRequest(Corpus(pasted="a"), batch=100), "multiple of 64, got 100"),
        (lambda: ppmi.PpmiRequest(Corpus(pasted="a"), dim=301), "2 to 300 numbers, got 301"),
        (lambda: ppmi.PpmiRequest(Corpus(pasted="a"), window=0), "1 to 10 words, got 0"),
    ],
)
def test_errors_say_what_was_expected(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]
