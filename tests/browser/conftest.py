"""A real server and a real Chromium. A missing browser is an error that names the command to install it, not a skip."""

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, expect, sync_playwright

from benchmarks.app_server import free_port
from tests.support import PATIENCE, WATCH_MESSAGES

ROOT = Path(__file__).resolve().parents[2]
collect_ignore = ["apps"]  # Streamlit scripts: a server runs them
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
FLAGS += ["--font-render-hinting=none"]  # letter widths as on a phone, not rounded up to pixels
# Pages live for seconds: V8's optimizing compilers cost more of a core than they save (an eighth of the tests' time).
FLAGS += ["--js-flags=--no-opt --no-maglev"]
SERVED = """import streamlit as st
from explorer.ui import server
app = st.App("{name}", middleware=server.MIDDLEWARE)
"""

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)


def start_server(
    app: Path = ROOT / "app.py", port: int = 0, below: str = "", **environ: str
) -> tuple[subprocess.Popen[bytes], str]:
    """Start a fresh server on a local port (default: a free one), `below` a path; returns its URL without the path."""
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(app), "--server.port", str(port)]
    command += ["--server.headless", "true", "--server.address", "127.0.0.1", "--server.fileWatcherType", "none"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | environ
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address, until = f"http://127.0.0.1:{port}", time.monotonic() + 300
    while process.poll() is None and time.monotonic() < until:
        try:
            urllib.request.urlopen(f"{address}{below}/_stcore/health", timeout=30).close()
            return process, address
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise RuntimeError("The server did not answer")


@pytest.fixture
def fresh_server() -> Iterator[str]:
    """A server without any earlier request."""
    process, address = start_server()
    yield address
    process.terminate()
    process.wait(120)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The app's server, shared by the tests of this process."""
    process, address = start_server()
    yield address
    process.terminate()
    process.wait(120)


@pytest.fixture
def school(tmp_path: Path) -> Iterator[Any]:
    """A server with its own file of rooms, for a test that kills it; other room tests share `server`."""
    from tests.browser.classroom_server import School

    running = School(tmp_path)
    yield running
    running.kill()


@pytest.fixture(scope="session")
def app_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], str]]:
    """Start a test's own small apps with our middleware: `app_server(path)` returns the URL."""
    running: dict[Path, tuple[subprocess.Popen[bytes], str]] = {}

    def address_of(path: Path) -> str:
        if path not in running:
            # Streamlit serves static/ beside the script it runs.
            folder = tmp_path_factory.mktemp("app")
            (folder / "static").symlink_to(ROOT / "static", target_is_directory=True)
            shutil.copy(path, folder)
            (folder / "served.py").write_text(SERVED.format(name=path.name), encoding="utf-8")
            running[path] = start_server(folder / "served.py")
        return running[path][1]

    yield address_of
    for process, _ in running.values():
        process.terminate()
        process.wait(120)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


def launch(driver: Playwright, *extra: str) -> Browser:
    """Debian's headless Chromium if installed (or $CHROMIUM), else Playwright's. The headless build takes a sixth less
    of a core."""
    names = [os.environ.get("CHROMIUM", ""), "chromium-headless-shell", "chromium", "chromium-browser"]
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    try:
        return driver.chromium.launch(executable_path=found, args=[*FLAGS, *extra])
    except Error as problem:
        pytest.fail(
            "No Chromium. Install one with `apt-get install chromium` (Debian, as root) or "
            f"`python -m playwright install chromium`, or set CHROMIUM to its path. ({problem.message.splitlines()[0]})"
        )


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    instance = launch(playwright)
    yield instance
    instance.close()


