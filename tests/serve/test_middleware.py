"""What is answered before Streamlit is asked, and what is passed on."""

from __future__ import annotations

import gzip
from collections.abc import Coroutine
from typing import Any

import pytest

from explorer.content.pages import PAGES
from explorer.serve.middleware import OURS, First
from explorer.serve.undocumented import streamlits

SCRIPT = next((streamlits() / "static" / "js").glob("index.*.js")).name
MODULE = next(OURS.glob("chart-*.js")).name


def run(call: Coroutine[Any, Any, None]) -> None:
    """Run it to its end; nothing here waits for anything, and a browser test may have a loop running."""
    with pytest.raises(StopIteration):
        call.send(None)


def ask(path: str, method: str = "GET", base: str = "", **headers: str) -> tuple[dict[bytes, bytes], bytes] | None:
    """Headers and body that `First` answers with; None if it passed the request on."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        sent.append(None)

    async def receive() -> Any:
        raise AssertionError("nothing is to be read")

    async def send(message: Any) -> None:
        sent.append(message)

    told = {"accept-encoding": "gzip, deflate"} | {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {"type": "http", "method": method, "path": path}
    scope["headers"] = [(name.encode(), value.encode()) for name, value in told.items()]
    run(First(app, base)(scope, receive, send))
    if sent == [None]:
        return None
    start, body = sent
    assert start["status"] == 200
    return dict(start["headers"]), body["body"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_comes_with_its_question(page: Any) -> None:
    headers, body = ask("/" if page is PAGES[0] else f"/{page.name}") or ({}, b"")
    assert page.question in gzip.decompress(body).decode() and headers[b"cache-control"] == b"no-cache"


@pytest.mark.parametrize("path", [f"/static/js/{SCRIPT}", f"/app/static/{MODULE}"])
def test_files_for_ever_come_from_memory(path: str) -> None:
    found = ask(path)
    assert found and b"immutable" in found[0][b"cache-control"] and gzip.decompress(found[1])


@pytest.mark.parametrize(
    "path", ["/_stcore/health", "/start", "/home", "/nowhere", "/positions/", "/static/index.html", "/media/a.png"]
)
def test_everything_else_is_streamlits(path: str) -> None:
    assert ask(path) is None


def test_whoever_reads_no_gzip_or_wants_a_piece_is_streamlits() -> None:
    assert ask(f"/static/js/{SCRIPT}", accept_encoding="identity") is None
    assert ask(f"/static/js/{SCRIPT}", range="bytes=0-9") is None
    assert ask(f"/static/js/{SCRIPT}", "POST") is None


def test_the_head_alone_says_how_long_the_body_is() -> None:
    whole, head = ask("/tokens"), ask("/tokens", "HEAD")
    assert whole and head and head == (whole[0], b"") and int(head[0][b"content-length"]) == len(whole[1])


def test_below_another_address_only_what_is_below_it() -> None:
    for path in ("/school/explorer/", "/school/explorer/tokens"):
        assert ask(path, base="/school/explorer/")
    assert ask("/school/explorer", base="/school/explorer") is None, "Streamlit leads it to the address with a slash"
    assert ask(f"/school/explorer/static/js/{SCRIPT}", base="school/explorer")
    for path in ("/", "/tokens", f"/static/js/{SCRIPT}", "/school/explorers/tokens"):
        assert ask(path, base="school/explorer") is None


def test_a_socket_is_passed_on() -> None:
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    run(First(app)({"type": "websocket", "path": "/", "headers": []}, None, None))  # type: ignore[arg-type]
    run(First(app)({"type": "lifespan"}, None, None))  # type: ignore[arg-type]
    assert seen == ["websocket", "lifespan"]
