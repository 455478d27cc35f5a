"""A server with rooms for classroom tests, and a helper that opens a room."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from benchmarks.app_server import free_port
from tests.browser.conftest import start_server


class School:
    """A server with a file of rooms, which can be killed and restarted at the same URL."""

    def __init__(self, folder: Path) -> None:
        self.environ = {"EXPLORER_ROOMS": str(folder / "rooms.sqlite")}
        self.port = free_port()
        self.process, self.address = start_server(port=self.port, **self.environ)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(120)

    def again(self) -> None:
        self.process, _ = start_server(port=self.port, **self.environ)


def bar(page: Page) -> Locator:
    return page.locator(".st-key-room_bar")


def open_room(page: Page, address: str) -> str:
    """The teacher opens a room; returns its code."""
    page.goto(address)
    page.get_by_role("button", name="Open a room").click()
    expect(bar(page)).to_contain_text(re.compile("0 students here|0 of 0 answered"))
    page.get_by_role("button", name="Back to the lesson").click()
    # A tab that leaves the page before it has stored its seat loses the room.
    page.wait_for_function("() => sessionStorage['explorer-room']")
    page.wait_for_url(re.compile("room=[A-Z]{6}"))  # the line itself is drawn anew when the invitation is closed
    code = re.search("room=([A-Z]{6})", page.url).group(1)
    expect(bar(page)).to_contain_text(f"Room {code}")
    return code


def reveal_answer(teacher: Page) -> None:
    """Show the class's guesses, then reveal the answer."""
    for press in ("Show the guesses", "Reveal the answer"):
        bar(teacher).get_by_role("button", name=press).click()


def end_room(teacher: Page, *, answered: bool = True) -> None:
    """End the room, which asks for a tick first where it has answers."""
    bar(teacher).get_by_role("button", name="More").click()
    end = teacher.get_by_role("button", name="End it now")
    if answered:
        expect(end).to_be_disabled()
        teacher.get_by_text("I have kept what I need").click()
    expect(end).to_be_enabled()
    end.click()
