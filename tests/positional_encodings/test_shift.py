"""The shift is a rotation, the same at every position."""

import numpy as np
import pytest

from explorer.core.functional import shift_matrix
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.shift import shift_errors


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
@pytest.mark.parametrize("k", [1, 7, 64])
def test_errors_are_those_of_the_whole_matrix(layout, k):
    waves = Waves(1_100, 12, 100.0, layout)
    rows, moved = waves.rows(np.arange(1_100)), waves.rows(np.arange(k, 1_100 + k))
    matrix = shift_matrix(k, 12, base=100.0, layout=layout)
    whole = np.abs(moved - rows @ matrix.T).max(axis=1)
    found = shift_errors(waves, k)
    np.testing.assert_allclose(found, whole, atol=1e-15)
    assert found.max() < 1e-12


def test_the_rotation_holds_at_every_position_of_the_largest_table():
    assert shift_errors(Waves(8_192, 256), 64).max() < 2e-12


def test_a_wrong_shift_would_be_seen(monkeypatch):
    from explorer.positional_encodings import shift as positions_shift

    monkeypatch.setattr(positions_shift.functional, "shift_matrix", lambda k, *a, **b: shift_matrix(k + 1, *a, **b))
    assert shift_errors(Waves(50, 8), 3).min() > 0.1
