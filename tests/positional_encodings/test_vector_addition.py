"""Sums of a word and each position lie on a circle."""

import numpy as np
import pytest

from explorer.positional_encodings.sine_cosine import different
from explorer.positional_encodings.vector_addition import POSITIONS, WORDS, summed


@pytest.mark.parametrize("word", WORDS)
def test_sums_lie_on_a_circle_around_the_row_of_the_word(word):
    sums, row = summed(word), np.float32(WORDS[word])
    assert sums.shape[1] == 2
    np.testing.assert_allclose(np.linalg.norm(sums - row, axis=1), 1, atol=1e-6)
    assert different(sums) == POSITIONS


def test_positions_stand_in_order_around_the_circle_one_turn_like_a_clock() -> None:
    rows = summed("dog") - np.float32(WORDS["dog"])
    np.testing.assert_allclose(rows[[0, 3, 6, 9]], [[0, 1], [1, 0], [0, -1], [-1, 0]], atol=1e-6)
    angles = np.unwrap(np.arctan2(rows[:, 0], rows[:, 1]))
    np.testing.assert_allclose(np.diff(angles), 2 * np.pi / POSITIONS, atol=1e-5)
