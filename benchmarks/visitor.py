"""The app on a server of its own, and a visitor without a browser, over Streamlit's WebSocket (seen in 1.67).

The server runs the app as it is, with three pages more: `empty` (one slider, nothing of ours), `framed` (that slider in
the frame that all our pages have) and `loaded`, which says which modules are loaded. What is counted in seconds is the
server's processor time, which a busy machine changes less than what a clock on the wall says.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = {"MALLOC_ARENA_MAX": "2", "MALLOC_TRIM_THRESHOLD_": "131072"}
"""Of the allocator, as `make run`, the Dockerfile and the systemd unit set them; a test compares."""

_APP = "import more_pages\n"
# A module and not a part of app.py: Python imports it once, however many visitors come to a new server at once.
_MORE = """
import streamlit as st
from explorer.ui.frame import navigation

build = st.navigation
more = [st.Page(f"pages/{name}.py", title=name, url_path=name) for name in ("empty", "loaded")]
st.navigation = lambda pages: build([*pages, *more])
navigation.PAGES = (*navigation.PAGES, navigation.PageInfo("framed", "Framed", "Nothing?", "Nothing", "n"))
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


@dataclass
class Widget:
    """What a visitor may change: its kind, the fragment it lies in, and what it can be set to."""

    kind: str
    id: str
    key: str
    label: str
    fragment: str
    low: float = 0.0
    high: float = 0.0
    step: float = 1.0
    options: list[str] = field(default_factory=list)

    def values(self) -> Iterator[Any]:
        """Values without end: all options in turn, or places spread over the whole range, none twice in a row."""
        wanderer = random.Random(7)  # noqa: S311 - the same walk each time
        turn = 0
        while True:
            turn += 1
            if self.options:
                yield self.options[turn % len(self.options)]
            elif self.kind in ("checkbox", "toggle"):
                yield bool(turn % 2)
            elif self.kind == "text_area":
                yield " ".join(wanderer.sample(WORDS, 6))
            elif self.kind == "text_input":  # a field for one word
                yield WORDS[turn % len(WORDS)]
            elif self.kind == "number_input":
                yield self.low + self.step * (turn % 7)
            else:
                steps = int((self.high - self.low) / self.step + 0.5)
                yield self.low + self.step * (int(steps * (turn * 0.6180339887)) % (steps + 1))


WORDS = [
    "the",
    "a",
    "cat",
    "dog",
    "mat",
    "river",
    "stone",
    "blue",
    "old",
    "small",
    "sat",
    "ran",
    "fell",
    "sings",
    "under",
    "over",
    "on",
    "with",
    "and",
    "then",
    "king",
    "queen",
    "man",
    "woman",
    "house",
    "tree",
    "water",
    "fire",
    "bread",
    "milk",
    "apple",
    "horse",
    "bird",
    "fish",
    "ship",
    "road",
    "city",
    "garden",
    "window",
    "door",
    "table",
    "chair",
    "book",
    "letter",
    "music",
    "song",
    "dance",
    "summer",
    "winter",
    "night",
    "morning",
    "green",
    "red",
    "black",
    "white",
    "young",
    "great",
    "little",
    "good",
    "bad",
    "new",
    "first",
    "last",
    "north",
    "south",
    "east",
    "west",
    "paris",
    "london",
    "rome",
    "france",
    "england",
    "spain",
    "monday",
    "friday",
    "january",
    "august",
    "seven",
    "eight",
    "hundred",
    "walked",
    "walking",
    "speaks",
    "spoken",
    "happy",
    "angry",
    "brother",
    "sister",
    "mother",
    "father",
    "teacher",
    "doctor",
    "school",
    "church",
    "market",
    "bridge",
    "island",
    "mountain",
]
_MAIN = ("slider", "text_area", "text_input", "number_input", "selectbox", "button_group", "radio", "checkbox")
_NOT_OF_A_PART = re.compile(r".*_part|present|.*_(data|code|claims)|guide.*")


class FailedPageError(RuntimeError):
    """A page that isn't there, shows an error box, or doesn't compile."""


