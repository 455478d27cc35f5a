"""Lifespan of the server: warm-up before the first visitor, and the end of all long polls on a stop signal."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from types import FrameType
from typing import Any

import streamlit as st

from explorer.data import DamagedFileError
from explorer.data.memory_mapped_table import cache_folder, local_table_path, open_table
from explorer.data.uploads import UploadError
from explorer.rooms import SETTING, UnavailableError, open_backend
from explorer.ui import join
from explorer.ui.frame import base_url, warmup

_log = logging.getLogger(__name__)


@asynccontextmanager
async def lifespan(app: Any) -> AsyncGenerator[None]:
    """Check the host's settings, warm up, and exclude what is loaded from later garbage collections (`gc.freeze`)."""
    for problem in setting_problems():
        _log.warning("%s", problem)
    try:
        warmup.load()
    except DamagedFileError as error:  # the page that needs the damaged file reports it, all others work
        _log.warning("not loaded ahead: %s", error)
    # Once `st.navigation` was called Streamlit no longer lists the files of pages/ by itself, which the first visitor
    # would see until app.py has named them. Called outside of a page it logs that it is, as a warning.
    logging.disable(logging.WARNING)
    st.navigation([st.Page(lambda: None, title="None", url_path="none")])
    logging.disable(logging.NOTSET)
    gc.collect()
    gc.freeze()
    print(welcome(), flush=True)
    with polls_end_first():
        yield


def setting_problems() -> list[str]:
    """What is wrong with the environment variables of whoever runs the server; a page would say it to a class only."""
    problems = []
    if SETTING in os.environ:
        try:
            with closing(open_backend()) as rooms:
                rooms.room_versions()
        except UnavailableError as error:
            problems.append(f"{SETTING}: {error}")
    if (table := local_table_path()) is not None:
        try:
            open_table(table, cache_folder())
        except UploadError as error:
            problems.append(str(error))
    return problems


def welcome() -> str:
    """The app's addresses. (Streamlit's own welcome asks another host for the server's public address.)"""
    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    host, why = base_url.server_host()
    where = f":{st.get_option('server.port')}/{str(st.get_option('server.baseUrlPath') or '').strip('/')}"
    return (
        f"\n  Embedding Explorer\n\n  On this machine: {scheme}://localhost{where}\n"
        f"  For the class:   {f'{scheme}://{host}{where}' if host else why}\n"
    )


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
