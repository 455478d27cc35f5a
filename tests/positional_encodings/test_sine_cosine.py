"""Positions that share a sine, against all positions of a turn."""

import numpy as np
import pytest

from explorer.positional_encodings.sine_cosine import different, hand, mirror


@pytest.mark.parametrize("per_turn", [8, 12, 24])
def test_two_positions_share_a_sine_and_no_two_share_sine_and_cosine(per_turn):
    rows = hand(np.arange(per_turn) / per_turn)
    alone = 0
    for position in range(per_turn):
        same = np.flatnonzero(np.abs(rows[:, 0] - rows[position, 0]) < 1e-9).tolist()
        found = mirror(position, per_turn)
        assert sorted({position, found.other}) == same
        assert (found.sine, found.cosine) == pytest.approx(tuple(rows[position]))
        assert found.alone or found.other_cosine == pytest.approx(-found.cosine)
        alone += found.alone
    assert alone == 2  # the crest and the trough
    assert different(rows[:, :1]) == per_turn // 2 + 1
    assert different(rows) == per_turn


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mirror(1, 7), "even number of positions per turn, got 7"),
        (lambda: mirror(12, 12), "from 0 to 11, got 12"),
    ],
)
def test_what_goes_wrong_is_said(call, message):
    with pytest.raises(ValueError, match=message):
        call()
