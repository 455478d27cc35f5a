"""What visitors leave behind is cleared away every half minute in which somebody was here, or a session's time ended.

A session that has ended is a knot of objects that hold one another, with an event loop, its sockets and all that the
pages kept for it: only a full garbage collection finds it. Python makes one when a quarter more objects have become old
than at the last one, on a large server after a hundred sessions and more; Streamlit would make one after every run, and
hold up everybody for 35 to 50 ms each time (.streamlit/config.toml turns that off). What the server has loaded before
its first visitor stays for good, and is not looked through.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable

from explorer.data.tables import let_go_of_files
from explorer.data.trim import give_back

SECONDS = 30.0
BUSY = 20
"""Collections of the youngest objects, of which one is made for 700 new ones: a page's run makes several."""

Ended = Callable[[], bool]
"""Lets go of what has ended meanwhile; whether there was something."""


def look(seen: int, ended: Ended = lambda: False) -> int:
    """Collect everything if somebody was here since there were `seen` collections of the youngest, or something ended.

    Returns how many of those there are now, or `seen` where nobody was here.

    >>> look(look(0)) >= 0
    True
    """
    gone, young = ended(), _young()
    if not gone and young < seen + BUSY:
        return seen
    gc.collect()
    let_go_of_files()
    give_back()
    return young


def begin(seconds: float = SECONDS, ended: Ended = lambda: False) -> threading.Event:
    """Look from now on, in a thread of its own, until the event that is returned is set."""
    gc.collect()
    gc.freeze()
    stop = threading.Event()
    threading.Thread(target=_keep_looking, args=(stop, seconds, ended), name="tidy", daemon=True).start()
    return stop


def _keep_looking(stop: threading.Event, seconds: float, ended: Ended) -> None:
    seen = _young()
    while not stop.wait(seconds):
        seen = look(seen, ended)


def _young() -> int:
    return int(gc.get_stats()[0]["collections"])
