"""Frames of animated pictures are made when a browser asks for them, and by no run of the page."""

from collections.abc import Callable
from unittest.mock import Mock

import pytest
from streamlit.testing.v1 import AppTest

from explorer.data.cache import forget_all
from explorer.ui.plot import animation
from explorer.views.animation_frames import frames_of
from tests.support import one_of_each

MOVING = [
    ("positions", "p", "Heatmap", "p_base", 900),
    ("positions", "p", "Clocks", "p_dim", 6),
    ("positions", "p", "Counting", "p_count", 12),
    ("projection", "j", "Shadow", "j_angle", 30),
    ("memory", "m", "The bill", "m_v", "2,000"),
    ("tokens", "t", "Pipeline", "text", "Two words"),
]


@pytest.mark.parametrize(("page", "prefix", "part", "key", "value"), one_of_each(MOVING))
def test_without_a_hand_no_frame_is_made(
    monkeypatch: pytest.MonkeyPatch,
    open_page: Callable[..., AppTest],
    page: str,
    prefix: str,
    part: str,
    key: str,
    value: object,
) -> None:
    made = Mock(side_effect=frames_of)
    monkeypatch.setattr(animation, "frames_of", made)
    forget_all()
    app = open_page(page, **{f"{prefix}_part": part})
    app.session_state[key] = value
    app.run()
    announced = app.session_state["_frames_asked"]
    assert announced and not made.called
    for asked, _ in announced.values():
        asked.made()
    assert made.call_count == len(announced)
