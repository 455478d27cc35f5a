"""Sockets that ask for a page and never read: the server lets go of them, whatever waits for them."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.servers import server
from benchmarks.sockets import GREEDY, HOME, LARGE, Silent, calm
from benchmarks.visitor import Visitor

OF_A_SESSION = 3
"""Descriptors that a session holds as long as it may come back, of its event loop."""


def until(true: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "still not so"
        time.sleep(0.2)


@pytest.mark.slow
def test_a_socket_that_stays_open_and_never_reads_is_cut_off(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with server(log=log, STREAMLIT_SERVER_WEBSOCKET_PING_INTERVAL="10") as running:
        Visitor(running.port, *LARGE).close()
        calm(running)
        before = running.open_files()
        some = [Silent(running.port) for _ in range(2)]
        for _ in range(GREEDY):
            for line in some:
                line.ask(*LARGE)
            calm(running)
        assert running.open_files() == before + (OF_A_SESSION + 1) * len(some)
        until(lambda: running.open_files() <= before + OF_A_SESSION * len(some))
        with Visitor(running.port, "tokens") as visitor:
            assert visitor.elements > 10
    for line in some:
        line.vanish()
    assert "Traceback" not in log.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_server_ends_though_somebody_never_reads() -> None:
    with server() as running:
        line = Silent(running.port)
        for _ in range(GREEDY):
            line.ask(*LARGE)
            calm(running)
    line.vanish()
    assert running.process.returncode == -signal.SIGTERM, "it was asked to end, and waited for"


@pytest.mark.slow
@pytest.mark.parametrize("end", [Silent.leave, Silent.vanish])
def test_of_a_socket_that_has_gone_nothing_but_its_session_stays(end: Callable[[Silent], None]) -> None:
    with server() as running:
        Visitor(running.port, "").close()
        calm(running)
        before = running.open_files()
        some = [Silent(running.port) for _ in range(8)]
        for line in some:
            line.ask(*HOME)
        until(lambda: running.open_files() >= before + (OF_A_SESSION + 1) * len(some))
        for line in some:
            end(line)
        until(lambda: running.open_files() <= before + OF_A_SESSION * len(some))
