"""Change of predictions, by hand, and the effect of a swap with and without positions."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.lm.compare_predictions import likeliest, repeated, swapped, total_variation
from explorer.lm.predict_next_token import Reading, Request, read
from explorer.lm.shipped_model import Model
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.tokenizers import SMALL, encode

TEXT = "The cat sat on the mat"


def model(n_layers: int) -> Model:
    config = ModelConfig(4096, "learned", 8, 8, n_layers, 2, tied=True, position_std=0.3, seed=5)
    return Model(config, Transformer(config).weights)


def reading_with(probabilities: list[float]) -> Reading:
    reading = read(Request(TEXT), model(1))
    return replace(reading, probabilities=np.array(probabilities, np.float32))


def test_moved_by_hand() -> None:
    assert total_variation(reading_with([0.5, 0.3, 0.2]), reading_with([0.1, 0.3, 0.6])) == pytest.approx(0.4)
    assert total_variation(reading_with([1, 0]), reading_with([0, 1])) == 1
    assert total_variation(reading_with([0.5, 0.5]), reading_with([0.5, 0.5])) == 0


def test_likeliest_names_each_once() -> None:
    assert likeliest([reading_with([0.5, 0.3, 0.2, 0]), reading_with([0.1, 0.3, 0, 0.6])], 2).tolist() == [0, 1, 3]


def test_a_text_is_repeated_until_it_is_long_enough() -> None:
    text, times = repeated(TEXT, 64)
    assert times == 11 and len(encode(text, SMALL)) == 66
    assert repeated(text, 64) == (text, 1)


def test_a_swap_without_positions_stops_mattering_where_there_is_one_block() -> None:
    request = Request(TEXT, swap=(1, 3))
    one, two = swapped(request, model(1)), swapped(request, model(2))
    for facts in (one, two):
        assert not facts.same_token and not facts.takes_last
        assert facts.with_positions > 1e-3
        assert facts.first_block < 1e-6
    assert one.without < 1e-6 < 1e-4 < two.without


def test_a_swap_that_takes_the_last_token_along_is_another_question() -> None:
    facts = swapped(Request(TEXT, swap=(1, 5)), model(1))
    assert facts.takes_last and facts.first_block > 1e-3 and facts.without > 1e-3


def test_a_token_swapped_with_its_like_moves_nothing() -> None:
    facts = swapped(Request("a cat and a cat and", swap=(1, 4)), model(2))
    assert facts.same_token and facts.with_positions == facts.without == 0


def test_nothing_to_swap() -> None:
    with pytest.raises(ValueError, match="Expected a request with a swap"):
        swapped(Request(TEXT), model(1))
