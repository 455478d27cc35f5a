"""A run begins without the server's event loop waiting for it.

Streamlit's loop starts a thread for each run, and `Thread.start` waits until the new thread has said that it has
begun. By then that thread has the interpreter, and on one core it mostly runs to its end before the loop goes on:
answers to other visitors, ready to be sent, wait with it, and so does whoever asks next (`python -m benchmarks
load.changing`: with a hundred visitors on Home 95 of 100 changes took three to four times as long with it as without).
It wraps a method of Streamlit's own, seen in 1.67 (`ScriptRunner.start`), and puts another event in the place of
`_started` of Python's threads (3.11 to 3.14).
"""

from __future__ import annotations

import threading
from typing import Any

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner


class Unawaited(threading.Event):
    """An event for which `Thread.start` does not wait; `happened` does."""

    def wait(self, timeout: float | None = None) -> bool:
        """At once."""
        return True

    def happened(self, timeout: float | None = None) -> bool:
        """Wait until it is set."""
        return super().wait(timeout)


class Prompt(threading.Thread):
    """A thread whose `start` returns at once.

    >>> told: list[str] = []
    >>> thread = Prompt(target=told.append, args=("done",))
    >>> thread.start()
    >>> thread.join()
    >>> told
    ['done']
    """

    def __init__(self, **named: Any) -> None:
        super().__init__(**named)
        self._started = Unawaited()

    def join(self, timeout: float | None = None) -> None:
        """Wait until the thread has ended, and before that until it has begun."""
        self._started.happened(timeout)
        super().join(timeout)


def start(self: ScriptRunner) -> None:
    """Start the thread of a run; at most once.

    Raises:
        RuntimeError: it was started already.
    """
    if self._script_thread is not None:
        raise RuntimeError("ScriptRunner was already started")
    self._script_thread = Prompt(target=self._run_script_thread, name="ScriptRunner.scriptThread", daemon=True)
    self._script_thread.start()


def at_once() -> None:
    """From now on the loop does not wait for a run to begin."""
    if ScriptRunner.start is not start:
        start.before = ScriptRunner.start  # type: ignore[attr-defined]
        ScriptRunner.start = start  # type: ignore[method-assign]
