"""The notice for networks that block WebSockets is in each page, and nowhere else."""

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from explorer.ui.server.blocked_connection_notice import NOTICE, BlockedConnectionNotice
from tests.support import asgi_answer

PAGE = "<html><body>" + "a" * 2000 + "</body></html>"


def page(_: Request) -> Response:
    return HTMLResponse(PAGE, headers={"etag": "x"})


def data(_: Request) -> Response:
    return JSONResponse("</body>")


@pytest.mark.parametrize(
    ("path", "accept", "has"),
    [
        ("/tokens", "text/html,*/*", True),
        ("/join", "text/html", False),
        ("/tokens", "*/*", False),
        ("/data", "text/html", False),
    ],
)
def test_a_page_has_the_notice(path: str, accept: str, has: bool) -> None:
    routes = [Route("/tokens", page), Route("/join", page), Route("/data", data)]
    app = Starlette(routes=routes, middleware=[Middleware(BlockedConnectionNotice), Middleware(GZipMiddleware)])
    told = asgi_answer(app, {"accept": accept, "accept-encoding": "gzip"}, path=path)
    body = b"".join(message.get("body", b"") for message in told)
    lengths = [int(value) for name, value in told[0]["headers"] if name == b"content-length"]
    assert (NOTICE in body) == has
    assert not has or lengths == [len(body)]
