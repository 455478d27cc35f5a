"""Messages of the chart component, which anybody can forge."""

from typing import Any

import pytest

from explorer.ui.plot import chart


@pytest.mark.parametrize(
    "message",
    [
        None,
        "0,0",
        [["0", "0"]],
        [["0", "0"]] * 25,
        [["0"], ["1"]],
        [[0, 1], [1, 2]],
        [["0", "nan"], ["1", "2"]],
        [["0", "1" * 40], ["1", "2"]],
        [["0", "<b>"], ["1", "2"]],
        {"0": 1},
    ],
)
def test_an_outline_that_is_no_outline_is_as_if_nothing_came(message: Any) -> None:
    assert chart.read_corners(message) is None
