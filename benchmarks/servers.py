"""The app on a server of its own, to be measured: it runs as it is, with three pages more.

They are `empty` (one slider, nothing of ours), `framed` (that slider in the frame of all our pages) and `loaded`, which
says which modules are loaded. What is counted in seconds is the server's processor time, which a busy machine
changes less than what a clock on the wall says.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = {"MALLOC_ARENA_MAX": "2", "MALLOC_TRIM_THRESHOLD_": "131072"}
"""Of the allocator, as `make run`, the Dockerfile and the systemd unit set them; a test compares."""

_APP = 'if __name__ == "__main__":\n    import more_pages\n'
# A module and not a part of app.py: Python imports it once, however many visitors come to a new server at once.
_MORE = """
import streamlit as st
from explorer.content.pages import PageInfo
from explorer.ui.frame import navigation

build = st.navigation
more = [st.Page(f"pages/{name}.py", title=name, url_path=name) for name in ("empty", "loaded")]
st.navigation = lambda pages: build([*pages, *more])
navigation.PAGES = (*navigation.PAGES, PageInfo("framed", "Framed", "Nothing?", "Nothing", "n"))
"""
_PAGES = {
    "empty": """
import streamlit as st
st.slider("Nothing", 0, 1000, key="empty_slider")
""",
    "framed": """
import streamlit as st
from explorer import ui
ui.begin("framed")
st.slider("Nothing", 0, 1000, key="framed_slider")
ui.end("framed")
""",
    "loaded": """
import sys
import streamlit as st
st.code(" ".join(sorted(sys.modules)))
""",
}


@dataclass(frozen=True)
class Server:
    """A running server: its port and its process."""

    port: int
    process: subprocess.Popen[bytes]

    def cpu(self) -> float:
        """Seconds of processor time that the process has used in all its threads, to the microsecond."""
        # Linux: the clock of another process has its inverted number and "2" (the scheduler's) in the last three bits.
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def memory(self) -> float:
        """Resident memory in MB (10⁶ bytes)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) * 1024 / 1e6

    def open_files(self) -> int:
        """Number of open descriptors, sockets among them."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))


@contextmanager
def server(log: Path | None = None, port: int = 0, core: int | None = None, **environment: str) -> Iterator[Server]:
    """The app with three more pages, on a free port or this one, and stopped in the end; `log` gets what it prints.

    On one processor core only, if `core` is its number.
    """
    with tempfile.TemporaryDirectory() as name, suppress(ProcessLookupError):
        folder = Path(name)
        shutil.copytree(ROOT / "pages", folder / "pages")
        shutil.copytree(ROOT / ".streamlit", folder / ".streamlit")
        (folder / "static").symlink_to(ROOT / "static", target_is_directory=True)
        for page, text in _PAGES.items():
            (folder / "pages" / f"{page}.py").write_text(text, encoding="utf-8")
        (folder / "more_pages.py").write_text(_MORE, encoding="utf-8")
        (folder / "app.py").write_text(_APP + (ROOT / "app.py").read_text(encoding="utf-8"), encoding="utf-8")
        port = port or free_port()
        command = [] if core is None else ["taskset", "--cpu-list", str(core)]
        command += [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
        command += ["--server.headless", "true", "--server.address", "127.0.0.1"]
        variables = os.environ | SETTINGS | {"PYTHONPATH": str(ROOT)} | environment
        with (log or Path(os.devnull)).open("wb") as out:
            process = subprocess.Popen(command, cwd=folder, env=variables, stdout=out, stderr=out)
        try:
            wait_for(port)
            yield Server(port, process)
        finally:
            process.terminate()
            process.wait(20)


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, seconds: float = 60) -> None:
    """Wait until a server answers on the port.

    Raises:
        TimeoutError: it doesn't within `seconds`.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5).close()
            return
        time.sleep(0.1)
    raise TimeoutError(f"no server on port {port} within {seconds:g} s")
