"""Runs of the script counted, and let in a few at a time in the order of asking.

Streamlit gives every visitor a thread, and all of them take turns in one interpreter: a hundred runs that begin
together all end late, each after the sum of all. So one runs at a time, and what lasts longer than `SHORT` gives its
place to the next one and goes on beside it: nothing slow can hold up anybody. `EXPLORER_GATE=2` lets two short ones run
at a time, `EXPLORER_GATE=0` all at once. It wraps a method of Streamlit's own, seen in 1.67
(`ScriptRunner._run_script`).
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from typing import Any

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from explorer.jobs.events import tell
from explorer.ui.frame.metrics import counted

EVERYBODY = 1_000
SHORT = 0.1
"""Seconds for which a run may keep its place."""
SWITCH = "EXPLORER_GATE"
"""Environment variable: how many short runs at a time, 1 if it isn't set; with 0 as many as there are."""


class RunLimit:
    """Places for `at_once` runs, given in the order of asking; a place is free again after `short` seconds.

    Example:
        >>> limit = RunLimit(at_once=1, short=0.01)
        >>> first, second = limit.enter(), limit.enter()
        >>> second - first >= 0.01
        True
        >>> limit.leave(second)
    """

    def __init__(self, at_once: int = 1, short: float = SHORT) -> None:
        self.at_once, self.short = at_once, short
        self._inside: list[float] = []
        self._line: deque[object] = deque()
        self._changed = threading.Condition()

    def enter(self) -> float:
        """Wait for a place; returns the moment at which it was taken, which `leave` gets back."""
        ticket = object()
        with self._changed:
            self._line.append(ticket)
            while self._line[0] is not ticket or (wait := self._until_free()) > 0:
                self._changed.wait(wait if self._line[0] is ticket else None)
            self._line.popleft()
            self._inside.append(began := time.monotonic())
            self._changed.notify_all()
            return began

    def leave(self, began: float) -> None:
        """Give a place back."""
        with self._changed:
            if began in self._inside:
                self._inside.remove(began)
                self._changed.notify_all()

    def _until_free(self) -> float:
        """Seconds until a run has been in for so long that its place is the next one's; 0 if a place is free."""
        now = time.monotonic()
        self._inside = [began for began in self._inside if began + self.short > now]
        return 0.0 if len(self._inside) < self.at_once else self._inside[0] + self.short - now


def _page(runner: ScriptRunner) -> str:
    """The page that has run, by the name that app.py gives it: an address may hold anything."""
    pages = runner._pages_manager
    page: Any = pages.get_pages().get(pages.current_page_script_hash) or {}
    return str(page.get("url_pathname") or "home")


def limit_runs() -> None:
    """From now on runs are counted and limited: one short one at a time unless the environment says otherwise."""
    plain = ScriptRunner._run_script
    if hasattr(plain, "limit"):
        return
    limit = RunLimit(int(os.environ.get(SWITCH, "1")) or EVERYBODY)

    def run(self: ScriptRunner, rerun_data: Any) -> None:
        began = time.monotonic()
        with counted():
            place = limit.enter()
            try:
                plain(self, rerun_data)
            finally:
                limit.leave(place)
                seconds = round(time.monotonic() - began, 4)
                tell("run", page=_page(self), seconds=seconds, whole=not rerun_data.fragment_id_queue)

    run.limit = limit  # type: ignore[attr-defined]
    ScriptRunner._run_script = run  # type: ignore[method-assign]
