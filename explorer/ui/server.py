"""The ASGI app: warm-up, the student screen, case-insensitive URLs, gzip of scripts, messages for damaged files.

`app.py` passes it to Streamlit as `st.App`. A host that runs `app.py` as a plain script lacks it: its first visitor
waits a second longer, students see the whole app, `/Tokens` is not found, a damaged file shows Streamlit's error box.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Any

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import RedirectResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer.content.pages import PAGES
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
    with polls_end_first():
        yield


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


def routes() -> list[Route]:
    """Routes beside Streamlit's: the student screen."""
    return join.routes(str(st.get_option("server.baseUrlPath") or ""))


def show_damaged_file(error: Exception) -> bool:
    """Show the text of a `DamagedFileError` instead of Streamlit's error box; False for all other errors."""
    if not isinstance(error, DamagedFileError):
        return False
    st.error(str(error))
    return True


class CompressOnce:
    """Gzip for scripts and styles below /static/, which Streamlit sends uncompressed: 2.5 MB for a first visit, not 6.

    Starlette compresses each once and the result is cached, so a class that opens the page doesn't wait for it.
    File names contain a hash of their content, so the cache is never stale, and browsers needn't ask again for ours.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app, self._compressed = app, GZipMiddleware(app)
        self._kept: dict[str, list[Message]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, from the cache if possible."""
        path, asked = scope.get("path", ""), Headers(scope=scope) if scope["type"] == "http" else Headers()
        is_ours = scope.get("method") == "GET" and "/static/" in path and path.endswith((".js", ".css"))
        if is_ours and "/app/static/" in path:
            send = _lasting(send)
        if (
            not is_ours
            or "gzip" not in asked.get("accept-encoding", "")
            or "range" in asked
            or "if-none-match" in asked
        ):
            await self.app(scope, receive, send)
            return
        async with self._one_at_a_time:
            answer = self._kept.get(path, [])
            if not answer:

                async def keep(message: Message) -> None:
                    answer.append(message)

                await self._compressed(scope, receive, keep)
                if answer[0].get("status") == 200:
                    self._kept[path] = answer
        for message in answer:
            await send(message)


def _lasting(send: Send) -> Send:
    """`send`, with the header that lets browsers keep a file for a year without asking."""

    async def marked(message: Message) -> None:
        if message.get("status") == 200:
            MutableHeaders(scope=message)["Cache-Control"] = "public, max-age=31536000, immutable"
        await send(message)

    return marked


class AnyCase:
    """Redirects `/Tokens` to `/tokens` and `/Join` to `/join`: Streamlit's paths are case-sensitive, and a phone's
    keyboard capitalizes the first letter.
    """

    NAMES = frozenset(page.name for page in PAGES) | {"join"}

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, with a lower-case path if that is one of the app's."""
        folder, _, name = scope.get("path", "").rpartition("/")
        base = str(st.get_option("server.baseUrlPath") or "").strip("/")
        ours = scope.get("method") == "GET" and folder.strip("/") == base and name.lower() in self.NAMES
        if not ours or name == name.lower():
            await self.app(scope, receive, send)
            return
        query = scope["query_string"].decode("latin-1")
        await RedirectResponse(f"./{name.lower()}{'?' if query else ''}{query}")(scope, receive, send)


MIDDLEWARE = [Middleware(AnyCase), Middleware(CompressOnce)]
