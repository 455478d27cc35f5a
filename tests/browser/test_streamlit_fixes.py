"""Regression tests of `explorer.ui.streamlit_fixes`: each fails without the fix."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.classroom_server import bar, open_room


class SlowLine:
    """A student's connection whose replies can be delayed, as on a crowded wireless network."""

    def __init__(self, page: Page) -> None:
        self.held: list[str | bytes] | None = None
        page.route_web_socket("**/_stcore/stream", self._connect)

    def _connect(self, browser: WebSocketRoute) -> None:
        self.browser = browser
        server = browser.connect_to_server()
        browser.on_message(server.send)
        server.on_message(self._answer)

    def _answer(self, message: str | bytes) -> None:
        if self.held is None:
            self.browser.send(message)
        else:
            self.held.append(message)

    def hold(self) -> None:
        self.held = []

    def release(self) -> None:
        held, self.held = self.held or [], None
        for message in held:
            self.browser.send(message)


def test_a_press_that_comes_when_the_teacher_has_moved_the_class_leaves_no_white_page(
    new_page: Callable[..., Page], server: str
) -> None:
    teacher, student = new_page(), new_page(fresh=True)
    line = SlowLine(student)
    code = open_room(teacher, f"{server}/positions?p_part=Counting")
    student.goto(f"{server}/?room={code}")
    student.wait_for_url("**/positions?*", timeout=60_000)
    expect(bar(student).get_by_role("switch")).to_be_checked(timeout=60_000)
    expect(student.get_by_role("radio", name="tens")).to_be_visible(timeout=60_000)
    line.hold()
    teacher.get_by_test_id("stSidebarNav").get_by_role("link", name="Gradients").click()
    question = "Which rows learn from this sentence?"
    expect(teacher.get_by_role("heading", level=1, name=question)).to_be_visible(timeout=60_000)
    for _ in range(60):  # the server has switched the student's page, but its message has not arrived
        if line.held and any(b"Gradients" in message for message in line.held if isinstance(message, bytes)):
            break
        student.wait_for_timeout(500)
    student.get_by_test_id("stMain").get_by_text("tens", exact=True).click()
    student.wait_for_timeout(2_000)
    line.release()
    expect(student.get_by_role("heading", level=1, name=question)).to_be_visible(timeout=60_000)
    expect(bar(student)).to_contain_text(code)
