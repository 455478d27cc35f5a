"""Vector addition: the displayed sums, with sinusoids and with a growing number."""

import math

import numpy as np
import pytest

from explorer.positional_encodings.vector_addition import POSITIONS, WORDS
from explorer.views import positions
from tests.support import decimals_in, numbers_in


@pytest.mark.parametrize("word", WORDS)
def test_the_two_sums_of_the_arrows_add_up_as_they_are_decimals_in(word: str) -> None:
    for position in range(POSITIONS):
        angle = 2 * math.pi * position / POSITIONS
        first, step, total, first_up, step_up, total_up = decimals_in(
            positions.arrows(word=word, position=position).formula.worked
        )
        assert (first + step, first_up + step_up) == pytest.approx((total, total_up), abs=1e-9)
        assert (step, step_up) == pytest.approx((math.sin(angle), math.cos(angle)), abs=0.005)


def test_one_growing_number_drowns_the_word() -> None:
    for position in range(POSITIONS):
        view = positions.arrows(position=position, encoding="One growing number")
        first, step, total, *_ = decimals_in(view.formula.worked)
        assert (first, step, total) == pytest.approx((2.8, position, 2.8 + position), abs=1e-9)
        dog, man = (np.array(WORDS[word]) + position for word in ("dog", "man"))
        cosine = dog @ man / np.linalg.norm(dog) / np.linalg.norm(man)
        assert {round(abs(float(cosine)), 2), 0.77} <= numbers_in(view.sentence)
