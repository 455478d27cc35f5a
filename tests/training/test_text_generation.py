"""Letters that a model writes, the words of a training's texts, and vectors by counting."""

import tracemalloc

import numpy as np
import pytest
from scipy.sparse import csr_array

from explorer.data import load_analogies
from explorer.nn.config import ENCODINGS, EXTENSIONS, Encoding
from explorer.nn.key_value_cache import CachedReader
from explorer.training import ppmi
from explorer.training.character_corpus import char_text
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, first_line, inside
from explorer.training.text_generation import (
    AHEAD,
    LENGTH,
    TEMPERATURE,
    Written,
    as_read,
    book_words,
    letter_model,
    probabilities,
    write,
    write_each,
)
from explorer.training.word_corpus import Corpus, read_words, words_of
from explorer.vectors.neighbours import cosine_neighbours
from explorer.words.analogies import accuracy, together
from explorer.words.word_categories import words_in

BEGINNINGS = ("the cat sat on the mat ", "lady catherine was ")


def real(encoding: Encoding, start: int, stop: int) -> float:
    """Share of letters in words of the book, over six texts."""
    found = [write(encoding, begun, seed).real(start, stop) for begun in BEGINNINGS for seed in range(3)]
    return sum(known for known, _ in found) / sum(every for _, every in found)


def test_a_letter_counts_once_by_hand():
    """ "it was not zxq": given 'it ', written 3 + 3 letters in words of the book and 3 in none; a cut word on "
    "both sides."""
    text = Written("it was not zxq", begun=3)
    assert text.real(0, 14) == (6, 9)
    assert text.real(0, 8) == (4, 4) and text.real(8, 14) == (2, 5)  # "not" lies on both sides of 8
    assert Written("s t a i ", begun=0).real(0, 8) == (2, 4)
    assert Written("he was goin", begun=0).real(7, 11) == (4, 4), "the last word is not finished"


@pytest.mark.slow
def test_the_stored_models_are_those_of_the_curves():
    """In float16 their loss on the held-out text is that of the curves."""
    text = char_text()
    ids, targets = text.windows(40, TRAIN_LEN)
    for encoding in ENCODINGS:
        extension = "clamp" if encoding == "learned" else "plain"
        loss = float(letter_model(encoding).surprise(ids, targets, extension)[:, 32:].mean())
        assert loss == pytest.approx(inside(first_line(encoding)), abs=0.12)


def test_letters_are_drawn_as_the_probabilities_say():
    """Each letter is the one whose interval of the cumulative distribution holds the random number."""
    model, symbols = letter_model("RoPE"), char_text().symbols
    written, draws = write("RoPE", BEGINNINGS[1], 5).text, np.random.default_rng(5)
    for at in range(len(BEGINNINGS[1]), 40):
        scores = model.logits(np.array([[symbols.index(sign) for sign in written[:at]]]))[0, -1].astype(float)
        heap = np.exp((scores - scores.max()) / TEMPERATURE)
        left = draws.random() * heap.sum()
        for letter, part in zip(symbols, heap, strict=True):  # noqa: B007 - the one at which it stops
            if (left := left - part) < 0:
                break
        assert letter == written[at]
    assert probabilities("RoPE", np.array([0, 1])).sum() == pytest.approx(1)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_reader_that_keeps_keys_and_values_reads_as_a_whole_pass_does(encoding: Encoding):
    """Also past the trained length, where the encodings differ."""
    model, ids = letter_model(encoding), char_text().train[:LENGTH]
    extension = EXTENSIONS[encoding][0]
    other = "RoPE" if encoding == "ALiBi" else "ALiBi"  # beside it, with other letters
    reader, both = CachedReader([model, letter_model(other)], LENGTH, [extension, "plain"]), np.stack([ids, ids[::-1]])
    reader.read(both[:, :3])
    reader = reader.anew()
    begun = LENGTH // 4  # of which all are read at once
    scores = [reader.read(both[:, reader.length : stop]) for stop in range(begun, LENGTH + 1)]
    np.testing.assert_allclose(np.array(scores)[:, 0], model.logits(ids[None], extension)[0, begun - 1 :], atol=2e-4)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_written_before_a_guess_is_judged_as_in_the_whole_text(seed: int):
    """Only the letters that are shown are drawn, and those that end a word begun among them."""
    assert max(map(len, book_words())) <= AHEAD - TRAIN_LEN
    short, whole = (write_each(ENCODINGS, BEGINNINGS[seed % 2], seed, length) for length in (AHEAD, LENGTH))
    for name, text in whole.items():
        assert short[name].text == text.text[:AHEAD]
        assert short[name].real(0, TRAIN_LEN) == text.real(0, TRAIN_LEN)
        ends = [each for each in short[name].real_spans() if each[0] < TRAIN_LEN]
        assert ends == [each for each in text.real_spans() if each[0] < TRAIN_LEN]


@pytest.mark.slow
def test_waves_fail_past_the_trained_length_and_alibi_does_not():
    assert real("sinusoidal", 0, TRAIN_LEN) > 0.5 and real("sinusoidal", TRAIN_LEN, LENGTH) < 0.2
    assert real("learned", TRAIN_LEN, LENGTH) < 0.2
    assert real("ALiBi", TRAIN_LEN, LENGTH) > 0.45


@pytest.mark.parametrize("beginning", ["", "x" * 61, "é"])
def test_a_beginning_that_cannot_be_read_is_refused(beginning: str):
    with pytest.raises(ValueError, match=r"beginning|characters"):
        write("ALiBi", beginning)


def test_capitals_and_spaces_are_read_as_the_models_know_them():
    assert as_read("  The  Cat\n") == "the cat "


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
