"""As many open descriptors as the system lets this process have, within reason.

A visitor takes four (a line, and three of the session's event loop), and a shell, a systemd unit and many a container
start a process with 1,024: the 255th visitor would be refused, and everybody's next file with them. The bound that
processes set themselves can be raised up to the system's.
"""

from __future__ import annotations

import contextlib
from importlib import import_module

MOST = 16_384
"""Enough for 4,000 visitors, more than the processor or the memory of one server carries."""


def open_up(most: int = MOST) -> int:
    """Raise the bound of this process to `most`, or to what the system allows; what it is now, 0 where none is known.

    >>> open_up() >= 0
    True
    """
    try:
        system = import_module("resource")
    except ImportError:  # Windows has no such bound
        return 0
    now, allowed = system.getrlimit(system.RLIMIT_NOFILE)
    wanted = most if allowed == system.RLIM_INFINITY else min(most, allowed)
    if now != system.RLIM_INFINITY and now < wanted:
        with contextlib.suppress(OSError, ValueError):  # a system that promises more than it gives
            system.setrlimit(system.RLIMIT_NOFILE, (wanted, allowed))
    return int(system.getrlimit(system.RLIMIT_NOFILE)[0])
