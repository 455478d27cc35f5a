"""Text, n-grams, tasks, optimizer and measures, on cases computed by hand."""

import numpy as np
import pytest

from explorer.nn.adam_optimizer import adam, step
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.training.character_corpus import HELD_OUT, VOCAB_SIZE, char_text, encode_characters
from explorer.training.copy_task import sample
from explorer.training.findings.shipped_model_losses import NAMES
from explorer.training.loss_by_position_and_length import first_above, loss_by_length, loss_by_position
from tools.language_model.character_ngrams import ngram_losses, ngram_tables


def test_the_text_is_all_there_and_its_end_is_set_aside() -> None:
    text = char_text()
    assert text.vocab_size == VOCAB_SIZE == 54
    assert len(text.held_out) == HELD_OUT
    end = "".join(text.symbols[i] for i in text.held_out[-40:])
    assert end.endswith("between their husbands. the end")
    assert not text.train.flags.writeable
    assert text.train.nbytes == len(text.train), "four million characters, a byte each"


def test_windows_start_every_stride_and_targets_follow() -> None:
    text = encode_characters("abcdefghij" * 3, held_out=12)
    ids, targets = text.windows(3, 4, stride=2)
    np.testing.assert_array_equal(ids[:, 0], text.held_out[[0, 2, 4]])
    np.testing.assert_array_equal(ids[:, 1:], targets[:, :-1])
    with pytest.raises(ValueError, match="5 windows of 4 need 21 characters, got 12"):
        text.windows(5, 4)
    with pytest.raises(ValueError, match="longer than the 40"):
        encode_characters("short", held_out=40)


def test_batches_are_the_texts_own_characters() -> None:
    text = encode_characters("abcdefghij" * 5, held_out=10)
    ids, targets = text.batch(np.random.default_rng(0), 4, 6)
    np.testing.assert_array_equal((ids + 1) % 10, targets)
    assert ids.dtype == targets.dtype == np.int64


def test_more_than_256_symbols_take_two_bytes_each() -> None:
    text = encode_characters("".join(map(chr, range(0x4E00, 0x4E00 + 300))) + "ab", held_out=2)
    assert text.train.dtype == np.uint16
    assert [text.symbols[i] for i in text.train[[0, 299]]] == ["\u4e00", chr(0x4E00 + 299)]


def test_ngrams_are_probabilities_and_longer_contexts_help() -> None:
    text = char_text()
    for table in ngram_tables(text.train[:100_000], text.vocab_size):
        np.testing.assert_allclose(table.sum(axis=-1), 1)
    losses = ngram_losses(text.train, text.held_out, text.vocab_size)
    assert list(losses) == list(NAMES)
    assert losses["trigram"] < losses["bigram"] < losses["unigram"] < np.log(text.vocab_size)


def test_a_trigram_by_hand() -> None:
    # "0 1 0 1 0 0": after (0, 1) came 0 twice; the bigram after 1 is (2 + κ p(0)) / (2 + κ) with κ = 1, p(0) = 2/3.
    _, bi, tri = ngram_tables(np.array([0, 1, 0, 1, 0, 0]), 2, kappa=1.0)
    after_one = (2 + 4 / 6) / 3
    assert bi[1, 0] == pytest.approx(after_one)
    assert tri[0, 1, 0] == pytest.approx((2 + after_one) / 3)


def test_what_is_copied_by_hand() -> None:
    ids, answers, counts = sample(np.random.default_rng(0), 20, 24, k=3)
    for x, y, asked in zip(ids.tolist(), answers.tolist(), counts.tolist(), strict=True):
        for t in range(24):
            assert asked[t] == (t >= 3)
            assert t < 3 or y[t] == x[t - 3]
    with pytest.raises(ValueError, match="k must be from 0 to 7, got 8"):
        sample(np.random.default_rng(0), 1, 8, k=8)


def test_a_loss_by_position_averages_to_the_loss_by_length() -> None:
    text = char_text()
    model = Transformer(ModelConfig(text.vocab_size, "none", 16, 16, 1, 2))
    by_position = loss_by_position(model, text, 16, windows=8)
    (by_length,) = loss_by_length(model, text, (16,), size=128)
    assert by_position.shape == (16,)
    assert by_position.mean() == pytest.approx(by_length, rel=1e-5)
    with pytest.raises(ValueError, match="A window of 64 needs as many held-out characters, got 32"):
        loss_by_length(model, text, (16, 64), size=32)


def test_first_above() -> None:
    curve = np.full(128, 2.0)
    assert first_above(curve, 2.1) is None
    curve[80:] = 2.2
    assert first_above(curve, 2.1) == 80
    assert first_above(curve, np.repeat([2.3, 2.1], [6, 2])) == 96  # a threshold per block
    curve[:16] = 2.2
    assert first_above(curve, 2.1) == 0
    assert first_above(curve, 2.3) is None


def test_adam_is_the_papers() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=5).astype(np.float32)
    optimizer, expected = adam(x), x.astype(np.float64)
    m = v = np.zeros(5)
    for t in range(1, 6):
        gradient = rng.normal(size=5)
        m, v = 0.9 * m + 0.1 * gradient, 0.99 * v + 0.01 * gradient**2
        expected -= 0.01 * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.99**t)) + 1e-8)
        step(optimizer, gradient, 0.01)
    np.testing.assert_allclose(x, expected, rtol=1e-5)


def test_a_long_gradient_is_shortened() -> None:
    gentle, clipped = (adam(np.zeros(2, np.float32)) for _ in range(2))
    step(gentle, np.array([0.6, 0.8]), 0.1)
    step(clipped, np.array([60.0, 80.0]), 0.1, clip=1.0)
    np.testing.assert_allclose(gentle.means[0][0], clipped.means[0][0])
