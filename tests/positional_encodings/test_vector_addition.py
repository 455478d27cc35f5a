"""Sums of a word and each position lie on a circle."""

import numpy as np
import pytest

from explorer.positional_encodings.sine_cosine import different
from explorer.positional_encodings.vector_addition import POSITIONS, WORDS, summed


@pytest.mark.parametrize("word", WORDS)
def test_sums_lie_on_a_circle_around_the_row_of_the_word(word):
    sums, row = summed(word), np.float32(WORDS[word])
    width, radius = (2, 1)
    assert sums.shape[1] == width
    np.testing.assert_allclose(np.linalg.norm(sums - row, axis=1), radius, atol=1e-6)
    np.testing.assert_allclose(sums[2] - row, [np.sin(2), np.cos(2)], atol=1e-6)
    assert different(sums) == POSITIONS
