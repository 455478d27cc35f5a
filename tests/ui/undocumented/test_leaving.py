"""A line that nobody reads is cut off, one that is read slowly is not, and ended sessions are dropped in time."""

from __future__ import annotations

import asyncio
import inspect
import threading
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from explorer.ui.undocumented import leaving


class Line:
    """A line for which `waits` bytes wait, and its loop, which keeps what it is to call later."""

    def __init__(self, waits: int) -> None:
        self.waits, self.disconnected, self.done = waits, False, ""
        self.calls: list[tuple[float, Any, tuple[Any, ...]]] = []
        self.transport: Any = self
        self.loop: Any = self

    def call_later(self, seconds: float, call: Any, *with_: Any) -> None:
        self.calls.append((seconds, call, with_))

    def get_write_buffer_size(self) -> int:
        return self.waits

    def get_extra_info(self, name: str) -> None:
        assert name == "socket"

    def abort(self) -> None:
        self.done = "cut off"

    def later(self) -> float:
        ((seconds, call, with_),) = self.calls
        self.calls = []
        call(*with_)
        return seconds


def test_a_line_that_nobody_reads_is_cut_off() -> None:
    line = Line(waits=900)
    leaving._look(line, 60)
    assert not line.done and line.later() == 60
    assert line.done and not line.calls


def test_a_line_that_is_read_slowly_gets_all_that_waits() -> None:
    line = Line(waits=900)
    leaving._look(line, 60)
    for left in (600, 1):
        line.waits = left
        line.later()
        assert not line.done
    line.disconnected = True
    line.later()
    assert not line.done and not line.calls


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A runtime whose event loop runs in a thread, with one session that has ended; `clock` is the store's time."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    store, clock = MemorySessionStorage(ttl_seconds=120), [0.0]
    store._cache._timer = lambda: clock[0]  # type: ignore[attr-defined]
    store.save(SimpleNamespace(session=SimpleNamespace(id="a")))  # type: ignore[arg-type]
    manager = SimpleNamespace(
        _session_storage=store, _storage_lock=threading.Lock(), _connect_count=1, list_active_sessions=list
    )
    runtime = SimpleNamespace(_session_mgr=manager, _get_async_objs=lambda: SimpleNamespace(eventloop=loop))
    monkeypatch.setattr(leaving, "_dropped", 0)
    monkeypatch.setattr(leaving, "exists", lambda: True)
    monkeypatch.setattr(leaving.Runtime, "instance", lambda: runtime)
    yield SimpleNamespace(store=store, clock=clock, manager=manager, loop=loop)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_sessions_are_dropped_when_their_time_to_come_back_is_over(running: Any) -> None:
    running.clock[0] = 119
    assert not leaving.let_go() and running.store.get("a") is not None
    running.clock[0] = 121
    assert leaving.let_go() and not running.store._cache._data
    assert not leaving.let_go()


def test_those_that_streamlit_has_dropped_itself_are_told_once(running: Any) -> None:
    running.manager._connect_count += 200  # it keeps 128
    assert leaving.let_go() and not leaving.let_go()


def test_another_store_is_left_alone(running: Any) -> None:
    running.manager._session_storage = object()
    assert not leaving.let_go()


def test_streamlit_and_uvicorn_still_have_what_is_used() -> None:
    assert "self._storage_lock" in inspect.getsource(WebsocketSessionManager._resume_stored_session)
    assert "self._connect_count += 1" in inspect.getsource(WebsocketSessionManager.connect_session)
    assert "self._session_storage.save(" in inspect.getsource(WebsocketSessionManager.disconnect_session)
    assert callable(MemorySessionStorage()._cache.expire)  # type: ignore[attr-defined]
    line = inspect.getsource(WebSocketsSansIOProtocol)
    assert "call_later(self.ping_timeout, self.keepalive_timeout)" in line and "self.disconnected = True" in line
    assert "def shutdown(self) -> None" in line
    assert "self.transport.close()" in line and "transport.abort()" not in line, "uvicorn cuts lines off itself now"
