"""Limits per network address: wrong room codes, against guessing, and rooms opened."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address, ip_network

WINDOW = 60.0  # seconds
MOST_WRONG = 60  # different wrong codes of one address in that time
MOST_OPENED, MOST_OPEN = 15, 40  # rooms that one address may open in that time, and in the hours of a room
MOST_KEPT = 10_000  # addresses; rooms in which an address has a seat
INSIDE = 4 * 3600.0  # seconds for which that is remembered: the hours of a room


class RateLimit:
    """Waiting time of a network address after too many wrong codes. Addresses don't wait for each other.

    Of 24⁶ codes, one address can try 14,400 in the 4 hours of a room: 1 of 13,271. A found code gives a student's seat
    only. A whole school may share an address: the same wrong code counts once, and where somebody of an address is in a
    room, or teaches it, others from there don't wait.
    """

    def __init__(
        self, most: int = MOST_WRONG, window: float = WINDOW, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._window, self._clock = most, window, clock
        self._lock = threading.Lock()
        self._counted: OrderedDict[str, OrderedDict[str, float]] = OrderedDict()
        self._inside: OrderedDict[tuple[str, str], float] = OrderedDict()

    def count(self, address: str, code: str) -> None:
        """Count a code of an address."""
        with self._lock:
            self._forget()
            counted = self._counted.setdefault(address, OrderedDict())
            counted[code] = self._clock()
            for kept, newest, most in ((counted, code, 2 * self._most), (self._counted, address, MOST_KEPT)):
                kept.move_to_end(newest)
                if len(kept) > most:
                    kept.popitem(last=False)

    def _forget(self) -> None:
        now = self._clock()
        while self._counted and now - next(reversed(next(iter(self._counted.values())).values())) > self._window:
            self._counted.popitem(last=False)
        while self._inside and now - next(iter(self._inside.values())) > INSIDE:
            self._inside.popitem(last=False)

    def let_in(self, address: str, code: str) -> None:
        """Remember that somebody of this address is in a room."""
        with self._lock:
            self._forget()
            self._inside[address, code] = self._clock()
            self._inside.move_to_end((address, code))
            if len(self._inside) > MOST_KEPT:
                self._inside.popitem(last=False)

    def wait(self, address: str, code: str = "") -> int:
        """Whole seconds until an address may try this code; 0 for now."""
        with self._lock:
            times = list(self._counted.get(address, {}).values())
            if len(times) < self._most or (address, code) in self._inside:
                return 0
            return max(0, math.ceil(times[-self._most] + self._window - self._clock()))


def network(host: str | None) -> str:
    """Address that limits count by: of IPv6 the first 64 bits, which one subscriber has; "" for this machine's own.

    >>> network("192.0.2.7"), network("2001:db8::1:2"), network("::ffff:192.0.2.7"), network("127.0.0.1"), network(None)
    ('192.0.2.7', '2001:db8::', '192.0.2.7', '', '')
    """
    with suppress(ValueError):
        address = ip_address(host or "")
        address = getattr(address, "ipv4_mapped", None) or address
        if not address.is_loopback:
            return str(address if address.version == 4 else ip_network((int(address), 64), strict=False)[0])
    return ""
