"""Scripts and styles are compressed once, and browsers keep ours."""

import gzip
from typing import Any

import pytest

from explorer.ui.server import compress_static_files
from explorer.ui.server.compress_static_files import CompressOnce
from tests.support import asgi_answer

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
