"""Sockets that ask for a page and never read the answer: what do they hold, and until when?

`python -m benchmarks sockets` opens 300 of them (or `SOCKETS`) on each of four servers; each asks for Home once. On one
server they leave as browsers do, on one without a word, on one they stay open; on the last a tenth as many stay, each
of which has asked `GREEDY` times for a large picture, more than the system itself holds for a socket. Counted before,
when all is sent that will be, and after each of `MINUTES`, while nobody else comes.
"""

from __future__ import annotations

import os
import socket
import struct
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import NamedTuple

from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.frames import CloseCode, Frame, Opcode

from benchmarks import Row, benchmark
from benchmarks.servers import Server, server
from benchmarks.visitor import Visitor

MINUTES = (1.0, 2.0, 3.0, 5.0)
LARGE = "positions", {"p_part": "Learned tables"}
"""Page and address of half a megabyte."""
HOME: tuple[str, dict[str, str]] = "", {}
GREEDY = 12
_SMALL_WINDOW = 4_096
_STEP, _CALM = 0.3, 0.006
"""Seconds on the clock, and of processor time in them: below it a server has nothing to do."""


class Silent:
    """A socket that asks and never reads more than the first words.

    Args:
        port: of the server.
    """

    def __init__(self, port: int) -> None:
        self._line = socket.socket()
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL_WINDOW)
        self._line.settimeout(60)
        self._line.connect(("127.0.0.1", port))
        head = ("GET /_stcore/stream HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade")
        more = ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13")
        self._line.sendall("\r\n".join((*head, *more, "Sec-WebSocket-Protocol: streamlit", "", "")).encode())
        if not self._line.recv(64).startswith(b"HTTP/1.1 101"):
            raise ConnectionError("the server did not take the line")

    def ask(self, page: str, query: dict[str, str]) -> None:
        """Ask for a run of a page."""
        asked = BackMsg()
        asked.rerun_script.page_name, asked.rerun_script.query_string = page, urllib.parse.urlencode(query)
        self._send(Opcode.BINARY, asked.SerializeToString())

    def leave(self) -> None:
        """As a browser does."""
        self._send(Opcode.CLOSE, struct.pack("!H", CloseCode.GOING_AWAY))
        self._line.close()

    def vanish(self) -> None:
        """Without a word of WebSockets, as a browser that was killed."""
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._line.close()

    def _send(self, opcode: Opcode, content: bytes) -> None:
        self._line.sendall(Frame(opcode, content).serialize(mask=True))


def calm(running: Server) -> None:
    """Wait until a server has nothing more to do."""
    before = -1.0
    while running.cpu() - before > _CALM:
        before = running.cpu()
        time.sleep(_STEP)


def _stay(line: Silent) -> None:
    """It stays open."""


class Way(NamedTuple):
    """What the sockets of one server do, which share of all they are, and how they end."""

    name: str
    end: Callable[[Silent], None]
    place: tuple[str, dict[str, str]] = HOME
    times: int = 1
    share: float = 1.0


WAYS = (
    Way("leave", Silent.leave),
    Way("vanish", Silent.vanish),
    Way("stay", _stay),
    Way("greedy", _stay, LARGE, GREEDY, 0.1),
)


@benchmark("Sockets that never read: open descriptors of the server, and its memory (resident; 1 MB is 10⁶ bytes)")
def silent() -> Iterator[Row]:
    """Figures as notes: they are no times."""
    count = int(os.environ.get("SOCKETS", "300"))
    with ExitStack() as stack:
        servers = [stack.enter_context(server()) for _ in WAYS]
        both = list(zip(WAYS, servers, strict=True))

        def row(when: str) -> Row:
            told = (f"{way.name} {on.open_files():,} and {on.memory():.0f} MB" for way, on in both)
            return Row(when, note=", ".join(told))

        for way, on in both:
            Visitor(on.port, *way.place).close()
        yield row("before")
        all_lines = []
        for way, on in both:
            lines = [Silent(on.port) for _ in range(round(count * way.share))]
            for _ in range(way.times):
                for line in lines:
                    line.ask(*way.place)
                calm(on)
            all_lines.append(lines)
        yield row(f"{count} have asked")
        begin = time.monotonic()
        for way, lines in zip(WAYS, all_lines, strict=True):
            for line in lines:
                way.end(line)
        for on in servers:
            calm(on)
        yield row("right after some have gone")
        for minutes in MINUTES:
            time.sleep(max(0.0, begin + 60 * minutes - time.monotonic()))
            yield row(f"{minutes:g} min later")
