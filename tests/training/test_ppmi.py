"""Count-based word vectors: windows, PPMI and SVD against their definitions, and what the vectors find."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from explorer.data import load_analogies
from explorer.training import ppmi
from explorer.training.word_corpus import Corpus
from explorer.vectors.neighbours import cosine_neighbours
from explorer.words.analogies import accuracy, together
from explorer.words.word_categories import words_in


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
def test_errors_say_what_was_expected(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]