class Visitor:
    """One open page. Finds its widgets, changes them, and counts what arrives.

    Attributes:
        widgets: what is on the page, by key where it has one, else by its label.
        received, elements: bytes and elements of the last run.
        ids: every id that an element of the page has had, and the fragment it lies in.
        texts: what the last run's text elements, captions, alerts and code say.
    """

    def __init__(self, port: int, page: str, query: dict[str, str] | None = None) -> None:
        self._line = connect(f"ws://127.0.0.1:{port}/_stcore/stream", subprotocols=["streamlit"], max_size=None)
        self.socket = self._line.__enter__()
        self.page, self.query, self.hash = page, urllib.parse.urlencode(query or {}), ""
        self.widgets: dict[str, Widget] = {}
        self.received = self.elements = 0
        self.texts: list[str] = []
        self.ids: dict[str, str] = {}
        self._known: list[str] = []
        try:
            self.ask()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave."""
        self._line.__exit__(None, None, None)

    def main(self) -> Widget | None:
        """The widget that a visitor of this part changes first: the first slider, else the first of another kind."""
        own = [w for w in self.widgets.values() if not _NOT_OF_A_PART.fullmatch(w.key) and len(w.options) != 1]
        shown = [w for w in own if w.kind != "slider" or w.options or w.high > w.low]
        return next((w for kind in _MAIN for w in shown if w.kind == kind), None)

    def ask(self, widget: Widget | str | None = None, value: Any = None) -> float:
        """Run the page again, or with a widget's new value; seconds on the clock until the script has finished.

        Raises:
            FailedPageError: the page shows an error box.
        """
        message = BackMsg()
        rerun = message.rerun_script
        rerun.query_string, rerun.page_name, rerun.page_script_hash = self.query, self.page, self.hash
        rerun.cached_message_hashes.extend(self._known)
        if widget is not None:
            widget = self.widgets[widget] if isinstance(widget, str) else widget
            rerun.fragment_id = widget.fragment
            set_value(rerun.widget_states.widgets.add(id=widget.id), widget, value)
        return self.send(message.SerializeToString())

    def send(self, message: bytes) -> float:
        """Send a message as it is; seconds on the clock until a script has finished.

        Raises:
            FailedPageError: the page shows an error box.
        """
        self.received = self.elements = 0
        self.texts = []
        begin = time.perf_counter()
        self.socket.send(message)
        while not self._finished():
            pass
        return time.perf_counter() - begin

    def _finished(self) -> bool:
        if hasattr(socket, "TCP_QUICKACK"):
            # Otherwise Linux holds back acknowledgements, and the server waits 40 ms for them between small messages.
            self.socket.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        raw = self.socket.recv(timeout=120)
        self.received += len(raw)
        message = ForwardMsg()
        message.ParseFromString(bytes(raw))
        if message.metadata.cacheable and message.hash:
            self._known = [*self._known[-50:], message.hash]
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.hash = message.new_session.page_script_hash
        elif kind == "navigation":
            self.hash = message.navigation.page_script_hash or self.hash
        elif kind == "page_not_found":
            raise FailedPageError(f"there is no page {self.page!r}")
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            self.elements += 1
            self._see(message.delta.new_element, message.delta.fragment_id)
        if kind != "script_finished":
            return False
        if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            raise FailedPageError("the page does not compile")
        # A page that asks for a second run ends early; the second one counts.
        return message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN

    def _see(self, element: Any, fragment: str) -> None:
        kind = element.WhichOneof("type")
        seen = getattr(element, kind)
        if kind == "exception":
            raise FailedPageError(f"{seen.type}: {seen.message}")
        if identity := getattr(seen, "id", ""):
            self.ids[identity] = fragment
        if kind in ("text", "markdown", "alert", "code", "html"):
            self.texts.append(getattr(seen, "body", "") or getattr(seen, "code_text", ""))
        widget = as_widget(element, fragment)
        if widget is not None:
            self.widgets[widget.key] = widget


def as_widget(element: Any, fragment: str) -> Widget | None:
    """The widget that an element of the protocol is, if it is one that a visitor may change."""
    kind = element.WhichOneof("type")
    seen = getattr(element, kind)
    if kind not in (*_MAIN, "menu_button", "button"):
        return None
    if kind == "checkbox" and seen.type == seen.TOGGLE:
        kind = "toggle"
    key = seen.id.split("-", 2)[-1] if seen.id.startswith("$$") else ""
    key = key if key != "None" else ""
    widget = Widget(kind, seen.id, key or getattr(seen, "label", ""), getattr(seen, "label", ""), fragment)
    widget.options = [str(getattr(o, "content", o)) for o in getattr(seen, "options", [])]
    if kind in ("slider", "number_input"):
        widget.low, widget.high, widget.step = seen.min, seen.max, seen.step or 1
    return widget


def set_value(state: Any, widget: Widget, value: Any) -> None:
    """Put a value into the field of the protocol in which a widget of this kind sends it."""
    if widget.kind in ("checkbox", "toggle"):
        state.bool_value = value
    elif widget.kind == "number_input":
        state.double_value = value
    elif widget.kind == "button":
        state.trigger_value = True
    elif widget.kind == "menu_button":
        state.string_trigger_value.data = value
    elif widget.kind == "slider" and not widget.options:
        state.double_array_value.data.append(value)
    elif widget.kind in ("slider", "button_group"):
        state.string_array_value.data.append(value)
    else:
        state.string_value = value


def parts(port: int) -> list[tuple[str, str, dict[str, str]]]:
    """Page, part and address of every part of every page, as the running pages list them; "" where a page has none."""
    found = []
    for file in sorted((ROOT / "pages").glob("*.py")):
        name = "" if file.stem == "home" else file.stem
        with Visitor(port, name) as visitor:
            rows = [key for key in visitor.widgets if re.fullmatch(r"[a-z]_part", key)]
            if not rows:
                found.append((name, "", {}))
            for key in rows:
                deeper = visitor.widgets.get(f"_{key}_deeper")
                names = [*visitor.widgets[key].options, *(deeper.options if deeper else ())]
                found += [(name, part, {key: part}) for part in names]
    return found
