"""Cycles of waves: by hand, by counting along positions, and the same on every page."""

import numpy as np
import pytest

from explorer.positional_encodings.position_similarity import Waves, unfinished
from explorer.vectors.wave_cycle_count import turns


@pytest.mark.parametrize(
    ("length", "dim", "base"), [(64, 256, 1_000.0), (16, 16, 3.0), (64, 64, 10_000.0), (1, 8, 10.0)]
)
def test_a_wave_is_whole_when_its_hand_has_come_round_by_the_last_position(length: int, dim: int, base: float) -> None:
    whole = 0
    for pair in range(dim // 2):
        angle = 0.0
        for _ in range(length - 1):  # one step from each position to the next
            angle += base ** (-2 * pair / dim)
        whole += angle >= 2 * np.pi
    waves = Waves(length, dim, base)
    assert int((turns(waves.frequencies, length) >= 1).sum()) == whole
    assert dim // 2 - unfinished(waves) == whole
