"""An innocent visitor while somebody attacks: the time until a slider's change is drawn, and until `/join` answers.

`ATTACK_SECONDS=4 python -m benchmarks innocent_visitor`. One server; the attacker is another process on this machine,
and sends as much as the server takes. The aim on a machine of its own: 95 of 100 changes within 0.3 s.
"""

import http.client
import io
import itertools
import json
import multiprocessing
import os
import socket
import string
import struct
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import numpy as np

from benchmarks import Row, benchmark
from benchmarks.app_server import Server, server
from benchmarks.simulated_visitor import Visitor
from explorer.rooms import RoomStore
from explorer.rooms.sqlite_backend import SqliteBackend

MB = 1_000_000
Attack = Callable[[int, int, str], object]
"""An attack's turn: port, number of the turn, code of a room."""


def _post(port: int, what: str, told: dict[str, object]) -> None:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("POST", f"/join/{what}", json.dumps(told), {"Content-Type": "application/json"})
    line.getresponse().read()
    line.close()


def _get(port: int, path: str) -> None:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", path, headers={"Accept-Encoding": "gzip"})
    line.getresponse().read()
    line.close()


def _wrong(turn: int) -> str:
    letters = string.ascii_uppercase.replace("I", "").replace("O", "")
    return "".join(letters[turn // 24**place % 24] for place in range(6))


def _open(port: int, page: str, **query: str) -> None:
    with Visitor(port, page, query):
        pass


def _flood(port: int) -> None:
    with Visitor(port, "positions", {"p_part": "Heatmap"}) as visitor:
        for _ in range(60):  # then a new connection, which may send some at once again
            visitor.socket.send(visitor.message().SerializeToString())


def _press(port: int, page: str, button: str, **query: str) -> None:
    with Visitor(port, page, query) as visitor:
        visitor.ask(button)


def _put(port: int, page: str, content: bytes, file: str = "a.bin", **query: str) -> None:
    """Upload a file without the page's box."""
    with Visitor(port, page, query) as visitor:
        for number in range(10):
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            edge = (
                b'--e\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n' + content + b"\r\n--e--\r\n"
            )
            kind = {"Content-Type": "multipart/form-data; boundary=e"}
            with suppress(OSError):
                line.request("PUT", f"/_stcore/upload_file/{visitor.session}/{file}{number}", edge, kind)
                line.getresponse().read()
            line.close()


def _upload(port: int, name: str, content: bytes) -> None:
    with Visitor(port, "projection", {"j_part": "Map", "j_table": "Your file"}) as visitor:
        visitor.upload("j_file", name, content)


def _websocket(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), 60) as line:
        line.sendall(
            b"GET /_stcore/stream HTTP/1.1\r\nHost: a\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\n"
            b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        line.recv(1000)


def _half(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), 60) as line:
        line.sendall(
            b"POST /join/seat HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
        )
        line.shutdown(socket.SHUT_WR)
        line.recv(1000)


def _tensors() -> bytes:
    entry = {"dtype": "F32", "shape": [3, 2], "data_offsets": [0, 24]}
    head = json.dumps({f"{'a' * 45}{number}": entry for number in range(16_000)}).encode()
    return struct.pack("<Q", len(head)) + head + bytes(24)


def _archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for number in range(50_000):
            file.writestr(str(number), b"")
    return out.getvalue()


def _numbers() -> bytes:
    return ("x,y,z\n" + "1.5,2.5,3.5\n4,5,6\n" * 29_000).encode()


ATTACKS: dict[str, Callable[[], Attack]] = {
    "wrong codes at the door": lambda: lambda port, turn, _: _post(port, "seat", {"code": _wrong(turn)}),
    "wrong codes past the door": lambda: (
        lambda port, turn, _: _post(port, "news", {"code": _wrong(turn), "seat": "x" * 22, "known": ""})
    ),
    "all seats of a room": lambda: lambda port, _, code: _post(port, "seat", {"code": code}),
    "links with a number of a hundred thousand spaces": lambda: (
        lambda port, *_: _open(port, "positions", p_part="Clocks", p_pos=" " * 100_000 + "x")
    ),
    "texts of a hundred thousand characters": lambda: (
        lambda port, turn, _: _open(port, "tokens", text=f"{turn} " + "ab" * 50_000)
    ),
    "files of 24 MB to a page without a box": lambda: lambda port, *_: _put(port, "home", bytes(24 * MB)),
    "files of 24 MB to a page with one": lambda: (
        lambda port, *_: _put(port, "projection", bytes(24 * MB), j_part="Map", j_table="Your file")
    ),
    "16,000 tensors called alike": lambda: _of_file("a.safetensors", _tensors()),
    "an archive of 50,000 files": lambda: _of_file("a.npz", _archive()),
    "58,000 lines of numbers": lambda: _of_file("a.csv", _numbers()),
    "runs asked for as fast as possible": lambda: lambda port, *_: _flood(port),
    "paths that don't exist": lambda: lambda port, turn, _: _get(port, f"/{turn}/static/a.js"),
    "connections from another site's page": lambda: lambda port, *_: _websocket(port),
    "requests that end in their middle": lambda: lambda port, *_: _half(port),
    "trainings": lambda: (
        lambda port, turn, _: _press(
            port, "extrapolation", "x_go", x_part="Loss by position", x_train="true", x_seed=str(turn)
        )
    ),
}
"""What is sent again and again; each is made in the attacker's process."""


def _of_file(name: str, content: bytes) -> Attack:
    return lambda port, *_: _upload(port, name, content)


def attack(name: str, port: int, code: str, turns: object) -> None:
    """Send an attack until this process is ended; counts in `turns`."""
    turn_of = ATTACKS[name]()
    for turn in itertools.count():
        with suppress(Exception):  # refused, which is what is hoped for
            turn_of(port, turn, code)
        turns.value += 1  # type: ignore[attr-defined]


def _innocent(running: Server, seconds: float) -> tuple[list[float], list[float], float]:
    """Times of a slider's changes and of `/join`, and the largest memory of the server meanwhile."""
    changes, pages, memory = list[float](), list[float](), 0.0
    over = threading.Event()

    def ask() -> None:
        while not over.wait(0.1):
            began = time.perf_counter()
            _get(running.port, "/join")
            pages.append(time.perf_counter() - began)

    asking = threading.Thread(target=ask)
    with Visitor(running.port, "positions", {"p_part": "Clocks"}) as visitor:
        asking.start()
        until = time.monotonic() + seconds
        for value in itertools.cycle((3, 40, 17, 25, 9)):
            changes.append(visitor.ask("p_pos", value))
            memory = max(memory, running.memory())
            if time.monotonic() > until and len(changes) > 4:
                break
            time.sleep(0.1)
    over.set()
    asking.join()
    return changes, pages, memory


@benchmark("An innocent visitor while somebody attacks: p95 until a slider's change is drawn, against a quiet server")
def beside_attacks() -> Iterator[Row]:
    """Quiet, then each attack."""
    seconds = float(os.environ.get("ATTACK_SECONDS", "4"))
    spawn = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "rooms.sqlite"
        running = stack.enter_context(
            server(core=0, EXPLORER_ROOMS=str(path), STREAMLIT_SERVER_ENABLE_XSRF_PROTECTION="false")
        )
        rooms = RoomStore(SqliteBackend(path))
        code, _ = rooms.open()
        quiet = 0.0
        for name in ("nobody", *ATTACKS):
            turns = spawn.Value("i", 0)
            attacker = spawn.Process(target=attack, args=(name, running.port, code, turns), daemon=True)
            if name in ATTACKS:
                attacker.start()
                until = time.monotonic() + 60
                while not turns.value and time.monotonic() < until:
                    time.sleep(0.05)
            before = turns.value
            changes, pages, memory = _innocent(running, seconds)
            if name in ATTACKS:
                attacker.terminate()
                attacker.join()
            p95, joined = (float(np.quantile(times, 0.95)) for times in (changes, pages))
            quiet = quiet or p95
            load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
            note = f"/join {joined * 1e3:.0f} ms; server up to {memory:.0f} MB; load of the machine {load:.0f}"
            yield Row(name, p95, quiet, f"{note}; {turns.value - before} times" if name in ATTACKS else note)
        rooms.close()
