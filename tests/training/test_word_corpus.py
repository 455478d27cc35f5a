"""The words of a training's texts, and vectors by counting."""

import tracemalloc

import numpy as np
import pytest
from scipy.sparse import csr_array

from explorer.data import load_analogies
from explorer.training import ppmi
from explorer.training.word_corpus import Corpus, read_words, words_of
from explorer.vectors.neighbours import cosine_neighbours
from explorer.words.analogies import accuracy, together
from explorer.words.word_categories import words_in

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
        (lambda: Corpus(pasted="a" * 120_001), "At most 120,000 characters can be pasted"),
        (lambda: read_words(Corpus(pasted="too short a text")), "Only 0 different words occur at least 5 times"),
    ],
)
def test_errors_say_what_was_expected(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]


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


@pytest.mark.nightly
def test_counting_finds_numbers_beside_numbers_but_few_analogies() -> None:
    last = list(ppmi.train(ppmi.PpmiRequest(Corpus(("sotu",)), dim=50)))[-1]
    assert last.vectors is not None
    find = {word: row for row, word in enumerate(last.words)}.get
    numbers = set(words_in("numbers"))
    for word in ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]:
        near = cosine_neighbours(last.vectors, find(word) or 0, 5)
        assert {last.words[row] for row in near.ids} <= numbers, word
    score = together(accuracy(last.vectors, find, load_analogies()))
    assert (round(100 * score.accuracy), score.asked) == (8, 3576)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ppmi.PpmiRequest(Corpus(pasted="a"), dim=301), "2 to 300 numbers, got 301"),
        (lambda: ppmi.PpmiRequest(Corpus(pasted="a"), window=0), "1 to 10 words, got 0"),
    ],
)
def test_errors_say_what_was_expected_of_ppmi(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]
