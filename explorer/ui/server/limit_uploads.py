"""Middleware that refuses uploads beyond the budget, before their bytes are read."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from explorer.ui.frame.upload_box import BUDGET, UploadBudget

PATH = "/_stcore/upload_file/"


class LimitUploads:
    """413 for a file that the budget has no room for, 411 for one without a length."""

    def __init__(self, app: ASGIApp, budget: UploadBudget = BUDGET) -> None:
        self.app, self._budget = app, budget

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        _, path, asked = scope.get("path", "").partition(PATH)
        if not path or scope.get("method") != "PUT":
            await self.app(scope, receive, send)
            return
        session, _, file = asked.partition("/")
        length = Headers(scope=scope).get("content-length", "")
        refused = "A length is needed." if not length.isdigit() else self._budget.reserve(session, file, int(length))
        if refused:
            status = 413 if length.isdigit() else 411
            await PlainTextResponse(refused, status, {"Connection": "close"})(scope, receive, send)  # read nothing more
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self._budget.settle(session, file)
