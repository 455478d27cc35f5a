"""Small messages leave at once: Nagle's algorithm off on the sockets that this process listens on.

Streamlit 1.67 opens its socket without naming the protocol, and asyncio turns the algorithm off where TCP is named.
So every answer in two pieces, header and body, waited for the browser's confirmation of the first: 40 ms, for each of
the 110 files of a first visit, and between the messages of a run. A connection inherits the option from the socket that
accepts it (Linux, the BSDs, macOS).
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress

_DESCRIPTORS = 256
"""Sockets are looked for below this number; a server opens its own when it starts."""


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
