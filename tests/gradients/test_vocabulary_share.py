"""Shares of the vocabulary: the measurement, and the shipped results."""

from itertools import cycle, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.data import CORPORA, load_corpus
from explorer.gradients import vocabulary_share
from explorer.tokenizers import encode, vocab_size
from explorer.tokenizers.vocabularies import from_file
from tests.support import one_of_each

CURVES = sorted(product(CORPORA, vocabulary_share.ENCODINGS), key=lambda curve: curve != ("mobydick", "gpt2"))
MEASURED = list(zip(CORPORA, cycle(vocabulary_share.ENCODINGS), strict=False))
"""Each book with one tokenizer; each tokenizer occurs."""


@pytest.mark.slow
@pytest.mark.parametrize(("book", "encoding"), one_of_each(MEASURED, others=pytest.mark.nightly))
def test_a_book_measured_again_gives_the_shipped_curve(book, encoding):
    ids = encode(load_corpus(book), encoding)
    assert vocabulary_share.measure(ids, vocab_size(encoding)) == vocabulary_share.results()[book][encoding]


@pytest.mark.parametrize(("book", "encoding"), CURVES)
def test_a_curve_touches_what_its_own_counts_let_expect(book, encoding):
    """A token with c occurrences is in a random share s of a book's tokens with probability 1 − (1 − s)ᶜ.

    Sequences repeat their words, so a batch touches fewer rows; half the book or more touches nearly as many.
    """
    curve = vocabulary_share.results()[book][encoding]
    ranks = np.arange(1, curve.distinct + 1)
    counts = np.exp(np.interp(np.log(ranks), np.log(curve.ranks), np.log(curve.counts)))
    assert counts.sum() == pytest.approx(curve.tokens, rel=0.025)
    left = 1 - np.array(curve.sizes) / curve.tokens
    expected = np.array([(1 - each**counts).sum() for each in left]) / curve.vocab_size
    times = expected / curve.share
    assert times.min() > 0.98
    assert times.max() < 1.5
    assert times[-1] < 1.05
    assert np.all(np.array(curve.spread) < 0.4 * np.array(curve.share))


def test_every_book_and_tokenizer_is_there_and_makes_sense():
    assert list(vocabulary_share.results()) == list(CORPORA)
    for curves in vocabulary_share.results().values():
        assert tuple(curves) == vocabulary_share.ENCODINGS
        for name, curve in curves.items():
            assert curve.vocab_size == vocab_size(name)
            assert curve.sizes == tuple(64 * 2**i for i in range(len(curve.sizes)))
            assert np.all(np.diff(curve.share) > 0)
            assert curve.share[-1] <= curve.distinct / curve.vocab_size
            assert curve.sizes[-1] <= curve.tokens < 2 * curve.sizes[-1]


def test_where_99_percent_get_no_gradient():
    found = {book: vocabulary_share.one_percent(curves["gpt2"]) for book, curves in vocabulary_share.results().items()}
    assert (min(found.values()), max(found.values())) == vocabulary_share.ONE_PERCENT
    percent, *tokens = (99, 1000, 1300)
    assert tuple(tokens[:2]) == vocabulary_share.ONE_PERCENT
    for book, curves in vocabulary_share.results().items():
        for curve in curves.values():
            shares = dict(zip(curve.sizes, curve.share, strict=True))
            at = vocabulary_share.one_percent(curve)
            assert all(
                (100 - 100 * share > percent) == (size < at)
                for size, share in shares.items()
                if not 0.9 < size / at < 1.1
            ), book
        gpt2 = dict(zip(curves["gpt2"].sizes, curves["gpt2"].share, strict=True))
        assert 0.12 < gpt2[65_536] < 0.22


def test_zipf_describes_the_middle_roughly_and_the_end_less_than_the_middle():
    """The claim's bounds hold for all 24 curves; exponents of 0.5 or 2 instead of 1 would violate them."""
    books, encodings, first, last, *bounds = (6, 4, 10, 1000, 0.7, 3.4, 0.1, 1.1)
    assert bounds == [vocabulary_share.LOW, vocabulary_share.HIGH, *vocabulary_share.RAREST]
    assert len(vocabulary_share.results()) == books
    for curves in vocabulary_share.results().values():
        assert len(curves) == encodings
        for curve in curves.values():
            off = dict(zip(curve.ranks, vocabulary_share.times_zipf(curve), strict=True))
            middle = [value for rank, value in off.items() if first <= rank <= last]
            assert vocabulary_share.LOW < min(middle) <= max(middle) < vocabulary_share.HIGH
            assert vocabulary_share.RAREST[0] < off[curve.ranks[-1]] < vocabulary_share.RAREST[1]
            assert off[curve.ranks[-1]] < min(middle)


@pytest.mark.slow
@pytest.mark.parametrize("book", ["mobydick", "factbook"])
def test_gpt2_and_r50k_base_cut_alike(book):
    text = load_corpus(book)[:300_000] + " 🙂 日本   \n\n"
    assert np.array_equal(encode(text, "gpt2"), encode(text, "r50k_base"))
    assert encode(text, "r50k_base").tolist() == from_file("r50k_base").encode_ordinary(text)


def test_a_batch_larger_than_the_book_is_refused():
    with pytest.raises(ValueError, match="A batch of 2048 tokens needs as many in the book, got 1000"):
        vocabulary_share.draw(np.arange(1000), 2048, np.random.default_rng(0))


def test_the_commonest_token_is_the_one_counted_most():
    curve = vocabulary_share.measure(np.array([7, 3, 3, 9, 3, 9] * 20), 10)
    assert (curve.commonest, curve.counts[0]) == (3, 60)
    assert vocabulary_share.results()["austen"]["gpt2"].commonest == encode("\n", "gpt2")[0]
    # The rank-2 token of two equal counts is half as far off as Zipf says: 40 / (60 / 2).
    assert vocabulary_share.times_zipf(curve)[:2] == pytest.approx([1, 40 * 2 / 60])


@given(st.integers(64, 3000), st.integers(0, 2**32))
def test_a_batch_is_whole_sequences_none_twice(size, seed):
    ids = np.arange(4096)
    drawn = vocabulary_share.draw(ids, size, np.random.default_rng(seed))
    length = min(512, size)
    assert len(drawn) == size // length * length
    assert len(np.unique(drawn)) == len(drawn)
    assert np.all(np.diff(drawn.reshape(-1, length), axis=1) == 1)


def test_uniform_share_is_what_even_draws_touch():
    rng = np.random.default_rng(0)
    found = np.mean([len(np.unique(rng.integers(0, 500, 300))) / 500 for _ in range(200)])
    assert vocabulary_share.uniform_share(300, 500) == pytest.approx(found, abs=0.005)
