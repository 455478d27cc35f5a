"""Data of animated pictures: bounded bytes, with the view's own value among the frames."""

from explorer.data.cache import forget_all
from explorer.ui.plot import animation
from explorer.ui.plot.animation import Moves
from explorer.views import positions
from explorer.views.animation_frames import frames_of


def test_the_value_of_the_view_is_a_frame_and_leads_back_to_its_control():
    spec, values = Moves("position", range(0, 128, 10), "p_count", "Position").of(positions.dials(position=75))
    assert values[spec["now"]] == 75
    assert values == (0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 90, 100, 110, 120)


def test_frames_beyond_the_limit_are_thinned_around_the_value(monkeypatch):
    view, what = positions.dials(position=75), Moves("position", range(128), "p_count", "Position")
    whole = len(what.of(view)[0]["packed"])
    assert whole < animation.MOST_BYTES
    monkeypatch.setattr(animation, "MOST_BYTES", whole // 3)
    forget_all()
    spec, values = what.of(view)
    assert len(spec["packed"]) <= whole // 3
    assert values == tuple(range(3, 128, 4)) and values[spec["now"]] == 75


def test_a_class_that_moves_through_a_control_makes_the_frames_of_each_value_once(monkeypatch):
    made = []
    monkeypatch.setattr(animation, "frames_of", lambda *args: made.append(args) or frames_of(*args))
    forget_all()
    for _ in range(2):
        for size in range(2, 42):
            Moves("cursor", range(1), "p_cursor", "Position").of(positions.heatmap(length=size, cursor=0))
    assert len(made) == 40
