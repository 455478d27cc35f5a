"""Middleware that limits what one page may send over its WebSocket: the size of a message, and how fast they come."""

import asyncio
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 500_000
"""Maximum bytes of a message; those of our pages have a few thousand. Streamlit would take 25 MB, and read them while
all visitors wait: a message that names 200,000 widgets took four seconds.
"""
AT_ONCE, A_SECOND = 40, 20
"""Messages at once, and a second after that. One session that asked for 3,000 runs stopped the server for 13 s."""
FOR_ONE = 25_000
"""Bytes that count like a message."""


class LimitMessages:
    """Closes a WebSocket after a message that is too large or no bytes, and lets one that sends too many wait."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; of a WebSocket, pass on its messages in their time."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        left, at = float(AT_ONCE), time.monotonic()

        async def limited() -> Message:
            nonlocal left, at
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            size = len(message.get("bytes") or b"")
            if not 0 < size <= MOST_BYTES:
                code = 1009 if size else 1003  # too large; not understood
                await send({"type": "websocket.close", "code": code})
                return {"type": "websocket.disconnect", "code": code}
            now = time.monotonic()
            left, at = min(AT_ONCE, left + (now - at) * A_SECOND) - 1 - size / FOR_ONE, now
            if left < 0:
                await asyncio.sleep(-left / A_SECOND)
            return message

        await self.app(scope, limited, send)
