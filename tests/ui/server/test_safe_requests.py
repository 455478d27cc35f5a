"""What stands before the app: headers, other sites' pages, proxies, page names, the notice, compressed scripts."""

import gzip
from typing import Any

import pytest
import streamlit as st
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from explorer.ui.server import compress_static_files
from explorer.ui.server.blocked_connection_notice import NOTICE, BlockedConnectionNotice
from explorer.ui.server.compress_static_files import CompressOnce
from explorer.ui.server.lowercase_page_urls import LowercasePageUrls
from explorer.ui.server.safe_requests import FRAMES, POLICY, ForwardedAddress, SafeRequests
from tests.support import asgi_answer

SITE = "http://evil.example"


def ask(
    path: str = "/tokens",
    kind: str = "http",
    client: str = "192.0.2.7",
    method: str = "GET",
    status: int = 200,
    **headers: str,
) -> tuple[int, dict[str, str], dict[str, Any]]:
    """Status, headers and the scope that reached the app ({} if none did)."""
    reached: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        reached.update(scope)
        pairs = [(b"content-type", b"text/html; charset=utf-8")]
        if path == "/join":
            pairs += [(b"content-security-policy", b"default-src 'none'"), (b"referrer-policy", b"origin")]
        await send({"type": "http.response.start", "status": status, "headers": pairs})

    front = ForwardedAddress(SafeRequests(app))
    asked = {"type": kind, "path": path, "method": method, "client": (client, 1)}
    begun = asgi_answer(front, {"host": "a:1"} | headers, **asked)[0]
    found = {name.decode(): value.decode() for name, value in begun.get("headers", [])}
    return begun.get("status", begun.get("code", 0)), found, reached


@pytest.mark.parametrize("frames", [None, "'self' https://course.example", "'none'; script-src *", "x,y.example"])
def test_every_page_has_the_headers_and_who_may_frame_it_is_a_setting(
    frames: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if frames is not None:
        monkeypatch.setenv(FRAMES, frames)
    for path, policy, referrer in (("/tokens", POLICY, "no-referrer"), ("/join", "default-src 'none'", "origin")):
        status, headers, _ = ask(path)
        sites = "'self'" if frames and set(frames) & set(";,") else frames  # would let other sites in
        framed = f"; frame-ancestors {sites}" if frames else ""
        assert (status, headers["content-security-policy"]) == (200, f"{policy}{framed}")
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", referrer)


@pytest.mark.parametrize("origin", [SITE, "null", "", "http://[", f"{SITE}:1", "http://a:2", "http://a:1.evil.example"])
def test_a_page_of_another_site_opens_no_connection_and_asks_streamlit_nothing(origin: str) -> None:
    status, _, reached = ask("/_stcore/stream", "websocket", origin=origin)
    assert status == 1008 and not reached
    status, _, reached = ask("/_stcore/host-config", origin=origin)
    assert status == 200 and b"origin" not in dict(reached["headers"])
    assert ask("/_stcore/upload_file/s/f", method="PUT", origin=origin)[0] == 403


@pytest.mark.parametrize("allowed", ["own", "portless", "localhost", "listed", "cors"])
def test_who_may_ask(allowed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    origins = {"own": "http://A:1", "portless": "http://a:8080", "localhost": "http://localhost:3000"}
    origin, host = origins.get(allowed, SITE), "a" if allowed == "portless" else "a:1"
    options = {"server.enableCORS": allowed != "cors", "server.corsAllowedOrigins": [SITE] * (allowed == "listed")}
    monkeypatch.setattr(st, "get_option", options.get)
    status, _, reached = ask("/_stcore/stream", "websocket", origin=origin, host=host)
    assert status == 200
    if allowed in ("own", "portless"):  # as Streamlit compares them
        assert dict(reached["headers"])[b"origin"] == f"http://{host}".encode()


def test_a_body_that_nobody_reads_is_not_read_to_its_end() -> None:
    closed = {status: "connection" in ask("/join/seat", method="POST", status=status)[1] for status in (200, 404, 413)}
    assert closed == {200: False, 404: False, 413: True}


def test_metrics_are_for_this_machine() -> None:
    asked = [ask("/base/_stcore/metrics", client=client)[0] for client in ("192.0.2.7", "127.0.0.1", "::1")]
    assert asked == [404, 200, 200]


def test_only_a_trusted_proxy_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    def seen(client: str) -> str:
        return str(ask(client=client, x_forwarded_for="198.51.100.1")[2]["client"][0])

    assert [seen(client) for client in ("127.0.0.1", "::ffff:127.0.0.1")] == 2 * ["198.51.100.1"]
    assert [seen(client) for client in ("192.0.2.7", "::ffff:10.0.0.9")] == ["192.0.2.7", "10.0.0.9"]
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "10.0.0.0/8")
    assert [seen(client) for client in ("::ffff:10.0.0.9", "127.0.0.1")] == ["198.51.100.1", "127.0.0.1"]


@pytest.mark.parametrize(
    ("method", "path", "query", "leads"),
    [
        ("GET", "/Positions", "p_dim=8&p_part=Heatmap", "./positions?p_dim=8&p_part=Heatmap"),
        ("GET", "/JOIN", "", "./join"),
        ("GET", "/positions?p_part=Heatmap", "", "./positions?p_part=Heatmap"),
        ("GET", "/tokens?text=a/b c#", "k=1", "./tokens?text=a/b%20c%23&k=1"),
        ("GET", "/cats?text=a", "", ""),
        ("GET", "/tokens", "text=Cat", ""),
        ("GET", "/static/Positions", "", ""),
        ("GET", "/Cats", "", ""),
        ("POST", "/Join", "", ""),
    ],
)
def test_a_page_opens_by_its_name_with_capitals(method: str, path: str, query: str, leads: str) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"status": 200, "headers": []})

    told = asgi_answer(LowercasePageUrls(app), {}, method=method, path=path, query_string=query.encode())[0]
    location = dict(told["headers"]).get(b"location", b"").decode()
    assert (told["status"], location) == (307 if leads else 200, leads)


