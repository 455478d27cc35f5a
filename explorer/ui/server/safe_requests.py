"""Middleware around all others: headers on every page, no request of another site's page, no figures for strangers."""

import os
import re
from contextlib import suppress
from typing import Any
from urllib.parse import SplitResult, urlsplit

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from explorer.rooms import network

FRAMES = "EXPLORER_FRAMES"
"""Environment variable with the sites that may show this app in a frame, as in CSP's `frame-ancestors`."""
_PORT_AND_PATH = r"(:(\d+|\*))?(/[\w.~/%-]*)?"
SITE = re.compile(
    rf"\*|'self'|'none'|https?:|(https?://(\*\.)?[\w.-]+|(\*\.)?([\w-]+\.)+[\w-]+|localhost){_PORT_AND_PATH}",
    re.A | re.I,
)
"""A source of `frame-ancestors`, without the marks that end it; a host without a dot needs its scheme."""
POLICY = (
    # Streamlit's page has a script and styles inline, and imports components from blobs.
    "default-src 'self'; script-src 'self' 'unsafe-inline' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss: data: blob:; "
    "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""Content-Security-Policy of Streamlit's pages; `/join` has a stricter one."""

REFUSED = (405, 411, 413, 415)
"""Status of answers to requests whose bodies are not read; otherwise uvicorn would read them to their end, if any."""


def wrong_sites() -> list[str]:
    """The words of the setting that are no source of `frame-ancestors`."""
    return [site for site in os.environ.get(FRAMES, "").split() if not SITE.fullmatch(site)]


class ForwardedAddress(ProxyHeadersMiddleware):
    """Takes the visitor's address from the header of a trusted proxy, as uvicorn does, also where the server listens
    on IPv6 and the proxy's address is written as ::ffff:127.0.0.1.
    """

    def __init__(self, app: Any) -> None:
        super().__init__(app, os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, with the visitor's address in its scope."""
        if client := scope.get("client"):
            scope["client"] = (str(client[0]).removeprefix("::ffff:"), client[1])
        await super().__call__(scope, receive, send)


class SafeRequests:
    """Adds the headers, and refuses requests that Streamlit would have to ask other machines about."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        # By default none is named: even * would leave out slides that are opened as a file. Beside a wrong word the
        # others could allow more than was meant, so then no other site may.
        sites = "'self'" if wrong_sites() else " ".join(os.environ.get(FRAMES, "").split())
        self._frames = f"; frame-ancestors {sites}" if sites else ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with headers, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        sent = Headers(scope=scope)
        origin, hosts = _site(sent.get("origin", "")), {sent.get("host"), sent.get("x-forwarded-host")}
        if "origin" in sent and st.get_option("server.enableCORS") and not _is_listed(origin):
            # A proxy may have left out the port, or put the host into another header, which a page can't set.
            own = bool({str(host).lower() for host in hosts if host} & {origin.netloc, origin.hostname})
            if not own and scope["type"] == "websocket":
                await WebSocketClose(1008)(scope, receive, send)
                return
            if not own and scope["method"] not in ("GET", "HEAD"):
                await PlainTextResponse("This was asked by a page of another site.", 403)(scope, receive, send)
                return
            # Streamlit compares any other origin with this machine's public address, for which it asks a service on the
            # internet, again and again where there is none, while all visitors wait.
            rest = [pair for pair in scope["headers"] if pair[0] != b"origin"]
            scope = {
                **scope,
                "headers": [*rest, (b"origin", f"{origin.scheme}://{sent.get('host')}".encode())] if own else rest,
            }

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("X-Content-Type-Options", "nosniff")
                headers.setdefault("Referrer-Policy", "no-referrer")
                if message["status"] in REFUSED:
                    headers["Connection"] = "close"
                if headers.get("Content-Type", "").startswith("text/html"):
                    policy = headers.get("Content-Security-Policy", POLICY)
                    headers["Content-Security-Policy"] = f"{policy}{self._frames}"
            await send(message)

        if scope.get("path", "").endswith("/_stcore/metrics") and network((scope.get("client") or [""])[0]):
            await PlainTextResponse("Not found", 404)(scope, receive, with_headers)
            return
        await self.app(scope, receive, with_headers)


def _site(origin: str) -> SplitResult:
    with suppress(ValueError):  # http://[
        return urlsplit(origin.lower())
    return urlsplit("")


def _is_listed(origin: SplitResult) -> bool:
    """Whether the server's operator has allowed a site, or the page is this machine's own."""
    allowed = [_site(each).hostname for each in st.get_option("server.corsAllowedOrigins") or []]
    return origin.hostname in {"localhost", "127.0.0.1", str(st.get_option("browser.serverAddress")), *allowed}
