"""Corpora as word ids: order, memory, minimum counts, and errors."""

import tracemalloc

import numpy as np
import pytest

from explorer.training.word_corpus import Corpus, read_words, words_of

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
