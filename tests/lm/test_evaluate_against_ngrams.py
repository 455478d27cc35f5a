"""Evaluation: the evaluated tokens, by hand, and losses from probabilities."""

import math

import numpy as np
import pytest

from explorer.lm.token_corpus import Split
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.tokenizers import SMALL, encode
from tools.language_model.evaluation import characters, counted, last_window, measure, side_by_side, surprise
from tools.language_model.ngrams import NGrams

MODEL = Transformer(ModelConfig(4096, "learned", 4, 8, 1, 2, tied=True, token_std=1.0, position_std=0.3))
BLOCKS = np.random.default_rng(0).integers(0, 300, (4, 17))


def test_windows_by_hand() -> None:
    windows = side_by_side(np.array([[0, 1, 2, 3, 4, 5], [10, 11, 12, 13, 14, 15]]), 2)
    assert windows.ids.tolist() == [[0, 1], [2, 3], [10, 11], [12, 13]]
    assert windows.targets.tolist() == [[1, 2], [3, 4], [11, 12], [13, 14]]
    assert windows.block.tolist() == [0, 0, 1, 1]
    assert windows.first.tolist() == [True, False, True, False]


def test_surprise_is_of_the_models_own_probabilities() -> None:
    windows = side_by_side(BLOCKS, 4)
    logits = MODEL.logits(windows.ids).astype(np.float64)
    shares = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    expected = -np.log(np.take_along_axis(shares, windows.targets[..., None], axis=-1)[..., 0])
    np.testing.assert_allclose(surprise(MODEL, windows), expected, rtol=1e-4)


def test_past_the_trained_length_only_the_last_tokens_are_read() -> None:
    windows = side_by_side(BLOCKS, 8)
    losses = last_window(MODEL, windows, 4)
    assert losses.shape == (8, 4)
    for at in range(4, 8):
        alone = MODEL.surprise(windows.ids[:, at - 3 : at + 1], windows.targets[:, at - 3 : at + 1])[:, -1]
        np.testing.assert_allclose(losses[:, at - 4], alone, rtol=1e-5)


def test_counting_is_asked_about_the_same_tokens_with_the_two_before_them() -> None:
    grams = NGrams(np.arange(300).repeat(3), 4096)
    windows = side_by_side(BLOCKS, 4)
    losses = counted(grams, windows)
    flat = BLOCKS[:, :17]
    for name in ("unigram", "bigram", "trigram"):
        asked = np.isfinite(losses[name])
        assert (~asked).sum() == 4  # the second token of each block has one before it
        assert not asked[windows.first][:, 0].any()
    # The window that begins at token 4 evaluates token 5, given tokens 3 and 4.
    expected = -np.log(grams.trigram(flat[:, 3], flat[:, 4], flat[:, 5]))
    np.testing.assert_allclose(losses["trigram"][1::4, 0], expected)


def test_characters_are_counted_once_however_many_bytes() -> None:
    assert characters(encode("naïve 日本 🙂\n", SMALL)) == 11


def test_what_is_published_adds_up() -> None:
    split = Split(np.arange(300).repeat(3).astype(np.uint16), BLOCKS, ("one", "one", "two", "two"))
    report = measure(MODEL, split)
    windows = side_by_side(BLOCKS, 4)
    own = surprise(MODEL, windows)
    asked = np.ones_like(own, bool)
    asked[windows.first, 0] = False
    assert report["targets"] == 4 * 16 - 4
    assert report["nats"]["model"] == pytest.approx(own[asked].mean())
    assert report["bits_per_character"]["model"] == pytest.approx(own[asked].sum() / report["characters"] / math.log(2))
    halves = [report["by_text"][name]["model"] for name in ("one", "two")]
    assert np.mean(halves) == pytest.approx(report["nats"]["model"])
    assert report["by_position"] == pytest.approx(own.mean(axis=0).tolist(), abs=1e-4)
    assert len(report["clamp"]) == len(report["wrap"]) == 8 and len(report["last 64"]) == 4
    np.testing.assert_allclose(report["clamp"][:4], report["wrap"][:4])
