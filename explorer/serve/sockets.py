"""The sockets of this process: small messages leave at once, and there may be as many as the system allows.

Streamlit 1.67 opens its socket without naming the protocol, and asyncio turns Nagle's algorithm off where TCP is named.
So every answer in two pieces, header and body, waited for the browser's confirmation of the first: 40 ms, for each of
the 110 files of a first visit, and between the messages of a run. A connection inherits the option from the socket that
accepts it (Linux, the BSDs, macOS).

A visitor takes four descriptors (a line, and three of the session's event loop), and a shell, a systemd unit and many a
container start a process with 1,024: the 255th visitor would be refused. A process may raise that bound by itself.
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from importlib import import_module

_DESCRIPTORS = 256
"""Sockets are looked for below this number; a server opens its own when it starts."""

MOST = 16_384
"""Descriptors: enough for 4,000 visitors, more than the processor or the memory of one server carries."""


def at_once() -> int:
    """Turn the algorithm off for all connections to come; how many listening sockets were found.

    >>> with socket.create_server(("127.0.0.1", 0)) as mine:
    ...     found = at_once() > 0
    ...     mine.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) > 0
    True
    """
    found = 0
    for descriptor in range(_DESCRIPTORS):
        with suppress(OSError):
            copy = os.dup(descriptor)
            try:
                listening = socket.socket(fileno=copy)
            except OSError:  # a file or a pipe
                os.close(copy)
                continue
            with listening:
                tcp = listening.family in (socket.AF_INET, socket.AF_INET6) and listening.type == socket.SOCK_STREAM
                if tcp and listening.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    found += 1
    return found


def open_up(most: int = MOST) -> int:
    """Raise the bound on descriptors to `most`, or to what the system allows; what it is now, 0 where there is none.

    >>> open_up() >= 0
    True
    """
    try:
        system = import_module("resource")
    except ImportError:  # Windows
        return 0
    now, allowed = system.getrlimit(system.RLIMIT_NOFILE)
    wanted = most if allowed == system.RLIM_INFINITY else min(most, allowed)
    if now != system.RLIM_INFINITY and now < wanted:
        with suppress(OSError, ValueError):  # a system that promises more than it gives
            system.setrlimit(system.RLIMIT_NOFILE, (wanted, allowed))
    return int(system.getrlimit(system.RLIMIT_NOFILE)[0])
