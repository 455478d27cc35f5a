"""What waits for a browser goes together: in order, with one write, and a browser that is gone is met by Streamlit."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.session_manager import SessionClientDisconnectedError
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager
from streamlit.web.server.starlette.starlette_server_config import WEBSOCKET_MAX_SEND_QUEUE_SIZE
from streamlit.web.server.starlette.starlette_websocket import StarletteSessionClient
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

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


class Line:
    """What uvicorn has for a connection: keeps what is written, and can be full."""

    def __init__(self) -> None:
        self.conn, self.transport, self.writable = self, self, asyncio.Event()
        self.state, self.handshake_complete = State.OPEN, True
        self.disconnected = self.close_sent = False
        self.got: list[bytes] = []
        self.out: list[bytes] = []
        self.direct = 0
        self.writable.set()

    def send_binary(self, payload: bytes) -> None:
        self.out.append(payload)
        self.direct += 1

    def data_to_send(self) -> list[bytes]:
        out, self.out = self.out, []
        return out

    def write(self, data: bytes) -> None:
        self.got.append(data)

    async def send_bytes(self, payload: bytes) -> None:
        """As the layers around the connection end: it waits until there is room."""
        await self.writable.wait()
        self.got.append(payload)


def browser(line: Line) -> StarletteSessionClient:
    websocket: Any = SimpleNamespace(scope={sending.LINE: line}, send_bytes=line.send_bytes)
    client = StarletteSessionClient.__new__(StarletteSessionClient)
    client._websocket, client._closed = websocket, asyncio.Event()
    client._send_queue = asyncio.Queue(WEBSOCKET_MAX_SEND_QUEUE_SIZE)
    client._sender_task = asyncio.create_task(client._sender())
    return client


def numbered(number: int) -> ForwardMsg:
    made = ForwardMsg()
    made.delta.new_element.text.body = str(number)
    return made


@given(st.lists(st.sampled_from(["send", "turn", "full", "room"]), max_size=60))
@example(["turn", "full", "send", "turn", "room", "send"])  # the first waits for room with whoever took it
def test_messages_keep_their_order_whichever_way_each_goes(steps: list[str]) -> None:
    async def go() -> tuple[list[bytes], int]:
        line = Line()
        client, sent = browser(line), 0
        for step in steps:
            if step == "send":
                sending.write(client, numbered(sent))
                sent += 1
            elif step == "turn":
                await asyncio.sleep(0)
            else:
                (line.writable.clear if step == "full" else line.writable.set)()
        line.writable.set()
        for _ in range(len(steps) + 3):
            await asyncio.sleep(0)
        client._sender_task.cancel()
        return line.got, sent

    got, sent = asyncio.run(go())
    assert got == [numbered(number).SerializeToString() for number in range(sent)]


def test_a_message_goes_directly_only_where_nothing_is_before_it_and_somebody_reads() -> None:
    async def go() -> None:
        line = Line()
        client = browser(line)
        sending.write(client, numbered(0))
        assert line.direct == 0, "whoever empties the queue has not begun"
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        sending.write(client, numbered(1))
        sending.write(client, numbered(2))
        assert line.direct == 2 and len(line.got) == 3
        for name, value in (("disconnected", True), ("close_sent", True), ("handshake_complete", False)):
            before = getattr(line, name)
            setattr(line, name, value)
            assert sending.straight(client) is None
            setattr(line, name, before)
        line.writable.clear()
        assert sending.straight(client) is None, "a browser that does not read is waited for"
        line.writable.set()
        line.state = State.CLOSING
        assert sending.straight(client) is None
        line.state = State.OPEN
        assert sending.straight(client) is line  # type: ignore[comparison-overlap]
        client._websocket.scope.clear()
        sending.write(client, numbered(3))
        assert line.direct == 2 and client._send_queue.qsize() == 1, "another server: as Streamlit does"
        client._closed.set()
        with pytest.raises(SessionClientDisconnectedError):
            sending.write(client, numbered(4))
        client._sender_task.cancel()

    asyncio.run(go())


class Server:
    """Streamlit's server with one session, of which the loop is told what waits."""

    def __init__(self, line: Line) -> None:
        self.info: Any = SimpleNamespace(client=browser(line), script_run_count=0)
        self._session_mgr = SimpleNamespace(get_active_session_info=lambda name: self.info)
        self.told = self.flushed = 0
        self.loop = asyncio.get_running_loop()
        self.queue: list[ForwardMsg] = []
        session: Any = SimpleNamespace(id="one", _browser_queue=self, _message_enqueued_callback=self.tell)
        session.on_flushed_messages_sent = self.settle
        self.info.session = self.session = session
        self._send_message = lambda info, message: sending.write(info.client, message)

    def _get_async_objs(self) -> Any:
        return SimpleNamespace(eventloop=self.loop)

    def tell(self) -> None:
        self.told += 1

    def settle(self) -> None:
        self.flushed += 1

    def flush(self) -> list[ForwardMsg]:
        queue, self.queue = self.queue, []
        return queue


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Callable[[Line], Server]:
    """A server in the place of the running one."""

    def begin(line: Line) -> Server:
        server = Server(line)
        monkeypatch.setattr(Runtime, "exists", lambda: True)
        monkeypatch.setattr(Runtime, "instance", lambda: server)
        return server

    return begin


def test_what_waits_goes_at_once_and_the_loop_is_not_woken(served: Callable[[Line], Server]) -> None:
    async def go() -> None:
        line = Line()
        server = served(line)
        for _ in range(2):
            await asyncio.sleep(0)  # whoever empties the connection's queue has begun
        server.queue = [numbered(0), ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY), numbered(1)]
        whole = b"".join(message.SerializeToString() for message in server.queue)
        sending.tell(server.session)
        assert line.got == [whole] and line.direct == 3 and not server.queue
        assert server.told == 0 and server.flushed == 1
        assert server.info.script_run_count == 1, "the one that says that the page has run"
        sending.tell(server.session)
        assert server.info.script_run_count == 1 and len(line.got) == 1, "nothing to write: nothing is written"

    asyncio.run(go())


