"""Servers to measure: the unmodified app with three more pages, and plain Streamlit.

The three are `empty` (one slider, nothing of ours), `framed` (that slider in the frame of our pages) and `loaded`,
which lists the imported modules. Times are the server's processor time, which depends less on other load than wall
time.

The reference is `untouched`: plain Streamlit with our settings and as many pages, each with one slider. An empty page
of our own server is no reference, since everything that speeds up our pages speeds it up, too.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = {"MALLOC_ARENA_MAX": "2", "MALLOC_TRIM_THRESHOLD_": "1048576", "MALLOC_MMAP_THRESHOLD_": "1048576"}
"""Allocator settings, as in the Dockerfile and the systemd unit; tested."""

_PAGE = 'if __name__ == "__main__":'
"""First line of the part of app.py that runs for each visitor, where the pages are added."""
# A module, since Python imports it once, also with many simultaneous first visitors.
_MORE = """
import streamlit as st
from explorer.content import pages as listed
from explorer.ui.frame import navigation

build = st.navigation
more = [st.Page(f"pages/{name}.py", title=name, url_path=name) for name in ("empty", "loaded")]
st.navigation = lambda pages: build({**pages, "More": more})
navigation.PAGES = listed.PAGES = (*listed.PAGES, listed.PageInfo("framed", "Framed", "Nothing?", "Nothing", "n"))
"""
_PAGES = {
    "empty": """
import streamlit as st
st.slider("Nothing", 0, 1000, key="empty_slider")
""",
    "framed": """
import streamlit as st
from explorer import ui
ui.page_header("framed")
st.slider("Nothing", 0, 1000, key="framed_slider")
ui.page_footer("framed")
""",
    "loaded": """
import sys
import streamlit as st
st.code(" ".join(sorted(sys.modules)))
""",
}

_UNTOUCHED = """
import streamlit as st
st.set_page_config(page_title="Nothing", layout="wide", initial_sidebar_state=220)
st.navigation([st.Page(f"page_{{n}}.py", url_path=f"page_{{n}}", default=n == 0) for n in range({many})]).run()
"""


@dataclass(frozen=True)
class Server:
    """A running server: its port and its process."""

    port: int
    process: subprocess.Popen[bytes]

    def cpu(self) -> float:
        """Processor time of all threads of the process in seconds, to the microsecond."""
        # Linux: clock id of another process: its inverted process id, with 2 (scheduler) in the last three bits.
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def memory(self) -> float:
        """Resident memory in MB (10⁶ bytes)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) * 1024 / 1e6

    def open_files(self) -> int:
        """Number of open descriptors, including sockets."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))


@contextmanager
def server(
    log: Path | None = None,
    port: int = 0,
    core: int | None = None,
    enter: Callable[[int], None] = lambda process: None,
    **environment: str,
) -> Iterator[Server]:
    """Run the app with three more pages, on `port` or a free one, until the end of the context; `log` gets its output.

    Restricted to one `core`, if given. `enter` gets the process id at once.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "pages", folder / "pages")
        (folder / "static").symlink_to(ROOT / "static", target_is_directory=True)
        for page, text in _PAGES.items():
            (folder / "pages" / f"{page}.py").write_text(text, encoding="utf-8")
        (folder / "more_pages.py").write_text(_MORE, encoding="utf-8")
        app = with_more_pages((ROOT / "app.py").read_text(encoding="utf-8"))
        with _serving(folder, app, log, port, core, {"PYTHONPATH": str(ROOT)} | environment, enter) as running:
            yield running


def with_more_pages(app: str) -> str:
    """Source of app.py with the pages added where it begins to run for a visitor.

    Inserted after that line: at the top, the docstring would no longer be first, and Streamlit's "magic" would show it.

    Raises:
        ValueError: app.py no longer has that line.
    """
    before, found, after = app.partition(_PAGE)
    if not found:
        raise ValueError(f"Expected a line that begins with {_PAGE!r} in app.py, found none")
    rest, _, lines = after.partition("\n")
    return f"{before}{found}{rest}\n    import more_pages\n\n{lines}"


@contextmanager
def untouched(core: int | None = None) -> Iterator[Server]:
    """Run plain Streamlit with our settings and as many pages, each with one slider."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        many = len(list((ROOT / "pages").glob("*.py"))) + len(_PAGES)
        for number in range(many):
            (folder / f"page_{number}.py").write_text(_PAGES["empty"], encoding="utf-8")
        with _serving(folder, _UNTOUCHED.format(many=many), None, 0, core, {}) as running:
            yield running


@contextmanager
def _serving(
    folder: Path,
    app: str,
    log: Path | None,
    port: int,
    core: int | None,
    environment: dict[str, str],
    enter: Callable[[int], None] = lambda process: None,
) -> Iterator[Server]:
    shutil.copytree(ROOT / ".streamlit", folder / ".streamlit")
    (folder / "app.py").write_text(app, encoding="utf-8")
    port = port or free_port()
    command = [] if core is None else ["taskset", "--cpu-list", str(core)]
    command += [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    command += ["--server.headless", "true", "--server.address", "127.0.0.1"]
    with (log or Path(os.devnull)).open("wb") as out:
        process = subprocess.Popen(command, cwd=folder, env=os.environ | SETTINGS | environment, stdout=out, stderr=out)
        enter(process.pid)
    try:
        wait_for(port)
        yield Server(port, process)
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:  # on a machine with much other work; what was measured stays valid
            process.kill()
            process.wait()


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, seconds: float = 300) -> None:
    """Wait until a server answers on the port.

    Raises:
        TimeoutError: no answer within `seconds`.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5).close()
            return
        time.sleep(0.1)
    raise TimeoutError(f"no server on port {port} within {seconds:g} s")