@pytest.mark.parametrize(
    ("path", "accept", "leads"),
    [
        ("/tokens/abc", "text/html,*/*", "../tokens"),
        ("/nonsense/a/b/", "text/html", "../../../nonsense"),
        ("/static/js/index.js", "text/html", ""),
        ("/_stcore/health", "text/html", ""),
        ("/nonsense/abc", "*/*", ""),
        ("/nonsense", "text/html", ""),
    ],
)
def test_an_address_below_a_page_leads_to_the_page(path: str, accept: str, leads: str) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"status": 200, "headers": []})

    told = asgi_answer(LowercasePageUrls(app), {"accept": accept}, path=path)[0]
    location = dict(told["headers"]).get(b"location", b"").decode()
    assert (told["status"], location) == (307 if leads else 200, leads)


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


SCRIPT = b"export default 1\n" * 1_000


class Client:
    """Asks an app that answers each path with a script, behind `CompressOnce`."""

    def __init__(self, kind: bytes = b"text/javascript") -> None:
        self.kind = kind
        self.made: list[str] = []
        self.front = CompressOnce(self.answer)

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        self.made.append(scope["path"])
        status = 404 if "missing" in scope["path"] else 200
        headers = [(b"content-type", self.kind), (b"content-length", str(len(SCRIPT)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": SCRIPT})

    def get(self, path: str, **headers: str) -> tuple[int, str, bytes]:
        """Status, encoding and body."""
        told = self.ask(path, **headers)
        encoding = dict(told[0]["headers"]).get(b"content-encoding", b"").decode()
        return told[0]["status"], encoding, b"".join(message["body"] for message in told[1:])

    def ask(self, path: str, **headers: str) -> list[Any]:
        """The messages of the answer."""
        return asgi_answer(self.front, headers, path=path)


def test_a_script_is_compressed_once_for_all() -> None:
    client = Client()
    for _ in range(3):
        status, encoding, body = client.get("/static/js/index.DormvYxC.js", accept_encoding="gzip, br")
        assert (status, encoding, gzip.decompress(body)) == (200, "gzip", SCRIPT)
        assert len(body) < len(SCRIPT) / 10
    assert len(client.made) == 1


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/static/js/a.js", {"accept_encoding": "identity"}),
        ("/static/js/a.js", {"accept_encoding": "gzip", "range": "bytes=0-9"}),
        ("/static/js/a.js", {"accept_encoding": "gzip", "if_none_match": "x"}),
        ("/static/media/a.woff2", {"accept_encoding": "gzip"}),
        ("/tokens", {"accept_encoding": "gzip"}),
    ],
)
def test_all_else_is_answered_by_the_app(path: str, headers: dict[str, str]) -> None:
    client = Client()
    for _ in range(2):
        assert client.get(path, **headers) == (200, "", SCRIPT)
    assert len(client.made) == 2


@pytest.mark.parametrize(
    ("path", "kept"), [("/app/static/a.js", True), ("/app/static/missing.js", False), ("/static/js/a.js", False)]
)
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_browsers_keep_our_scripts_whose_names_hold_their_sum(path: str, kept: bool, encoding: str) -> None:
    start, *_ = Client().ask(path, accept_encoding=encoding)
    assert ("immutable" in dict(start["headers"]).get(b"cache-control", b"").decode()) == kept


def test_a_missing_script_is_not_kept() -> None:
    client = Client()
    assert [client.get("/static/js/missing.js", accept_encoding="gzip")[0] for _ in range(2)] == [404, 404]
    assert len(client.made) == 2


def test_the_beginning_of_a_script_whose_reader_left_is_not_kept() -> None:
    client, leaves = Client(), [True]
    whole = client.answer

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        async def cut(message: Any) -> None:
            await send({**message, "more_body": True} if leaves and "body" in message else message)

        await whole(scope, receive, cut)

    client.front = CompressOnce(answer)
    client.ask("/static/js/a.js", accept_encoding="gzip")
    leaves.clear()
    assert gzip.decompress(client.get("/static/js/a.js", accept_encoding="gzip")[2]) == SCRIPT


def test_only_files_are_kept_and_under_one_spelling() -> None:
    client = Client(kind=b"text/html; charset=utf-8")
    for _ in range(2):
        client.get("/foo/static/a.js", accept_encoding="gzip")
    assert len(client.made) == 2
    client = Client()
    for _ in range(2):
        client.get("/static/js/./a.js", accept_encoding="gzip")
    assert len(client.made) == 2


def test_the_cache_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compress_static_files, "MOST_BYTES", 0)
    client = Client()
    for _ in range(2):
        assert client.get("/static/js/a.js", accept_encoding="gzip")[0] == 200
    assert len(client.made) == 2
