"""Data of animated pictures: bounded bytes, the view's own value among the frames."""

from unittest.mock import Mock

import pytest

from explorer.data.cache import forget_all
from explorer.ui.plot import animation
from explorer.ui.plot.animation import Moves, announce
from explorer.views import positions
from explorer.views.animation_frames import frames_of

COUNTED = Moves("position", range(128), "p_count", "Position")


def test_the_value_of_the_view_is_a_frame_and_leads_back_to_its_control() -> None:
    spec, asked = Moves("position", range(0, 128, 10), "p_count", "Position").of(positions.dials(position=75))
    assert asked.values[spec["now"]] == 75 and spec["text"] == "75" and spec["count"] == 14
    assert asked.values == (0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 90, 100, 110, 120)


@pytest.mark.slow
def test_frames_beyond_the_limit_are_thinned_around_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    _, asked = COUNTED.of(positions.dials(position=75))
    whole = len(asked.made()["packed"])
    assert whole < animation.MOST_BYTES
    monkeypatch.setattr(animation, "MOST_BYTES", whole // 3)
    forget_all()
    sent = asked.made()
    assert len(sent["packed"]) <= whole // 3
    assert (sent["first"], sent["step"]) == (3, 4) and (75 - 3) % 4 == 0


def test_a_class_that_moves_through_a_control_makes_the_frames_of_each_value_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = Mock(side_effect=frames_of)
    monkeypatch.setattr(animation, "frames_of", made)
    forget_all()
    for _ in range(2):
        for size in range(2, 42):
            moves = Moves("cursor", range(1), "p_cursor", "Position")
            moves.of(positions.heatmap(length=size, cursor=0))[1].made()
    assert made.call_count == 40


def test_frames_keep_their_name_until_another_setting_changes() -> None:
    views = [positions.dials(position=75), positions.dials(position=3), positions.dials(position=3, hands="glide")]
    first, moved, other = (announce("p_dials", COUNTED.of(view)[1]) for view in views)
    assert first == moved != other