class Tab:
    """One tab shared by many tests, so that Streamlit's scripts are compiled once.

    A page in its own browser context costs 2.8 s of processor time, a page in this tab 1.1 s.
    """

    def __init__(self, browser: Browser, server: str, touch: bool) -> None:
        self._browser, self._server, self._touch = browser, server, touch
        self._page: Page | None = None
        self.problems: list[str] = []
        self.asked: set[str] = set()

    def opened(self, scheme: str, width: int, height: int) -> Page:
        """Reset the tab: no storage, no permissions."""
        if self._page is None:
            self._page = _page(_context(self._browser, has_touch=self._touch), self.problems)
            self._page.on("request", lambda request: self.asked.add(urlparse(request.url).netloc))
        self._page.emulate_media(color_scheme=scheme, media="null", reduced_motion="null", forced_colors="null")
        self._page.set_viewport_size({"width": width, "height": height})
        return self._page

    def clear(self) -> list[str]:
        """Leave the page, clear its storage, and report errors; after a test with other tabs or servers the tab is
        closed."""
        assert self._page is not None
        if (
            self._page.is_closed()
            or len(self._page.context.pages) > 1
            or self.asked - {"", urlparse(self._server).netloc}
        ):
            self._page.context.close()
            self._page = None
        else:
            self._page.goto(f"{self._server}/_stcore/health")
            self._page.evaluate("localStorage.clear(), sessionStorage.clear()")
            self._page.context.clear_permissions()
        found = list(self.problems)
        self.problems.clear()
        self.asked.clear()
        return found


@pytest.fixture(scope="session")
def tabs(browser: Browser, server: str) -> dict[bool, list[Tab]]:
    """Shared tabs, each of another visitor; those with a touch screen are under True."""
    return {touch: [Tab(browser, server, touch) for _ in range(3)] for touch in (False, True)}


@pytest.fixture
def new_page(playwright: Playwright, browser: Browser, tabs: dict[bool, list[Tab]]) -> Iterator[Callable[..., Page]]:
    """Open pages, each of another visitor: `new_page(scheme="dark", width=390)`. They are in tabs shared by all tests,
    except `fresh` ones (for a test that adds scripts or routes), and those with `flags`, in a browser of their own.

    After the test: no request left the machine, and the browser's console has no error.
    """
    browsers: list[Browser] = []
    contexts: list[BrowserContext] = []
    problems: list[str] = []
    used: list[Tab] = []

    def opened(
        scheme: str = "light",
        width: int = 1440,
        height: int = 900,
        touch: bool = False,
        fresh: bool = False,
        flags: Sequence[str] = (),
    ) -> Page:
        free = [tab for tab in tabs[touch] if tab not in used]
        if free and not fresh and not flags:
            used.append(free[0])
            return free[0].opened(scheme, width, height)
        if flags:
            browsers.append(launch(playwright, *flags))
        contexts.append(_context(browsers[-1] if flags else browser, color_scheme=scheme, has_touch=touch))
        page = _page(contexts[-1], problems)
        page.set_viewport_size({"width": width, "height": height})
        return page

    yield opened
    for opener in (*contexts, *browsers):
        opener.close()
    for tab in used:
        problems += tab.clear()
    assert problems == []


def _context(browser: Browser, **how: Any) -> BrowserContext:
    context = browser.new_context(accept_downloads=True, **how)
    context.add_init_script(WATCH_MESSAGES)
    context.set_default_timeout(PATIENCE)
    return context


def _page(context: BrowserContext, problems: list[str]) -> Page:
    """A page that records requests that leave this machine, and script errors."""
    page = context.new_page()
    page.on("request", lambda request: _check(request.url, problems))
    page.on("pageerror", lambda error: problems.append(f"script error: {error}"))
    return page


def _check(url: str, problems: list[str]) -> None:
    address = urlparse(url)
    if address.scheme in ("http", "https", "ws", "wss") and address.hostname not in ("127.0.0.1", "localhost"):
        problems.append(f"a request left the machine: {url}")


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """One page, light, 1440 × 900."""
    return new_page()


@pytest.fixture
def fresh_page(new_page: Callable[..., Page]) -> Page:
    """The same in its own browser context."""
    return new_page(fresh=True)
