"""A browser that never reads, or has gone, loses its connection in the end.

A browser that does not answer a ping is given up by uvicorn. But uvicorn closes the connection only when everything
that waits for it has been sent, and a browser that holds it open and never reads would keep its place, its session and
what waits for it for as long as it likes. Here such a connection is cut off once nothing has gone out for twice the
time in which a ping must be answered; a slow one that does read gets it all. A server that is asked to end waits for
its connections as well, so one of these would keep it from ending; there they have `LAST` seconds. It wraps two
methods of uvicorn's, seen in 0.54 (`WebSocketsSansIOProtocol.keepalive_timeout` and `shutdown`).

Streamlit keeps sessions that have ended for two minutes, so that a broken line comes back to its own, and drops those
whose time is over when the next one ends: on a server that nobody visits, never. `let_go` drops them. It uses the store
of Streamlit's sessions and how many there were, seen in 1.67 (`MemorySessionStorage._cache`, and `_session_storage`
and `_connect_count` of `WebsocketSessionManager`).
"""

from __future__ import annotations

import socket
import struct
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from streamlit.runtime import Runtime, exists

WAITS = 2
"""Times of a ping's answer in which something of what waits must go out: a minute, by Streamlit's default."""
LAST = 3.0
"""Seconds in which something must go out when the server ends."""
_AT_ONCE = struct.pack("ii", 1, 0)
"""SO_LINGER: what the system has not sent yet is forgotten with the line."""


def cut_off() -> None:
    """From now on a line that was given up is cut off when nothing of what waits goes out any more."""
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    plain, end = WebSocketsSansIOProtocol.keepalive_timeout, WebSocketsSansIOProtocol.shutdown
    if hasattr(plain, "leaving"):
        return

    def given_up(self: WebSocketsSansIOProtocol) -> None:
        plain(self)
        _look(self, WAITS * (self.ping_timeout or 0))

    def ended(self: WebSocketsSansIOProtocol) -> None:
        end(self)
        _look(self, LAST)

    given_up.leaving = True  # type: ignore[attr-defined]
    WebSocketsSansIOProtocol.keepalive_timeout = given_up  # type: ignore[method-assign]
    WebSocketsSansIOProtocol.shutdown = ended  # type: ignore[method-assign]


def _look(line: Any, seconds: float, waited: int | None = None) -> None:
    """Cut a line off if as much waits for it as at the last look; look again otherwise, until it is closed."""
    if line.disconnected:
        return
    waits = line.transport.get_write_buffer_size()
    if waited is None or waits < waited:
        line.loop.call_later(seconds, _look, line, seconds, waits)
        return
    known = line.transport.get_extra_info("socket")
    if known is not None:
        with suppress(OSError):
            known.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    line.transport.abort()


_dropped = 0
"""Sessions that had been dropped at the last look."""


def let_go(seconds: float = 5.0) -> bool:
    """Drop the sessions that have ended and whose time to come back is over; whether any were, here or by Streamlit.

    Called from any thread but the event loop's, which may take `seconds` to do it.
    """
    global _dropped
    if not exists():
        return False
    runtime = Runtime.instance()
    done: Future[int] = Future()

    def drop() -> None:
        try:  # the store is not made for two threads: Streamlit uses it on this one, and from a script behind the lock
            manager: Any = runtime._session_mgr
            with manager._storage_lock:
                kept = manager._session_storage._cache
                kept.expire()
                done.set_result(manager._connect_count - len(manager.list_active_sessions()) - len(kept))
        except Exception as error:
            done.set_exception(error)

    try:
        runtime._get_async_objs().eventloop.call_soon_threadsafe(drop)
        before, _dropped = _dropped, done.result(seconds)
    except (AttributeError, RuntimeError, TimeoutError):  # another store; the server ends; it is busy: the next time
        return False
    return _dropped > before
