"""What keeps the rooms can't be reached: the page says so and goes on, the answer stays covered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.room import member

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[..., AppTest]]:
    """Opens Counting on Positions with a damaged file of rooms."""
    (tmp_path / "rooms.sqlite").write_bytes(b"no database" * 1000)
    monkeypatch.setenv("EXPLORER_ROOMS", str(tmp_path / "rooms.sqlite"))
    monkeypatch.chdir(ROOT)

    def forget() -> None:
        for kept in (member.store, member.hub, member._clear):
            kept.cache_clear()

    def opened(**session: object) -> AppTest:
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
        app.query_params["p_part"] = "Counting"
        for key, value in session.items():
            app.session_state[key] = value
        if "_room_kept" in session:
            app.query_params["room"] = "ABCDEF"
        app.run().switch_page("pages/positions.py").run()
        assert not app.exception, app.exception
        return app

    forget()
    yield opened
    forget()


def said(app: AppTest) -> list[str]:
    return [warning.value for warning in app.warning]


def test_a_link_into_a_room(page: Callable[..., AppTest]) -> None:
    app = page(_room_kept="{}")
    assert len(said(app)) == 1 and "“rooms.sqlite”, is damaged" in said(app)[0]
    assert "works without a room" in said(app)[0] and app.title[0].value.startswith("How can adding a wave")
    assert app.radio(key="p_carry").value is None  # one may guess alone


@pytest.mark.parametrize("place", [{"seat": "a" * 22}, {"secret": "s"}])
def test_who_is_in_a_room_stays_there_and_sees_no_answer(page: Callable[..., AppTest], place: dict[str, str]) -> None:
    app = page(_room_me=member.Me("ABCDEF", **place))
    assert len(said(app)) == 1 and said(app)[0].startswith("**Room ABCDEF:**")
    assert app.session_state["_room_me"].code == "ABCDEF"
    assert not app.success and not [radio for radio in app.radio if radio.key == "p_carry"]


def test_without_a_room_nothing_is_said_and_nothing_is_stored(
    page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EXPLORER_ROOMS", str(tmp_path / "none" / "rooms.sqlite"))
    assert said(page()) == [] and not (tmp_path / "none").exists()
