"""Middleware that refuses uploads beyond the budget before their bytes are read, and deletes those of left pages.

It knows HTTP only: what a browser PUTs at a URL is there until it is DELETEd.
"""

import asyncio
import secrets
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer.rooms import network
from explorer.ui.frame.upload_box import BUDGET, HEADER, File, UploadBudget

_NAME = HEADER.lower().encode()
_OF_A_BODY = (b"content-length", b"content-type", b"transfer-encoding")


class LimitUploads:
    """413 for a file that the budget has no room for, 411 for one without a length. Names each page's connection."""

    def __init__(self, app: ASGIApp, budget: UploadBudget = BUDGET) -> None:
        self.app, self._budget = app, budget
        self._deleting: set[asyncio.Task[int]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        address = network((scope.get("client") or [""])[0])
        if scope["type"] == "websocket":
            connection = secrets.token_urlsafe(16)
            headers = [pair for pair in scope["headers"] if pair[0].lower() != _NAME]
            self._budget.open(connection, address)
            try:
                await self.app({**scope, "headers": [*headers, (_NAME, connection.encode())]}, receive, send)
            finally:
                self._budget.close(connection)
            return
        url, method = scope.get("path", ""), scope.get("method")
        if method == "DELETE" and await self._status(scope, receive, send) < 300:
            self._budget.gone(url)
        elif method == "PUT":
            await self._put(url, address, scope, receive, send)
        elif method != "DELETE":
            await self.app(scope, receive, send)

    async def _put(self, url: str, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        length, loop = Headers(scope=scope).get("content-length", ""), asyncio.get_running_loop()

        def delete() -> None:
            with suppress(RuntimeError):  # the server ends
                loop.call_soon_threadsafe(self._delete_soon, scope)

        is_number = length.isascii() and length.isdigit()
        file = File(int(length) if is_number else 0, address, delete)
        refused = self._budget.reserve(url, file) if is_number else "A length is needed."
        if refused:
            status = 413 if is_number else 411
            await PlainTextResponse(refused, status, {"Connection": "close"})(scope, receive, send)  # read nothing more
            return
        status = 500
        try:
            status = await self._status(scope, receive, send)
        finally:
            self._budget.settle(url, file, status < 300)

    async def _status(self, scope: Scope, receive: Receive, send: Send) -> int:
        """Let the app answer; returns its status."""
        status = 500

        async def see(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        await self.app(scope, receive, see)
        return status

    def _delete_soon(self, scope: Scope) -> None:
        """Delete a file in its sender's name: with the cookie and the token that came with it."""
        headers = [pair for pair in scope["headers"] if pair[0].lower() not in _OF_A_BODY]
        task = asyncio.ensure_future(self._status({**scope, "method": "DELETE", "headers": headers}, _nothing, _nobody))
        self._deleting.add(task)
        task.add_done_callback(self._deleting.discard)


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _nobody(message: Message) -> None:
    pass
