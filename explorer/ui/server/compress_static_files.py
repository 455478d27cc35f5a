"""Middleware that compresses each script and style below /static/ once, and lets browsers keep ours for a year."""

import asyncio
import posixpath

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 32_000_000
"""Maximum compressed bytes in the cache; our files and Streamlit's need a tenth."""


class CompressOnce:
    """Gzip for scripts and styles below /static/, which Streamlit sends uncompressed: 2.5 MB for a first visit, not 6.

    Starlette compresses each once and the result is cached, so a class that opens the page doesn't wait for it.
    Streamlit answers an unknown path with its page: such an answer is not kept, nor another spelling of a path.
    File names contain a hash of their content, so the cache is never stale, and browsers needn't ask again for ours.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app, self._compressed = app, GZipMiddleware(app)
        self._kept: dict[str, list[Message]] = {}
        self._bytes = 0
        self._one_at_a_time = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, from the cache if possible."""
        path, headers = scope.get("path", ""), Headers(scope=scope) if scope["type"] == "http" else Headers()
        is_ours = scope.get("method") == "GET" and "/static/" in path and path.endswith((".js", ".css"))
        is_ours = is_ours and posixpath.normpath(path) == path
        if is_ours and "/app/static/" in path:
            send = _lasting(send)
        if (
            not is_ours
            or "gzip" not in headers.get("accept-encoding", "")
            or "range" in headers
            or "if-none-match" in headers
        ):
            await self.app(scope, receive, send)
            return
        async with self._one_at_a_time:
            answer = self._kept.get(path, [])
            if not answer:

                async def keep(message: Message) -> None:
                    answer.append(message)

                await self._compressed(scope, receive, keep)
                size = sum(len(message.get("body", b"")) for message in answer)
                start = answer[0]
                is_page = "html" in Headers(raw=start["headers"]).get("content-type", "")
                whole = not answer[-1].get("more_body")  # whoever asked first may have left in the middle of it
                if start.get("status") == 200 and whole and not is_page and self._bytes + size <= MOST_BYTES:
                    self._kept[path], self._bytes = answer, self._bytes + size
        for message in answer:
            await send(message)


def _lasting(send: Send) -> Send:
    """`send`, with the header that lets browsers keep a file for a year without asking."""

    async def marked(message: Message) -> None:
        if message.get("status") == 200:
            MutableHeaders(scope=message)["Cache-Control"] = "public, max-age=31536000, immutable"
        await send(message)

    return marked
