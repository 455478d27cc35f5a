"""Small messages leave at once: the option is set on what listens, and each connection inherits it."""

from __future__ import annotations

import socket
from pathlib import Path

from explorer.serve.sockets import at_once


def waits(one: socket.socket) -> bool:
    return not one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_connections_to_come_do_not_wait() -> None:
    with socket.socket() as listening, socket.socket() as silent:  # as Streamlit opens it: without naming the protocol
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        assert waits(listening)
        assert at_once() >= 1
        assert not waits(listening) and waits(silent)
        with socket.create_connection(listening.getsockname()), listening.accept()[0] as accepted:
            assert not waits(accepted)


def test_files_and_closed_descriptors_are_left_alone() -> None:
    with socket.socket(socket.AF_UNIX) as local, Path(__file__).open(encoding="utf-8") as file:
        at_once()
        assert local.fileno() >= 0 and file.readline().startswith('"""Small messages')
