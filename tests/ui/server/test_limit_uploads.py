"""Uploads: only where a box is, within the bytes of a page and of all, and given back when the page is left."""

import asyncio
import re
import time
import urllib.error
import urllib.request
from typing import Any

import pytest

from benchmarks.app_server import server
from benchmarks.simulated_visitor import Visitor
from explorer.ui.frame.upload_box import HEADER, MOST_OF_ALL, MOST_OF_ONE, UNUSED, UploadBudget
from explorer.ui.server.limit_uploads import LimitUploads
from tests.support import run_async

MB = 1_000_000


class Server:
    """A server that keeps what it is sent, as Streamlit does. Each letter is a page of an address of its own."""

    def __init__(self) -> None:
        self.files: dict[str, int] = {}
        self.now, self.fails, self.names = 0.0, False, dict[str, str]()
        self.budget = UploadBudget(lambda: self.now)
        self.app = LimitUploads(self.answer, self.budget)
        for page in "abcdefg":
            run_async(self.app(self.scope("websocket", page, "", {HEADER.lower(): "forged"}), None, None))  # type: ignore[arg-type]

    def scope(self, kind: str, page: str, method: str, headers: dict[str, str], url: str = "") -> dict[str, Any]:
        pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
        client = (f"192.0.2.{ord(page)}", 1)
        return {"type": kind, "method": method, "path": f"/base/{page}/{url}", "client": client, "headers": pairs}

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        if scope["type"] == "websocket":
            page = scope["path"].split("/")[2]
            self.names[page] = headers[HEADER.lower()]
            self.budget.open(self.names[page] + page, scope["client"][0])  # stays open after this call
            self.names[page] += page
            return
        if scope["method"] == "PUT" and not self.fails:
            self.files[scope["path"]] = int(headers["content-length"])
        if scope["method"] == "DELETE":
            assert headers == {"x-token": "a"}
            self.files.pop(scope["path"], None)
        await send({"type": "http.response.start", "status": 500 if self.fails else 204, "headers": []})

    def ask(self, page: str, file: str, size: object, method: str = "PUT") -> int:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def whole() -> None:
            headers = {"x-token": "a"} | ({} if size is None else {"content-length": str(size)})
            await self.app(self.scope("http", page, method, headers, file), None, send)  # type: ignore[arg-type]
            await asyncio.sleep(0.01)  # for what is deleted besides

        run_async(whole())
        return int(sent[0]["status"])

    def draw(self, page: str, *files: str) -> None:
        self.budget.draw(self.names[page], set(files))

    @property
    def held(self) -> int:
        return sum(file.size for file in self.budget._files.values())


def test_a_page_without_a_box_takes_no_file_and_one_with_a_box_takes_some() -> None:
    server = Server()
    assert "forged" not in "".join(server.names.values())
    assert server.ask("a", "1", MB) == 413 and not server.files
    server.draw("a")
    assert [server.ask("a", "1", size) for size in (None, "x", -1, "²")] == 4 * [411] and not server.files
    taken = [server.ask("a", f"{number}", 25 * MB) for number in range(40)]
    assert taken == [204, 204] + 38 * [413] and sum(server.files.values()) <= MOST_OF_ONE
    assert server.ask("a", "0", None, "DELETE") == 204  # the visitor removes one in the box
    assert server.ask("a", "new", 25 * MB) == 204


def test_all_together_are_bounded_and_of_each_page() -> None:
    server = Server()
    taken = []
    for page in "abcdefg":
        server.draw(page)
        taken.append(server.ask(page, f"{page}1", 25 * MB))
        server.draw(page, f"{page}1")
    assert taken == [204] * 4 + [413] * 3 and sum(server.files.values()) == server.held <= MOST_OF_ALL
    server.budget.close(server.names["b"])  # leaves
    assert server.ask("f", "f1", 25 * MB) == 204 and "/base/b/b1" not in server.budget._files
    server.budget.close(server.names["c"])
    assert server.ask("a", "a2", 25 * MB) == 204
    server.draw("a", "a1", "a2", "d1")
    assert server.held <= MOST_OF_ALL - MOST_OF_ONE, "a page that says it has more than it may loses all"


@pytest.mark.parametrize("left", [True, False])
def test_a_file_goes_when_its_page_is_left_or_if_no_page_has_it(left: bool) -> None:
    server = Server()
    for page in "abc":
        server.draw(page)
    assert [server.ask(page, f"{page}{n}", 25 * MB) for page in "ab" for n in range(2)] == 4 * [204]
    server.draw("a", *(["a0", "a1"] if left else []))
    assert server.ask("c", "c", 25 * MB) == 413
    if left:
        server.budget.leave(server.names["a"])
        assert server.ask("a", "a2", MB) == 413, "another page"
    else:
        server.now += UNUSED + 1
    assert server.ask("c", "c", 25 * MB) == 204 and server.held <= MOST_OF_ALL


def test_a_file_counts_while_it_is_sent_and_not_after_it_failed() -> None:
    server = Server()
    server.draw("a")
    server.fails = True
    assert server.ask("a", "2", 50 * MB) == 500 and not server.held
    assert server.ask("a", "2", None, "DELETE") == 500
    server.fails = False
    assert server.ask("a", "2", 50 * MB) == 204 and server.held == 50 * MB
    assert server.ask("a", "2", 50 * MB) == 204 and server.held == 50 * MB, "the same again"


@pytest.mark.slow
def test_streamlit_deletes_what_was_uploaded_on_a_page_that_is_left() -> None:
    with server(STREAMLIT_SERVER_ENABLE_XSRF_PROTECTION="false") as running:
        address = f"http://127.0.0.1:{running.port}/_stcore"

        def stored() -> int:
            told = urllib.request.urlopen(f"{address}/metrics", timeout=300).read().decode()
            return sum(int(size) for size in re.findall(r'(?m)^.*"UploadedFileManager".* (\d+)$', told))

        def put(visitor: Visitor) -> int:
            edge = (
                b'--e\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'
                + b"0123456789"
                + b"\r\n--e--\r\n"
            )
            kind = {"Content-Type": "multipart/form-data; boundary=e"}
            url = f"{address}/upload_file/{visitor.session}/x"
            try:
                asked = urllib.request.Request(url, edge, kind, method="PUT")
                return int(urllib.request.urlopen(asked, timeout=300).status)
            except urllib.error.HTTPError as error:
                return error.code

        with Visitor(running.port, "home") as visitor:
            assert put(visitor) == 413
        text = b"word,x,y\n" + b"".join(b"w%d,%d,1\n" % (n, n) for n in range(50_000))
        with Visitor(running.port, "projection", {"j_part": "Map", "j_table": "Your file"}) as visitor:
            visitor.upload("j_file", "a.csv", text)
            assert stored() >= len(text)
            visitor.ask()
            assert stored() >= len(text), "the same page"
            visitor.page, visitor.query, visitor.hash = "tokens", "", ""
            visitor.ask()
            until = time.monotonic() + 300
            while stored() and time.monotonic() < until:
                time.sleep(0.1)
            assert not stored()
