"""A visitor's page is run anew by the server, and never in place of what the visitor has just asked for."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.runtime.app_session import AppSession

from explorer.ui.undocumented import sessions


class Loop:
    """Keeps what it is to call now and later."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], object]] = []

    def call_soon_threadsafe(self, call: Callable[..., object], *with_: Any) -> None:
        self.calls.append(lambda: call(*with_))

    def call_later(self, _: float, call: Callable[..., object], *with_: Any) -> None:
        self.calls.append(lambda: call(*with_))

    def step(self) -> None:
        calls, self.calls = self.calls, []
        for call in calls:
            call()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A server with one visitor, "a", whose runs are noted with the state that they get."""
    asked: list[str] = []
    visitor = SimpleNamespace(_scriptrunner=None, _client_state="as sent", request_rerun=asked.append)
    here = {"a": SimpleNamespace(session=visitor)}
    loop = Loop()
    runtime = SimpleNamespace(
        _session_mgr=SimpleNamespace(get_active_session_info=here.get),
        _get_async_objs=lambda: SimpleNamespace(eventloop=loop),
    )
    monkeypatch.setattr(sessions, "exists", lambda: True)
    monkeypatch.setattr(sessions.Runtime, "instance", lambda: runtime)
    return SimpleNamespace(asked=asked, visitor=visitor, here=here, loop=loop)


def test_a_calm_page_runs_at_once(server: Any) -> None:
    assert sessions.wake("a") and not sessions.wake("b")
    server.loop.step()
    assert server.asked == ["as sent"] and not server.loop.calls


def test_a_run_under_way_and_what_was_pressed_meanwhile_come_first(server: Any) -> None:
    server.visitor._scriptrunner = "at work"
    sessions.wake("a")
    for _ in range(3):
        server.loop.step()
    assert not server.asked
    server.visitor._scriptrunner, server.visitor._client_state = None, "with the press"
    server.loop.step()
    assert server.asked == ["with the press"] and not server.loop.calls


def test_whoever_goes_meanwhile_is_left_alone_and_a_run_without_end_is_not_waited_for_for_ever(server: Any) -> None:
    server.visitor._scriptrunner = "at work"
    sessions.wake("a")
    for _ in range(sessions.MOST_LOOKS):
        server.loop.step()
    assert not server.asked
    server.loop.step()
    assert server.asked == ["as sent"]
    sessions.wake("a")
    server.loop.step()
    server.here.clear()
    server.loop.step()
    assert len(server.asked) == 1 and not server.loop.calls


def test_streamlit_still_has_what_is_used() -> None:
    source = inspect.getsource(AppSession)
    assert "self._scriptrunner = None" in source, "a session without a run has no runner"
    assert "self._client_state = client_state" in source, "the state of the last run"
    assert list(inspect.signature(AppSession.request_rerun).parameters) == ["self", "client_state"]
