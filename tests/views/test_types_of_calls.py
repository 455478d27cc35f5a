"""Calls of a notebook with numbers of NumPy. `make types` reads this file too: an "ignore" without need fails there."""

import numpy as np
import pytest

from explorer.views import memory, positions


def test_numpy_numbers_and_arrays_are_settings_like_any() -> None:
    view = positions.arrows(position=np.int64(3))
    assert view.call.settings == {"position": 3} and "position=3)" in view.call.code()
    assert positions.clocks(pairs=np.array([0, 3])).sentence == positions.clocks(pairs=(0, 3)).sentence
    assert len(view.animate(position=np.arange(3)).frames) == 3
    assert positions.heatmap(base=np.float32(100), length=np.arange(9).max()).call.settings["length"] == 8
    bill = memory.bill(vocab_size=1e6, embed_dim=np.array(64))  # type: ignore[arg-type]
    assert bill.call.settings == {"vocab_size": 1_000_000, "embed_dim": 64}
    with pytest.raises(ValueError, match=r"got 64\.5"):
        memory.bill(embed_dim=64.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Expected base to be a number"):
        positions.heatmap(base="x")  # type: ignore[arg-type]
