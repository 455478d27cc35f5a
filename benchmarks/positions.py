"""The Positions page on a running server: every slider moved on the largest table, beside a rerun of an empty page.

Both pages belong to the same app on the same server, and a client without a browser asks for them in turn over
Streamlit's WebSocket, so the times are the server's: from the slider's message to the end of the script.
"""

from __future__ import annotations

import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from benchmarks import Row, benchmark

ROOT = Path(__file__).resolve().parents[1]
MOVES = 24
WARM = 4  # moves that are not counted: the first ones import and connect

APP = """
from importlib import import_module
navigation = import_module("explorer.ui.frame.navigation")
if navigation.PAGES[-1].name != "empty":
    navigation.PAGES = (*navigation.PAGES, navigation.PageInfo("empty", "Empty", "Nothing?", "Nothing"))
"""
EMPTY = """
import streamlit as st
from explorer import ui
ui.begin("empty")
st.slider("Nothing", 0, 1000, key="empty_slider")
ui.end("empty")
"""


@contextmanager
def server() -> Iterator[int]:
    """The app with an empty page added, on a free port, and stopped in the end."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "pages", folder / "pages")
        shutil.copytree(ROOT / ".streamlit", folder / ".streamlit")
        (folder / "static").symlink_to(ROOT / "static", target_is_directory=True)
        (folder / "pages" / "empty.py").write_text(EMPTY, encoding="utf-8")
        (folder / "app.py").write_text(APP + (ROOT / "app.py").read_text(encoding="utf-8"), encoding="utf-8")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
        command += ["--server.headless", "true", "--server.fileWatcherType", "none"]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            for _ in range(300):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield port
        finally:
            process.terminate()
            process.wait(20)


class Visitor:
    """One open page: finds its sliders by label, moves them, and counts bytes."""

    def __init__(self, port: int, page: str, query: str = "") -> None:
        self.socket = connect(f"ws://127.0.0.1:{port}/_stcore/stream", subprotocols=["streamlit"], max_size=None)
        self.page, self.query, self.hash = page, query, ""
        self.sliders: dict[str, tuple[str, str]] = {}
        self.marks: dict[str, list[str]] = {}
        self.received = 0
        self.known: list[str] = []
        self.ask()

    def ask(self, label: str = "", value: float = 0.0) -> float:
        """Rerun the page, or move one of its sliders; seconds until the script has finished.

        A slider with marks goes to mark number `value`, counted from the end if negative.
        """
        message = BackMsg()
        rerun = message.rerun_script
        rerun.query_string, rerun.page_name, rerun.page_script_hash = self.query, self.page, self.hash
        rerun.cached_message_hashes.extend(self.known)
        if label:
            widget, rerun.fragment_id = self.sliders[label]
            state = rerun.widget_states.widgets.add(id=widget)
            if marks := self.marks.get(label):
                state.string_array_value.data.append(marks[int(value) % len(marks)])
            else:
                state.double_array_value.data.append(value)
        self.received = 0
        begin = time.perf_counter()
        self.socket.send(message.SerializeToString())
        while not self._finished():
            pass
        return time.perf_counter() - begin

    def _finished(self) -> bool:
        if hasattr(socket, "TCP_QUICKACK"):
            # Otherwise Linux holds back acknowledgements, and the server waits 40 ms for them between small messages.
            self.socket.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        raw = self.socket.recv(timeout=60)
        self.received += len(raw)
        message = ForwardMsg()
        message.ParseFromString(bytes(raw))
        if message.metadata.cacheable and message.hash:
            self.known = [*self.known[-50:], message.hash]
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.hash = message.new_session.page_script_hash
        elif kind == "navigation":
            self.hash = message.navigation.page_script_hash or self.hash
        elif kind == "delta" and message.delta.new_element.WhichOneof("type") == "slider":
            slider = message.delta.new_element.slider
            self.sliders[slider.label] = (slider.id, message.delta.fragment_id)
            self.marks[slider.label] = list(slider.options)
        elif kind == "delta" and message.delta.new_element.WhichOneof("type") == "exception":
            raise RuntimeError(message.delta.new_element.exception.message)
        return kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN


LARGEST = "p_len=8192&p_dim=1024&p_beyond=worse&p_seen=128&p_width=128"
"""The largest table; and the largest fit that is made without pressing a button."""
PARTS = (
    *("Heatmap", "Rows", "Frequencies", "Clocks", "Distance", "Shift", "Fitted shift", "Scale"),
    *(f"RoPE and ALiBi&p_kind={kind}" for kind in ("RoPE: the turn", "RoPE: the scores", "ALiBi")),
)
LONG = ("Position", "Position of the query")


@benchmark("Positions page: every slider moved on the 8192 × 1024 table, against a rerun of an empty page")
def slider() -> Iterator[Row]:
    """Median of reruns in turn: an empty page, and the slider at a place where it has not been."""
    with server() as port:
        Visitor(port, "")  # the first visit builds the navigation, and with it the empty page
        empty = Visitor(port, "empty")
        for part in PARTS:
            query = f"{LARGEST}&p_part={part.replace(' ', '+')}"
            for label in Visitor(port, "positions", query).sliders:
                visitor = Visitor(port, "positions", query)
                nothing, moved, sizes = [], [], []
                for move in range(MOVES):
                    nothing.append(empty.ask("Nothing", move))
                    moved.append(visitor.ask(label, _place(label, visitor.marks[label], move)))
                    sizes.append(visitor.received)
                reference = statistics.median(nothing[WARM:])
                note = f"{max(sizes[WARM:]):,} bytes"
                yield Row(
                    f"{part.replace('&p_kind=', ': ')}: {label}", statistics.median(moved[WARM:]), reference, note
                )


def _place(label: str, marks: list[str], move: int) -> float:
    """From the large end downwards, an even width each time; short sliders go round."""
    if marks:
        return -2 - 2 * move if len(marks) > 2 * MOVES else -1 - move
    return 8_000 - move if label in LONG else 1 + move % 8
