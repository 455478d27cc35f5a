"""Headers on every page, other sites' pages, and the visitor's address behind a proxy."""

from typing import Any

import pytest
import streamlit as st

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


@pytest.mark.parametrize("frames", [None, "'self' https://course.example", "'none'; script-src *"])
def test_every_page_has_the_headers_and_who_may_frame_it_is_a_setting(
    frames: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if frames is not None:
        monkeypatch.setenv(FRAMES, frames)
    for path, policy, referrer in (("/tokens", POLICY, "no-referrer"), ("/join", "default-src 'none'", "origin")):
        status, headers, _ = ask(path)
        framed = f"; frame-ancestors {frames.replace(';', '')}" if frames else ""
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
