"""A mean does not depend on the order of words, even with positions; single vectors and a ReLU before it do."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer import tokenizers
from explorer.embedding_pipeline import OrderRequest, compare_orders
from tests.support import examples

CAT, MAT = "The cat sat on the mat", "The mat sat on the cat"
ROUNDING = 1e-6


@pytest.mark.slow
@pytest.mark.parametrize("encoding", tokenizers.CHOICES)
@pytest.mark.parametrize("position", ["learned", "sinusoidal"])
def test_means_agree_with_positions_too_and_relu_tells_them_apart(encoding, position):
    result = compare_orders(OrderRequest(CAT, MAT, encoding, position))
    assert result.same_words
    assert result.plain.mean < ROUNDING
    assert result.positioned.mean < ROUNDING
    assert result.plain.relu_mean < ROUNDING
    assert result.positioned.relu_mean > 100 * ROUNDING


def test_nothing_is_the_same_as_nothing():
    nothing = compare_orders(OrderRequest("", ""))
    assert (nothing.same_words, nothing.plain.mean, nothing.positioned.relu_mean) == (True, 0, 0)


@settings(max_examples=examples(25))
@given(
    words=st.lists(st.sampled_from([" cat", " dog", " sat", " on", " mat"]), min_size=1, max_size=12), data=st.data()
)
def test_any_order_of_any_words(words, data):
    shuffled = data.draw(st.permutations(words))
    result = compare_orders(OrderRequest("".join(words), "".join(shuffled), position="sinusoidal"))
    assert result.same_words
    assert result.plain.mean < ROUNDING
    assert result.positioned.mean < ROUNDING


@pytest.mark.slow
def test_rounding_is_not_called_a_difference_whatever_the_size_of_the_numbers():
    many = " !" * 100 + " ?" * 99
    back = " ?" * 99 + " !" * 100
    for start in ("truncated_normal", "standard_normal", "xavier_uniform"):
        result = compare_orders(OrderRequest(many, back, "cl100k_base", init=start))
        assert result.same_words
        assert result.positioned.same(result.positioned.mean)
        assert not result.positioned.same(result.positioned.relu_mean)


def test_tokens_beyond_the_learned_positions_count_for_the_bag_and_are_said_not_to_be_compared() -> None:
    line = "बिल्ली चटाई पर बैठी थी। " * 14
    learned = compare_orders(OrderRequest(f"{line}कुत्ता", f"{line}घोड़ा"))
    assert not learned.same_words
    assert [len(each.values) for each in learned.compared] == [448, 448]
    waves = compare_orders(OrderRequest(f"{line}कुत्ता", "the cat", position="sinusoidal"))
    assert not any(each.cut for each in waves.compared)
    short = compare_orders(OrderRequest(f"{line}कुत्ता", "the cat"))
    assert [each.cut for each in short.compared] == [True, False], "a sentence of two tokens is compared whole"
