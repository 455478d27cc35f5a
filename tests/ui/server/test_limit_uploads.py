"""Uploads: only where a box is, within the bytes of a session and of all, and given back when the page is left."""

from __future__ import annotations

import asyncio
from typing import Any

from streamlit.testing.v1 import AppTest

from explorer.ui.frame import upload_box
from explorer.ui.frame.upload_box import MOST_OF_ALL, MOST_OF_ONE, UploadBudget
from explorer.ui.server.limit_uploads import LimitUploads

MB = 1_000_000


class Server:
    """A server that keeps what it is sent, as Streamlit does."""

    def __init__(self) -> None:
        self.files: dict[tuple[str, str], int] = {}
        self.open, self.fails, self.leaves = set("abcdefgh"), False, False
        self.budget = UploadBudget(lambda *file: file in self.files, self.open.__contains__, self.remove)
        self.app = LimitUploads(self.keep, self.budget)

    def remove(self, session: str) -> None:
        self.files = {file: size for file, size in self.files.items() if file[0] != session}

    async def keep(self, scope: Any, receive: Any, send: Any) -> None:
        if self.leaves:
            self.budget.give_back("a")
        if not self.fails:
            session, file = scope["path"].split("/")[-2:]
            self.files[session, file] = int(dict(scope["headers"])[b"content-length"])
        await send({"type": "http.response.start", "status": 500 if self.fails else 204, "headers": []})

    def put(self, session: str, file: str, size: object, method: str = "PUT") -> int:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "method": method, "path": f"/base/_stcore/upload_file/{session}/{file}"}
        headers = [] if size is None else [(b"content-length", str(size).encode())]
        asyncio.run(self.app({**scope, "headers": headers}, None, send))  # type: ignore[arg-type]
        return int(sent[0]["status"])


def test_a_page_without_a_box_takes_no_file_and_one_with_a_box_takes_some() -> None:
    server = Server()
    assert server.put("a", "1", MB) == 413 and not server.files
    server.budget.allow("a")
    assert [server.put("a", "1", size) for size in (None, "x", -1)] == [411, 411, 411] and not server.files
    taken = [server.put("a", f"{number}", 25 * MB) for number in range(40)]
    assert taken == [204, 204] + 38 * [413] and sum(server.files.values()) <= MOST_OF_ONE
    del server.files["a", "0"]  # the visitor removes one in the box
    assert server.put("a", "new", 25 * MB) == 204


def test_all_together_are_bounded_and_what_is_left_is_given_back() -> None:
    server = Server()
    for session in "abcdefg":
        server.budget.allow(session)
    taken = [server.put(session, "1", 25 * MB) for session in "abcdefg"]
    assert taken == [204] * 4 + [413] * 3 and sum(server.files.values()) <= MOST_OF_ALL
    server.budget.give_back("a")  # opens another page
    assert ("a", "1") not in server.files and server.put("a", "2", MB) == 413
    assert server.put("e", "1", 25 * MB) == 204 and server.put("f", "1", 25 * MB) == 413
    server.open.discard("b")  # leaves
    assert server.put("f", "1", 25 * MB) == 204 and ("b", "1") not in server.files


def test_a_file_counts_while_it_is_sent_and_not_after_it_failed() -> None:
    server = Server()
    server.budget.allow("a")
    assert server.budget.reserve("a", "1", 30 * MB) == "" and server.put("a", "2", 25 * MB) == 413
    assert server.put("a", "1", MB) == 413, "it is on its way"
    server.budget.settle("a", "1")
    server.fails = True
    assert server.put("a", "2", 50 * MB) == 500
    server.fails, server.leaves = False, True
    assert server.put("a", "2", 50 * MB) == 204 and not server.files, "the page was left meanwhile"


def test_other_requests_pass() -> None:
    server = Server()
    assert server.put("a", "1", MB, "DELETE") == 204 and not server.budget._coming


def test_a_box_on_a_page_lets_its_session_upload_until_the_page_is_left(monkeypatch: Any) -> None:
    server = Server()

    def page() -> None:
        import streamlit as st

        from explorer.ui.frame import upload_box

        upload_box.leave_boxes(st.session_state["page"])
        if st.session_state["page"] == "projection":
            upload_box.upload_box("A table", key="file")

    monkeypatch.setattr(upload_box, "BUDGET", server.budget)
    monkeypatch.setattr(upload_box.runtime, "exists", lambda: True)
    app = AppTest.from_function(page)
    for name, allowed in (("home", False), ("projection", True), ("projection", True), ("home", False)):
        app.session_state["page"] = name
        app.run()
        assert bool(server.budget._held) == allowed, name
        if allowed:
            server.open.update(server.budget._held)
            assert server.put(*server.budget._held, "1", MB) == 204
    assert not server.files
