"""A lost connection, a restarted server, and a network without WebSockets.

After a reconnection field, picture and URL agree again.
"""

import socket
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.app_server import free_port
from tests.browser.conftest import start_server
from tests.support import PATIENCE, one_of_each, settle


class Line:
    """A TCP proxy between browser and server, which can be cut."""

    refuses = False
    """Whether it refuses WebSockets, as the filter of a school may."""

    def __init__(self, port: int) -> None:
        self.port, self.whole, self._ends = port, True, list[socket.socket]()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                try:
                    if not self.whole:
                        raise OSError("cut")
                    far = socket.create_connection(("127.0.0.1", self.port))
                except OSError:
                    near.close()
                    continue
                self._ends += [near, far]
                for ends in ((near, far), (far, near)):
                    Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while data := here.recv(65536):
                if self.refuses and b"upgrade: websocket" in data.lower():
                    here.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                    break
                there.sendall(data)
        self._end(here, there)

    def _end(self, *ends: socket.socket) -> None:
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def cut(self) -> None:
        self.whole = False
        self._end(*self._ends)

    def close(self) -> None:
        self._end(self._door)
        self._door.close()
        self.cut()


class Served:
    """A server behind such a proxy; it can be restarted, as after an update."""

    def __init__(self) -> None:
        self.port = free_port()
        self.line = Line(self.port)
        self.start()

    def start(self) -> None:
        self._process, _ = start_server(port=self.port)

    def stop(self) -> None:
        self._process.kill()
        self._process.wait(120)


@pytest.fixture
def served() -> Iterator[Served]:
    running = Served()
    yield running
    running.line.close()
    running.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page without the check of the console, where a cut connection writes errors."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def expect_disconnected(page: Page) -> None:
    expect(page.get_by_text("No connection to the server")).to_be_visible()


def expect_reconnected(page: Page) -> None:
    expect(page.get_by_text("No connection to the server")).to_be_hidden()
    settle(page)


@pytest.mark.parametrize("refused", one_of_each([True, False], others=pytest.mark.nightly))
def test_a_network_that_blocks_websockets_is_named_and_join_is_offered(page: Page, server: str, refused: bool) -> None:
    line = Line(int(server.rsplit(":", 1)[1]))
    line.refuses = refused
    if not refused:
        page.route_web_socket("**/_stcore/stream", lambda socket: socket.close())
    page.goto(f"{line.address}/positions")
    notice = page.get_by_role("alert").filter(has_text="WebSocket")
    expect(notice).to_be_visible()
    page.wait_for_timeout(3_000)  # it tries again meanwhile
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("/_stcore/stream")
    notice.get_by_role("link", name="/join").click()
    expect(page.get_by_role("textbox")).to_be_visible()
    line.close()


def test_what_was_typed_without_a_connection_is_read_and_an_own_table_after_a_restart(
    page: Page, served: Served
) -> None:
    page.goto(f"{served.line.address}/tokens")
    settle(page)
    expect(page.locator(".chip")).to_have_count(6)
    box = page.get_by_role("textbox", name="Type here")
    box.fill("The dog sat")
    served.line.cut()
    box.press("Control+Enter")
    expect_disconnected(page)
    served.line.whole = True
    expect_reconnected(page)
    expect(page.locator(".chip")).to_have_count(3)
    assert "text=The+dog+sat" in page.url and box.input_value() == "The dog sat"
    # After a restart of the server a visitor's own table can be uploaded again.
    data = b"word,x,y\na,1,2\nb,1,3\nc,5,6\nd,0,1\n"
    mine = {"name": "mine.csv", "mimeType": "text/csv", "buffer": data}
    page.goto(f"{served.line.address}/projection?j_part=Map&j_table=Your file")
    settle(page)
    page.locator("input[type=file]").first.set_input_files(mine)
    settle(page, charts=1)
    served.stop()
    expect_disconnected(page)
    told = page.get_by_role("alertdialog")
    expect(told).to_be_visible()
    expect(told).to_contain_text("start the server again")
    covers = (
        "told => told.matches(':popover-open') && told.clientWidth >= innerWidth && told.clientHeight >= innerHeight"
    )
    assert told.evaluate(covers), "Streamlit's own message is behind it: a popover is above all else"
    served.start()
    expect(told).to_be_hidden()
    expect_reconnected(page)
    expect(page.get_by_text("Choose a file to see it here.")).to_be_visible()
    expect(page.get_by_text("mine.csv")).to_have_count(0)  # the upload boxes are new: the file is gone
    page.locator("input[type=file]").first.set_input_files(mine)
    settle(page, charts=1)
