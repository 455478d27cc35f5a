"""Vectors of sentences: cosines of the unquantized model, order, and a text without a word."""

from itertools import permutations

import numpy as np
import pytest

from explorer.data import load_corpus
from explorer.sentences import sentence_vectors
from explorer.sentences.sentence_vectors import BY_CHANCE, MEAN, MODEL, WAYS, vector, vectors

PAIRS = {
    ("dog bites man", "man bites dog"): (1.000, 0.907),
    ("How do I cook rice?", "boiling rice the right way"): (0.517, 0.789),
    ("He sat on the bank of the river", "She took money from the bank"): (0.650, 0.414),
    ("I like this film", "I do not like this film"): (0.912, 0.767),
    ("The cat sat on the mat", "Stock prices fell sharply today"): (0.006, 0.071),
}
"""Cosines by the mean of rows and by the model, from its float32 weights."""


@pytest.mark.parametrize("pair", PAIRS)
def test_int8_moves_no_cosine_by_more_than_6_thousandths(pair: tuple[str, str]) -> None:
    for way, expected in zip((MEAN, MODEL), PAIRS[pair], strict=True):
        one, other = vectors(pair, way)
        assert one @ other == pytest.approx(expected, abs=0.006)


def test_a_vector_has_length_1_and_a_text_without_a_word_has_none() -> None:
    assert np.linalg.norm(vector("seven")) == pytest.approx(1, abs=1e-6)
    assert not vector(" \n", MODEL).any() and not vector("", MEAN).any()


def test_the_mean_does_not_see_order_and_the_model_does() -> None:
    orders = [" ".join(words) for words in permutations(("dogs", "bite", "men", "rarely"))]
    for way, same in ((MEAN, True), (MODEL, False)):
        first, *others = vectors(orders, way)
        assert [bool(np.allclose(first, other, atol=1e-6)) for other in others] == [same] * 23


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_batch_has_the_vectors_that_each_line_has_alone(way: str) -> None:
    lines = ["long " * 300, "", "Slept.", "I read two books at the sea", "Slept.", *(f"day {at}" for at in range(200))]
    together = vectors(lines, way)
    sentence_vectors._known.forget()
    np.testing.assert_allclose(together[:6], [vector(line, way) for line in lines[:6]], atol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_the_cosine_by_chance_is_that_of_definitions_drawn_at_random(way: str) -> None:
    every = [line.partition(": ")[2] for line in load_corpus("wordnet_gloss").splitlines()]
    drawn = np.random.default_rng(0).choice(len(every), 24, replace=False)
    found = vectors([every[at] for at in drawn], way)
    assert np.median((found @ found.T)[np.triu_indices(24, 1)]) == pytest.approx(BY_CHANCE[way], abs=0.005)
