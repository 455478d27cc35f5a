"""Lifespan of the server: warm-up before the first visitor, and the end of all long polls on a stop signal."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from types import FrameType
from typing import Any

import streamlit as st
from streamlit.web.server import server_util

from explorer.data import DamagedFileError
from explorer.ui import join
from explorer.ui.frame import warmup

_log = logging.getLogger(__name__)


@asynccontextmanager
async def lifespan(app: Any) -> AsyncGenerator[None]:
    """Warm up, and exclude what is loaded from later garbage collections (`gc.freeze`)."""
    try:
        warmup.load()
    except DamagedFileError as error:  # the page that needs the damaged file reports it, all others work
        _log.warning("not loaded ahead: %s", error)
    # Once `st.navigation` was called Streamlit no longer lists the files of pages/ by itself, which the first visitor
    # would see until app.py has named them. (Called outside of a page it also logs that it is.)
    st.navigation([st.Page(lambda: None, title="None", url_path="none")])
    gc.collect()
    gc.freeze()
    for name, host in addresses().items():
        print(f"  {name}: {server_util.get_url(host)}", flush=True)
    with polls_end_first():
        yield


def addresses() -> dict[str, str]:
    """Hosts under which this server can be opened, by name; nothing is sent to find them."""
    if st.get_option("browser.serverAddress") != "localhost":
        return {"URL": str(st.get_option("browser.serverAddress"))}
    own = st.get_option("server.address")
    if own and own not in ("0.0.0.0", "::"):  # noqa: S104 - compared
        return {"URL": str(own)}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line, suppress(OSError):
        line.connect(("192.0.2.1", 9))  # chooses the network, without a packet
        return {"Local URL": "localhost", "Network URL": line.getsockname()[0]}
    return {"Local URL": "localhost"}


@contextmanager
def polls_end_first() -> Iterator[None]:
    """On a stop signal, answer all long polls, since the server waits for open requests before it ends `lifespan`."""
    loop = asyncio.get_running_loop()
    before: dict[int, Callable[[int, FrameType | None], Any]] = {}

    def on_signal(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(join.end)
        before[number](number, frame)

    if threading.current_thread() is threading.main_thread():  # signal handlers are allowed in the main thread only
        for number in (signal.SIGINT, signal.SIGTERM):
            handler = signal.getsignal(number)
            if callable(handler):
                before[int(number)] = handler
                signal.signal(number, on_signal)
    try:
        yield
    finally:
        for at, handler in before.items():
            signal.signal(at, handler)
