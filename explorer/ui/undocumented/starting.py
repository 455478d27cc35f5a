"""A run begins without the server's event loop waiting for it, in a thread that is there already.

Streamlit's loop starts a thread for each run, and `Thread.start` waits until the new thread has said that it has
begun. By then that thread has the interpreter, and on one core it mostly runs to its end before the loop goes on:
answers to other visitors, ready to be sent, wait with it, and so does whoever asks next (`python -m benchmarks
load.changing`: with a hundred visitors on Home 95 of 100 changes took three to four times as long with it as without).
And each new thread has to get its stack and its memory, and to find its way to a processor: a twentieth of a change.
So a few of those whose run has ended take the next ones. It wraps a method of Streamlit's own, seen in 1.67
(`ScriptRunner.start`), and puts another event in the place of `_started` of Python's threads (3.11 to 3.14).
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable
from contextvars import Context
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


KEPT = 4
"""Threads that wait for a run at most."""
_idle: deque[Again] = deque()


class Again(Prompt):
    """A thread that does one task after the other, each as if it were the thread's first; between them it waits.

    A task finds nothing of what earlier ones have left to the thread: its attributes go, and each has a context of its
    own. What a task raises is told as of any thread.
    """

    def __init__(self, task: Callable[[], object]) -> None:
        super().__init__(name="ScriptRunner.scriptThread", daemon=True)
        self._task: Callable[[], object] | None = task
        self._given = threading.Lock()
        self._given.acquire()

    def give(self, task: Callable[[], object]) -> None:
        """The next task; the thread waits for one."""
        self._task = task
        self._given.release()

    def run(self) -> None:
        """Task after task, until enough others wait."""
        own = set(vars(self))
        while self._task is not None:
            task, self._task = self._task, None
            try:
                Context().run(task)
            except BaseException:
                threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), self)))
            del task
            for name in vars(self).keys() - own:
                delattr(self, name)
            if len(_idle) >= KEPT:
                return
            _idle.append(self)
            self._given.acquire()


def start(self: ScriptRunner) -> None:
    """Begin a run in a thread; at most once.

    Raises:
        RuntimeError: it was begun already.
    """
    if self._script_thread is not None:
        raise RuntimeError("ScriptRunner was already started")
    task = self._run_script_thread
    if type(self) is not ScriptRunner:  # such as a test's, which waits for the end of the thread
        self._script_thread = Prompt(target=task, name="ScriptRunner.scriptThread", daemon=True)
        self._script_thread.start()
        return
    try:
        self._script_thread = waiting = _idle.pop()
    except IndexError:
        self._script_thread = Again(task)
        self._script_thread.start()
    else:
        waiting.give(task)


def at_once() -> None:
    """From now on the loop does not wait for a run to begin."""
    if ScriptRunner.start is not start:
        start.before = ScriptRunner.start  # type: ignore[attr-defined]
        ScriptRunner.start = start  # type: ignore[method-assign]
