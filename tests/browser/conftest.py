"""A real server and a real Chromium. A missing browser fails with the line to type; it never skips."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Browser, Error, Page, Playwright, sync_playwright

from benchmarks.servers import free_port
from tests.support import WATCH_MESSAGES

ROOT = Path(__file__).resolve().parents[2]
collect_ignore = ["apps"]  # Streamlit scripts: a server runs them
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)


def start_server(app: Path = ROOT / "app.py", port: int = 0, **environ: str) -> tuple[subprocess.Popen[bytes], str]:
    """A fresh Streamlit server on a port of this machine (by default a free one), and its address."""
    port = port or free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(app), "--server.port", str(port)]
    command += ["--server.headless", "true", "--server.address", "127.0.0.1", "--server.fileWatcherType", "none"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | environ
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=2).close()
            return process, address
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise RuntimeError("The server did not answer within a minute")


@pytest.fixture
def fresh_server() -> Iterator[str]:
    """A server that nobody has asked anything yet."""
    process, address = start_server()
    yield address
    process.terminate()
    process.wait(20)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The app's server, shared by the tests of this process."""
    process, address = start_server()
    yield address
    process.terminate()
    process.wait(20)


@pytest.fixture(scope="session")
def app_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], str]]:
    """Start small apps of a test's own: `app_server(path)` gives the address."""
    running: dict[Path, tuple[subprocess.Popen[bytes], str]] = {}

    def address_of(path: Path) -> str:
        if path not in running:
            # Streamlit serves static/ beside the script it runs.
            folder = tmp_path_factory.mktemp("app")
            (folder / "static").symlink_to(ROOT / "static", target_is_directory=True)
            running[path] = start_server(Path(shutil.copy(path, folder)))
        return running[path][1]

    yield address_of
    for process, _ in running.values():
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


def launch(driver: Playwright, *extra: str) -> Browser:
    """Debian's Chromium (or $CHROMIUM), else the one that Playwright installed."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
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


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open pages in contexts of their own: `new_page(scheme="dark", width=390)`.

    After the test: not one request left the machine, and the browser's console holds no error.
    """
    contexts = []
    problems: list[str] = []

    def watch(page: Page) -> None:
        page.on("request", lambda r: _check(r.url, problems))
        page.on("pageerror", lambda error: problems.append(f"script error: {error}"))

    def opened(scheme: str = "light", width: int = 1440, height: int = 900, touch: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, accept_downloads=True, has_touch=touch
        )
        context.add_init_script(WATCH_MESSAGES)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(90_000)  # milliseconds: the two cores may be busy with other tests
        watch(page)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


def _check(url: str, problems: list[str]) -> None:
    address = urlparse(url)
    if address.scheme in ("http", "https", "ws", "wss") and address.hostname not in ("127.0.0.1", "localhost"):
        problems.append(f"a request left the machine: {url}")


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """One page, light, 1440 × 900."""
    return new_page()
