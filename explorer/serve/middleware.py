"""Stands before Streamlit's server: answers for files that never change and for a page's first words."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.middleware import Middleware

from explorer.__main__ import app_folder
from explorer.content.pages import PAGES
from explorer.serve.files import Files, Headers
from explorer.serve.shell import Shell
from explorer.serve.undocumented import streamlits

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

OURS = app_folder() / "static"


class First:
    """The ASGI application that is asked first.

    Args:
        app: the application that is asked for everything else.
        base: path of the address below which the app is mounted, `server.baseUrlPath`; "" for none.
    """

    def __init__(self, app: App, base: str = "") -> None:
        self._app = app
        self._base = "/" + base.strip("/") if base.strip("/") else ""
        theirs = streamlits()
        self._files = Files({"/app/static/": OURS, "/static/": theirs / "static"})
        self._shell = Shell(theirs)
        self._pages = {"/": PAGES[0], **{f"/{page.name}": page for page in PAGES[1:]}}
        self._kept: dict[str, tuple[Headers, bytes]] = {}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        found = None
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and _reads_gzip(scope["headers"]):
            found = self._answer(scope["path"])
        if found is None:
            await self._app(scope, receive, send)
            return
        headers, body = found
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def _answer(self, path: str) -> tuple[Headers, bytes] | None:
        address = path.removeprefix(self._base)
        if self._base and (address == path or not address):  # Streamlit leads /base to /base/, where its files are
            return None
        if address in self._pages and address not in self._kept:
            self._kept[address] = _as_html(self._shell.page(self._pages[address]))
        return self._kept.get(address) or self._files.get(address)


def _as_html(text: str) -> tuple[Headers, bytes]:
    """A page that the browser must ask for anew each time: what it names may have other hashes tomorrow."""
    body = gzip.compress(text.encode(), mtime=0)
    return [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"cache-control", b"no-cache"),
        (b"content-encoding", b"gzip"),
        (b"vary", b"Accept-Encoding"),
        (b"content-length", str(len(body)).encode()),
    ], body


def first(base: str = "") -> list[Middleware]:
    """`First`, as `st.App` wants it.

    >>> [wanted.cls.__name__ for wanted in first()]
    ['First']
    """
    return [Middleware(First, base=base)]


def _reads_gzip(headers: Headers) -> bool:
    """Whether the browser says that it reads gzip, and does not ask for a piece of a file."""
    found = dict(headers)
    return b"gzip" in found.get(b"accept-encoding", b"") and b"range" not in found
