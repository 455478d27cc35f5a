"""What waits for a browser goes together: in order, with one write, and a browser that is gone is met by Streamlit."""

from __future__ import annotations

import asyncio
import inspect
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.session_manager import SessionClientDisconnectedError
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager
from streamlit.web.server.starlette.starlette_server_config import WEBSOCKET_MAX_SEND_QUEUE_SIZE
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from explorer.ui.undocumented import sending
from explorer.ui.undocumented.sending import AT_ONCE, Gathered


class Transport:
    def __init__(self) -> None:
        self.done: list[object] = []

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def close(self) -> None:
        self.done.append("closed")


def test_what_one_step_of_the_loop_writes_is_written_once() -> None:
    async def steps() -> list[object]:
        line = Transport()
        gathered = Gathered(line, asyncio.get_running_loop())
        for part in (b"a", b"b", b"c"):
            gathered.write(part)
        assert line.done == []
        await asyncio.sleep(0)
        assert line.done == [b"abc"]
        gathered.write(b"d")
        gathered.close()
        await asyncio.sleep(0)
        return line.done

    assert asyncio.run(steps()) == [b"abc", b"d", "closed"], "what was written comes before the end"


def messages(number: int) -> list[ForwardMsg]:
    return [ForwardMsg(hash=str(at)) for at in range(number)]


def runtime(session: object, took: list[ForwardMsg], most: int = 1000) -> Any:
    def send(info: object, message: ForwardMsg) -> None:
        if len(took) == most:
            raise SessionClientDisconnectedError
        took.append(message)

    manager = SimpleNamespace(get_active_session_info=lambda name: SimpleNamespace(session=session))
    return SimpleNamespace(_session_mgr=manager, _send_message=send)


def test_messages_go_in_their_order_and_never_more_than_a_connection_keeps() -> None:
    session: Any = SimpleNamespace(id="one")
    took: list[ForwardMsg] = []
    assert sending.sent(runtime(session, took), session, messages(3)) == 3
    assert [message.hash for message in took] == ["0", "1", "2"]
    assert sending.sent(runtime(session, []), session, messages(AT_ONCE + 50)) == AT_ONCE
    assert AT_ONCE < WEBSOCKET_MAX_SEND_QUEUE_SIZE


def test_what_a_browser_did_not_take_is_left_to_streamlit() -> None:
    session: Any = SimpleNamespace(id="one")
    assert sending.sent(runtime(session, [], most=2), session, messages(5)) == 2
    assert sending.sent(runtime("another one", []), session, messages(5)) == 0


def test_the_loop_is_told_without_a_call_of_the_system_only_in_its_own_thread() -> None:
    async def within() -> tuple[bool, int]:
        called: list[object] = []
        loop = asyncio.get_running_loop()
        known = SimpleNamespace(eventloop=loop, need_send_data=asyncio.Event())
        sending.wake(SimpleNamespace(_get_async_objs=lambda: known))  # type: ignore[arg-type]
        other = SimpleNamespace(call_soon_threadsafe=called.append)
        elsewhere = SimpleNamespace(eventloop=other, need_send_data=asyncio.Event())
        sending.wake(SimpleNamespace(_get_async_objs=lambda: elsewhere))  # type: ignore[arg-type]
        assert not elsewhere.need_send_data.is_set()
        return known.need_send_data.is_set(), len(called)

    assert asyncio.run(within()) == (True, 1)


def test_sessions_of_a_server_that_runs_already_tell_it_the_short_way() -> None:
    def before() -> None:
        """The method as it was when the server began."""

    manager = WebsocketSessionManager(
        session_storage=MemorySessionStorage(),
        uploaded_file_manager=SimpleNamespace(),  # type: ignore[arg-type]
        script_cache=ScriptCache(),
        message_enqueued_callback=before,
    )
    assert manager._message_enqueued_callback is before  # type: ignore[comparison-overlap]
    told: list[str] = []
    running: Any = SimpleNamespace(_session_mgr=manager, _enqueued_some_message=lambda: told.append("shortly"))
    sending.renew(running)
    manager._message_enqueued_callback()
    assert told == ["shortly"]
    assert "message_enqueued_callback=self._message_enqueued_callback" in inspect.getsource(WebsocketSessionManager)


def test_streamlit_and_uvicorn_still_have_what_is_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, name in (
        (AppSession, "flush_browser_queue"),
        (Runtime, "_enqueued_some_message"),
        (WebSocketsSansIOProtocol, "connection_made"),
    ):
        monkeypatch.setattr(kind, name, getattr(kind, name))
    if not hasattr(AppSession.flush_browser_queue, "before"):
        assert "need_send_data.set" in inspect.getsource(Runtime._enqueued_some_message)
        sending.in_one_go()
    assert "self._browser_queue.flush()" in inspect.getsource(AppSession.flush_browser_queue.before)  # type: ignore[attr-defined]
    loop = inspect.getsource(Runtime._loop_coroutine)
    assert "flush_browser_queue()" in loop and "self._send_message(active_session_info, msg)" in loop
    assert "except SessionClientDisconnectedError" in loop
    assert "self.transport = transport" in inspect.getsource(WebSocketsSansIOProtocol)
