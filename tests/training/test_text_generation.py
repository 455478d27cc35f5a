"""Text generation: sampling by the probabilities, words before the trained length, none after."""

import numpy as np
import pytest

from explorer.nn.config import ENCODINGS, EXTENSIONS, Encoding
from explorer.nn.key_value_cache import CachedReader
from explorer.training.character_corpus import char_text
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, first_line, inside
from explorer.training.text_generation import LENGTH, TEMPERATURE, Written, as_read, letter_model, probabilities, write

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
    begun = LENGTH // 4  # of which all are read at once
    scores = [reader.read(both[:, reader.length : stop]) for stop in range(begun, LENGTH + 1)]
    np.testing.assert_allclose(np.array(scores)[:, 0], model.logits(ids[None], extension)[0, begun - 1 :], atol=2e-4)


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
