"""Bags of words: sums of rows that know no order, and what positions change."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.data import load_whisper
from explorer.embedding_pipeline import PipelineRequest, run
from explorer.embedding_pipeline.bag_of_words import BagRequest, bags
from tests.support import examples

WORDS = (" dog", " man", " bites", " cat", " the")


def test_dog_bites_man_by_hand() -> None:
    result = bags(BagRequest(" dog bites man", " man bites dog"))
    tables = load_whisper()
    dog, bites, man = result.ids[0]
    assert result.ids[1].tolist() == [man, bites, dog]
    total = tables.tokens[dog].astype(float) + tables.tokens[bites] + tables.tokens[man]
    np.testing.assert_array_equal(result.sums[0], total)
    assert result.gap == 0.0
    assert (result.token, result.token_positions) == (dog, (0, 2))
    moved = tables.tokens[dog].astype(np.float32) + tables.positions[2]
    np.testing.assert_allclose(result.vectors[1], moved, atol=1e-6)
    assert result.moved == pytest.approx(
        float(np.linalg.norm(tables.positions[0].astype(float) - tables.positions[2])), rel=1e-5
    )


@pytest.mark.slow
@settings(max_examples=examples(25))
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_any_order_is_the_same_bag_to_the_last_bit(words: list[str], random: object) -> None:
    other = list(words)
    random.shuffle(other)  # type: ignore[attr-defined]
    for encoding in ("gpt2", "cl100k_base"):
        result = bags(BagRequest("".join(words), "".join(other), encoding))
        assert result.same_bag
        assert result.gap == 0.0


def test_nothing_moves_where_nothing_moved() -> None:
    result = bags(BagRequest(" dog", " dog"))
    assert (result.token, result.moved) == (None, 0.0)
    assert result.vectors.tolist() == [[0.0] * load_whisper().tokens.shape[1]] * 2


def test_an_empty_sentence_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one word each"):
        bags(BagRequest("", " dog"))


CAT, MAT = "The cat sat on the mat", "The mat sat on the cat"


def test_other_words_are_another_bag() -> None:
    result = bags(BagRequest(" dog bites man", " dog bites dog"))
    assert not result.same_bag
    assert result.gap > 0.01


def test_in_float64_the_sums_are_the_same_to_rounding():
    """Σ(row + position) = Σ row + Σ position: float16 rows add up exactly in float64, so nothing is left at all."""
    first, second = (run(PipelineRequest(text)) for text in (CAT, MAT))
    with_positions = [
        (result.rows[0].astype(np.float64) + result.positions.astype(np.float64)).sum(axis=0)
        for result in (first, second)
    ]
    np.testing.assert_array_equal(*with_positions)


@pytest.mark.parametrize(
    ("first", "second", "positions"),
    [
        (" cat", " cat cat", (0, 1)),
        (" cat cat", " cat", (1, 0)),
        (" dog", " cat", None),
        (" dog cat", " dog cat", None),
    ],
)
def test_a_token_that_one_sentence_has_once_more_stands_elsewhere_whichever_comes_first(
    first: str, second: str, positions: tuple[int, int] | None
) -> None:
    result = bags(BagRequest(first, second))
    assert (result.token is not None) == (positions is not None)
    if positions is not None:
        here, there = load_whisper().positions[list(positions)].astype(np.float64)
        assert result.token_positions == positions
        assert result.moved == pytest.approx(float(np.linalg.norm(here - there)), rel=1e-4)
