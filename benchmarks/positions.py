"""The Positions page on a running server: a slider moved on the largest table, beside a rerun of an empty page.

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
MOVES = 40
ALLOWED = 2.5  # times an empty page's rerun
BYTES = 300_000  # of one rerun, picture and all

APP = """
from importlib import import_module
navigation = import_module("explorer.ui.navigation")
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
        self.received = 0
        self.known: list[str] = []
        self.ask()

    def ask(self, label: str = "", value: float = 0.0) -> float:
        """Rerun the page, or move one of its sliders; seconds until the script has finished."""
        message = BackMsg()
        rerun = message.rerun_script
        rerun.query_string, rerun.page_name, rerun.page_script_hash = self.query, self.page, self.hash
        rerun.cached_message_hashes.extend(self.known)
        if label:
            widget, rerun.fragment_id = self.sliders[label]
            rerun.widget_states.widgets.add(id=widget).double_array_value.data.append(value)
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
        elif kind == "delta" and message.delta.new_element.WhichOneof("type") == "exception":
            raise RuntimeError(message.delta.new_element.exception.message)
        return kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN


@benchmark("Positions page: a slider moved on the 8192 × 1024 table, against a rerun of an empty page")
def slider() -> Iterator[Row]:
    """Median of reruns in turn: an empty page, a width never asked for before, and one asked for already."""
    with server() as port:
        Visitor(port, "")  # the first visit builds the navigation, and with it the empty page
        empty = Visitor(port, "empty")
        largest = Visitor(port, "positions", "p_len=8192&p_dim=1024")
        times: dict[str, list[float]] = {"empty": [], "new": [], "known": []}
        sizes = []
        for move in range(MOVES):
            times["empty"].append(empty.ask("Nothing", move))
            times["new"].append(largest.ask("Width (dimensions)", 1023 - move))
            sizes.append(largest.received)
            times["known"].append(largest.ask("Width (dimensions)", 1024))
        took = {name: statistics.median(values[3:]) for name, values in times.items()}
        yield Row("a slider of an empty page", took["empty"], took["empty"])
        note = f"allowed: {ALLOWED}; {max(sizes):,} bytes a rerun, allowed: {BYTES:,}"
        yield Row("width of the heatmap, never asked for before", took["new"], took["empty"], note)
        yield Row("width of the heatmap, asked for before", took["known"], took["empty"])
