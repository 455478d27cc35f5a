"""Middleware that adds a notice to Streamlit's page: what to do when a network blocks WebSockets.

All that the app itself can say comes through the WebSocket, so without one a visitor would see grey boxes for ever.
"""

from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NOTICE = (Path(__file__).parent / "blocked_connection_notice.html").read_bytes()
END = b"</body>"
UNWANTED = (b"accept-encoding", b"if-none-match", b"if-modified-since", b"range")


class BlockedConnectionNotice:
    """Adds the notice to each HTML page but `/join`, which needs no WebSocket. It appears after eight seconds without a
    connection, if the server answers other requests, and goes when the connection is there.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, a page with the notice."""
        accepts = Headers(scope=scope).get("accept", "") if scope.get("method") == "GET" else ""
        if "text/html" not in accepts or scope["path"].endswith("/join"):
            await self.app(scope, receive, send)
            return
        start: Message | None = None
        body = b""

        async def add(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                is_page = MutableHeaders(scope=message).get("content-type", "").startswith("text/html")
                if is_page and message["status"] == 200:
                    start = message
                    return
            if start is None or message["type"] != "http.response.body":
                await send(message)
                return
            body += message.get("body", b"")
            if message.get("more_body"):
                return
            whole = body.replace(END, NOTICE + END)
            headers = MutableHeaders(scope=start)
            headers["content-length"] = str(len(whole))
            for name in ("etag", "last-modified"):  # of the file without the notice
                del headers[name]
            await send(start)
            await send({"type": "http.response.body", "body": whole})

        # The page is needed whole and uncompressed; with the notice it has 9 kB.
        headers = [pair for pair in scope["headers"] if pair[0] not in UNWANTED]
        await self.app({**scope, "headers": headers}, receive, add)
