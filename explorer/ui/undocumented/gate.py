"""Runs of the script counted and, where the server is told so, a few at a time in the order of asking.

Streamlit gives every visitor a thread, and all of them take turns in one interpreter: a hundred runs that begin
together all end late. `EXPLORER_GATE=2` lets two run at a time; without it all run at once. A run that has waited for
`PATIENCE` seconds begins all the same, so nothing slow can hold up everybody. It wraps a method of Streamlit's own,
seen in 1.67 (`ScriptRunner._run_script`).
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
PATIENCE = 1.5
SWITCH = "EXPLORER_GATE"
"""Environment variable: how many runs at a time; without it, or with 0, as many as there are."""


class Gate:
    """Places for `at_once` runs, given in the order of asking.

    Example:
        >>> gate = Gate(at_once=1, patience=0.01)
        >>> gate.enter(), gate.enter()
        (True, False)
        >>> gate.leave(), gate.enter()
        (None, True)
    """

    def __init__(self, at_once: int = EVERYBODY, patience: float = PATIENCE) -> None:
        self.at_once, self.patience = at_once, patience
        self._free = at_once
        self._line: deque[object] = deque()
        self._changed = threading.Condition()

    def enter(self) -> bool:
        """Wait for a place; False after `patience` seconds without one."""
        until = time.monotonic() + self.patience
        ticket = object()
        with self._changed:
            self._line.append(ticket)
            while not (self._free and self._line[0] is ticket):
                left = until - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    if self._free and self._line[0] is ticket:
                        break
                    self._line.remove(ticket)
                    self._changed.notify_all()
                    return False
            self._line.popleft()
            self._free -= 1
            self._changed.notify_all()
            return True

    def leave(self) -> None:
        """Give a place back."""
        with self._changed:
            self._free += 1
            self._changed.notify_all()


def _page(runner: ScriptRunner) -> str:
    """The page that has run, by the name that app.py gives it: an address may hold anything."""
    pages = runner._pages_manager
    page: Any = pages.get_pages().get(pages.current_page_script_hash) or {}
    return str(page.get("url_pathname") or "home")


def close() -> None:
    """From now on runs are counted and pass the gate, which has a thousand places unless the environment says fewer."""
    plain = ScriptRunner._run_script
    if hasattr(plain, "gate"):
        return
    gate = Gate(int(os.environ.get(SWITCH, "0")) or EVERYBODY)

    def run(self: ScriptRunner, rerun_data: Any) -> None:
        began = time.monotonic()
        with counted():
            entered = gate.enter()
            try:
                plain(self, rerun_data)
            finally:
                if entered:
                    gate.leave()
                seconds = round(time.monotonic() - began, 4)
                tell("run", page=_page(self), seconds=seconds, whole=not rerun_data.fragment_id_queue)

    run.gate = gate  # type: ignore[attr-defined]
    ScriptRunner._run_script = run  # type: ignore[method-assign]
