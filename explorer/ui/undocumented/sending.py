"""What a run has made goes to its browser in one go, with one call of the system instead of two for each element.

Streamlit's event loop hands every element on by itself: it wakes itself by a byte through a pipe for each one, gives
way to all others after each one, and writes each one to the network alone. On a part with forty elements that was a
third of a run. Here the elements that wait for a browser are given to its connection together, and what a connection
has to write in one step of the loop is written at once. And while nothing waits for a connection, each goes to it
directly: not by way of a queue, a task and five layers that have nothing to add; what a run hands over does so without
waking the loop (`tell`). It wraps methods of Streamlit's own, seen in 1.67 (`Runtime._enqueued_some_message`, which
`WebsocketSessionManager` keeps, `AppSession.flush_browser_queue` and `on_flushed_messages_sent`, and
`StarletteSessionClient.write_forward_msg`), and two of uvicorn's, seen in 0.54
(`WebSocketsSansIOProtocol.connection_made` and `run_asgi`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.runtime_util import serialize_forward_msg
from streamlit.runtime.session_manager import SessionClientDisconnectedError
from streamlit.web.server.starlette.starlette_websocket import StarletteSessionClient
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

_write = StarletteSessionClient.write_forward_msg


class Gathered:
    """A connection's transport that writes once what it is given within one step of the event loop."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._held: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        """Everything else is the transport's own; what waits is written before, for it may close the connection."""
        if self._held:
            self._write_held()
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write soon, together with what else this step writes."""
        if not self._held:
            self._loop.call_soon(self._write_held)
        self._held.append(data)

    def _write_held(self) -> None:
        held, self._held = self._held, []
        if held:
            self._transport.write(b"".join(held) if len(held) > 1 else held[0])


def wake(runtime: Runtime) -> None:
    """Tell the loop that there is something to send; from the loop's own thread without a call of the system."""
    known = runtime._get_async_objs()
    if asyncio._get_running_loop() is known.eventloop:
        known.need_send_data.set()
    else:
        known.eventloop.call_soon_threadsafe(known.need_send_data.set)


LINE = "explorer.line"
"""Where an application finds the connection itself, which the layers around it hide."""


def straight(client: StarletteSessionClient) -> WebSocketsSansIOProtocol | None:
    """The connection of a browser, if what is written to it now comes after all that was sent before."""
    line: WebSocketsSansIOProtocol | None = client._websocket.scope.get(LINE)
    # Whoever empties the queue waits for its next message: all before have been written.
    if line is None or not client._send_queue._getters:  # type: ignore[attr-defined]
        return None
    if line.disconnected or line.close_sent or not line.handshake_complete:
        return None
    return line if line.writable.is_set() and line.conn.state is State.OPEN else None


def write(self: StarletteSessionClient, message: ForwardMsg) -> None:
    """Send a message to the browser, directly where nothing waits for it, else as Streamlit does.

    Raises:
        SessionClientDisconnectedError: the browser is gone, or does not read.
    """
    line = None if self._closed.is_set() else straight(self)
    if line is None:
        _write(self, message)
        return
    line.conn.send_binary(serialize_forward_msg(message))
    line.transport.write(b"".join(line.conn.data_to_send()))


AT_ONCE = 200
"""Messages: a connection that has 500 waiting counts as one that nobody reads."""
_REST = "_explorer_rest"
"""Of a session: Streamlit's own loop is at work on messages of its queue, one at a time."""


def sent(runtime: Runtime, session: AppSession, messages: list[ForwardMsg]) -> int:
    """Give messages to the session's browser; how many it took: fewer than all where they are many, or it is gone."""
    info = runtime._session_mgr.get_active_session_info(session.id)
    if info is None or info.session is not session:
        return 0
    for number, message in enumerate(messages[:AT_ONCE]):
        try:
            runtime._send_message(info, message)
        except SessionClientDisconnectedError:
            return number  # Streamlit's own loop meets it again, and ends the session
    return min(len(messages), AT_ONCE)


def _here(session: AppSession) -> Any:
    """What the server knows of a session with a browser of our server's own kind, asked on the loop's thread."""
    if not Runtime.exists():
        return None
    runtime = Runtime.instance()
    if asyncio._get_running_loop() is not runtime._get_async_objs().eventloop:
        return None
    info = runtime._session_mgr.get_active_session_info(session.id)
    if info is None or info.session is not session or not isinstance(info.client, StarletteSessionClient):
        return None
    return info


def tell(session: AppSession) -> None:
    """There is something to send: it goes now where the way is free, else Streamlit's loop is told of it."""
    if session._message_enqueued_callback is None:
        return
    info = _here(session)
    line = None if info is None or session.__dict__.get(_REST) else straight(info.client)
    if info is None or line is None:
        session._message_enqueued_callback()
        return
    for message in session._browser_queue.flush():
        if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY and message.HasField("script_finished"):
            info.script_run_count += 1
        line.conn.send_binary(serialize_forward_msg(message))
    if whole := b"".join(line.conn.data_to_send()):
        line.transport.write(whole)
    session.on_flushed_messages_sent()


def giving(
    flush: Callable[[AppSession], list[ForwardMsg]], flushed: Callable[[AppSession], None]
) -> tuple[Callable[[AppSession], list[ForwardMsg]], Callable[[AppSession], None]]:
    """What Streamlit's loop calls before and after it sends what waits for a browser: it finds most of it sent."""

    def give(self: AppSession) -> list[ForwardMsg]:
        messages = flush(self)
        rest = messages[sent(Runtime.instance(), self, messages) :]
        self.__dict__[_REST] = bool(rest)
        return rest

    def given(self: AppSession) -> None:
        self.__dict__[_REST] = False
        flushed(self)

    return give, given


def in_one_go() -> None:
    """From now on what waits for a browser goes together."""
    if hasattr(AppSession.flush_browser_queue, "before"):
        return
    flush, flushed = AppSession.flush_browser_queue, AppSession.on_flushed_messages_sent
    AppSession.flush_browser_queue, AppSession.on_flushed_messages_sent = giving(flush, flushed)  # type: ignore[assignment, method-assign]
    AppSession.flush_browser_queue.before = flush  # type: ignore[attr-defined]
    Runtime._enqueued_some_message = wake  # type: ignore[assignment, method-assign]
    if Runtime.exists():
        renew(Runtime.instance())
    _gather()


def renew(runtime: Runtime) -> None:
    """Sessions of a server that runs already tell it by `wake`, too: its manager has kept the method as it was.

    What stands for the server in Streamlit's AppTest has no manager, and no browser to send to.
    """
    manager: Any = getattr(runtime, "_session_mgr", None)
    if manager is not None:
        manager._message_enqueued_callback = runtime._enqueued_some_message


def _gather() -> None:
    StarletteSessionClient.write_forward_msg = write  # type: ignore[assignment, method-assign]
    made, run = WebSocketsSansIOProtocol.connection_made, WebSocketsSansIOProtocol.run_asgi

    async def run_with_its_line(self: WebSocketsSansIOProtocol) -> None:
        self.scope[LINE] = self  # type: ignore[literal-required]
        await run(self)

    WebSocketsSansIOProtocol.run_asgi = run_with_its_line  # type: ignore[method-assign]

    def connect(self: WebSocketsSansIOProtocol, transport: Any) -> None:
        made(self, transport)
        self.transport = Gathered(transport, self.loop)  # type: ignore[assignment]

    WebSocketsSansIOProtocol.connection_made = connect  # type: ignore[method-assign]