def test_where_the_way_is_not_free_streamlit_is_told(served: Callable[[Line], Server]) -> None:
    async def go() -> None:
        line = Line()
        server = served(line)
        for _ in range(2):
            await asyncio.sleep(0)
        server.queue, told = [numbered(0)], 0

        def left() -> bool:
            nonlocal told
            told += 1
            sending.tell(server.session)
            return server.told == told and len(server.queue) == 1 and not line.got

        line.writable.clear()
        assert left(), "a browser that does not read"
        line.writable.set()
        server.session.__dict__[sending._REST] = True
        assert left(), "the loop has some of its messages, which come first"
        server.session.__dict__[sending._REST] = False
        there, server.info = server.info, None
        assert left(), "a browser that is gone"
        server.info = there
        server.info.session = "of another browser"
        assert left(), "a session that came after it"
        server.info.session = server.session
        client, server.info.client = server.info.client, "of another server"
        assert left()
        server.info.client = client
        elsewhere = threading.Thread(target=left)
        elsewhere.start()
        elsewhere.join()
        assert server.told == told and len(server.queue) == 1 and not line.got, "another thread than the loop's"
        server.session._message_enqueued_callback = None
        sending.tell(server.session)
        assert server.told == told and len(server.queue) == 1, "a session that has ended"

    asyncio.run(go())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["run", "one", "loop", "turn", "full", "room"]), max_size=40))
@example(["one", "one", "one", "one", "loop", "run"])  # the loop is at work on the first ones
def test_messages_keep_their_order_whoever_sends_them(
    served: Callable[[Line], Server], monkeypatch: pytest.MonkeyPatch, steps: list[str]
) -> None:
    """A run's own hand-over, what Streamlit puts in beside it, its loop, and a connection that is full at times."""
    monkeypatch.setattr(sending, "AT_ONCE", 2)  # the third is left to the loop, which gives way after each

    async def go() -> tuple[list[bytes], int]:
        line = Line()
        server, made = served(line), 0
        kind = type("Session", (), {"flush_browser_queue": lambda self: server.flush()})
        kind.on_flushed_messages_sent = lambda self: server.settle()  # type: ignore[attr-defined]
        give, given_ = sending.giving(kind.flush_browser_queue, kind.on_flushed_messages_sent)  # type: ignore[attr-defined]
        server.session.on_flushed_messages_sent = partial(given_, server.session)

        async def loop() -> None:
            for message in give(server.session):
                sending.write(server.info.client, message)
                await asyncio.sleep(0)
            server.session.on_flushed_messages_sent()

        at_work: asyncio.Task[None] | None = None
        for step in [*steps, "room", *["turn"] * 20, "loop", *["turn"] * (len(steps) * 3 + 9)]:
            if step in ("run", "one"):
                for _ in range(3 if step == "run" else 1):
                    server.queue.append(numbered(made))
                    made += 1
                if step == "run":
                    sending.tell(server.session)
            elif step == "loop" and (at_work is None or at_work.done()):
                at_work = asyncio.create_task(loop())
            elif step in ("full", "room"):
                (line.writable.clear if step == "full" else line.writable.set)()
            await asyncio.sleep(0)
        server.info.client._sender_task.cancel()
        assert not server.session.__dict__.get(sending._REST), "the loop is done, and the short way is free again"
        return line.got, made

    got, made = asyncio.run(go())
    assert b"".join(got) == b"".join(numbered(number).SerializeToString() for number in range(made))


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
        (AppSession, "on_flushed_messages_sent"),
        (Runtime, "_enqueued_some_message"),
        (WebSocketsSansIOProtocol, "connection_made"),
        (WebSocketsSansIOProtocol, "run_asgi"),
        (StarletteSessionClient, "write_forward_msg"),
    ):
        monkeypatch.setattr(kind, name, getattr(kind, name))
    if not hasattr(AppSession.flush_browser_queue, "before"):
        assert "need_send_data.set" in inspect.getsource(Runtime._enqueued_some_message)
        sending.in_one_go()
    assert "self._browser_queue.flush()" in inspect.getsource(AppSession.flush_browser_queue.before)  # type: ignore[attr-defined]
    loop = inspect.getsource(Runtime._loop_coroutine)
    assert "flush_browser_queue()" in loop and "self._send_message(active_session_info, msg)" in loop
    assert "except SessionClientDisconnectedError" in loop and ".session.on_flushed_messages_sent()" in loop
    assert "session_info.script_run_count += 1" in inspect.getsource(Runtime._send_message)
    connection = inspect.getsource(WebSocketsSansIOProtocol)
    assert "self.transport = transport" in connection and "self.app(self.scope, self.receive, self.send)" in connection
    sends = connection.partition('if message["type"] == "websocket.send":')[2]
    steps = ("self.conn.send_binary(bytes_data)", "self.conn.data_to_send()", 'self.transport.write(b"".join(output))')
    assert [sends.index(step) for step in steps] == sorted(sends.index(step) for step in steps)
    assert all(f"self.{name} = " in connection for name in ("disconnected", "close_sent", "handshake_complete"))
    client = inspect.getsource(StarletteSessionClient)
    assert "payload = await self._send_queue.get()" in client and "serialize_forward_msg(msg)" in client
    assert "session_info.client.write_forward_msg(msg)" in inspect.getsource(Runtime._send_message)
