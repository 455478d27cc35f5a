"""Long work, once for everybody: a board of jobs, each in a process of its own.

`board().submit(fn, request)` runs the generator `fn(request)` in a separate process of low priority and collects what
it yields; the same pair is run once, whoever asks. A fixed number run at a time, the others wait in line. This file
knows processes and no widgets; `explorer.ui.progress` draws a job.

The board never believes that somebody is still there: a job that nobody has looked at for a minute is stopped.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any, Literal

from explorer import worker

State = Literal["queued", "running", "done", "stopped", "failed"]
Key = tuple[str, str, Hashable]
_ROOT = str(Path(__file__).resolve().parents[2])
_CHILD = "import sys; sys.path.insert(0, sys.argv.pop(1)); from explorer.worker import main; main()"


class Job:
    """One run of `fn(request)`. Made by `Board.submit`; every visitor with the same request holds the same object.

    Reading `state` or `records` counts as watching. All methods may be called from any thread.
    """

    def __init__(self, board: Board, key: Key, work: bytes, title: str) -> None:
        self._board = board
        self.key = key
        self.title = title
        self._work = work
        self._reset()

    def _reset(self) -> None:
        self._state: State = "queued"
        self._records: list[Any] = []
        self._size = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._first: tuple[float, int] | None = None
        self._latest: tuple[float, int] | None = None
        self._seen = self._board.clock()
        self._watchers: dict[str, float] = {}
        self.abandoned = False
        self.error: str | None = None
        self.started: float | None = None
        """When the process was started, in seconds of the board's clock; None while queued."""
        self.ended: float | None = None

    @property
    def state(self) -> State:
        """Where the run stands: queued, running, done, stopped or failed."""
        self.watch()
        return self._state

    @property
    def finished(self) -> bool:
        """True once nothing more will come."""
        return self.state in ("done", "stopped", "failed")

    @property
    def records(self) -> tuple[Any, ...]:
        """All that the generator has yielded so far, also after a stop or a failure."""
        self.watch()
        with self._board.changed:
            return tuple(self._records)

    @property
    def queue_position(self) -> int:
        """1 for the next in line; 0 once started."""
        with self._board.changed:
            waiting = self._board.waiting
            return waiting.index(self) + 1 if self in waiting else 0

    @property
    def progress(self) -> tuple[int, int] | None:
        """(step, steps) of the last record, read from attributes or mapping keys; None where it has neither."""
        with self._board.changed:
            last = self._records[-1] if self._records else None
        return _progress(last)

    @property
    def seconds_running(self) -> float:
        """Seconds since the process was started, up to its end; 0 while queued."""
        if self.started is None:
            return 0.0
        return (self.ended if self.ended is not None else self._board.clock()) - self.started

    @property
    def seconds_left(self) -> float | None:
        """Seconds to go at the pace since the first record (so imports don't count); None while that is unknown."""
        progress = self.progress
        if progress is None or self._first is None or self._latest is None or self._latest[1] <= self._first[1]:
            return None
        pace = (self._latest[0] - self._first[0]) / (self._latest[1] - self._first[1])
        return max(0.0, pace * (progress[1] - self._latest[1]) - (self._board.clock() - self._latest[0]))

    def watch(self, viewer: str = "") -> None:
        """Say that somebody is looking; `viewer` names a session, so that one visitor cannot stop another's run."""
        now = self._board.clock()
        with self._board.changed:
            self._seen = now
            if viewer:
                self._watchers[viewer] = now

    def watched_by_others(self, viewer: str, within: float = 5.0) -> int:
        """How many other sessions have looked in the last `within` seconds."""
        now = self._board.clock()
        with self._board.changed:
            return sum(name != viewer and now - seen <= within for name, seen in self._watchers.items())

    def stop(self) -> None:
        """End the run for everybody and keep its records. Does nothing to a finished job."""
        self._board.finish(self, "stopped")

    def restart(self) -> None:
        """Put a finished job back in line, with no records."""
        self._board.restart(self)

    def wait(self, timeout: float | None = None) -> State:
        """Block until the job is finished or `timeout` seconds have passed; returns the state."""
        with self._board.changed:
            self._board.changed.wait_for(lambda: self._state in ("done", "stopped", "failed"), timeout)
        return self._state


class Board:
    """All jobs of this server.

    Args:
        at_once: how many run at a time.
        keep: how many finished jobs are kept, least recently asked for going first.
        keep_bytes: how much their records may weigh together (as pickled).
        queue: how many may wait; the next one fails with a message.
        patience: seconds without a watcher after which a job is stopped.
        clock: seconds; another one in tests.
    """

    def __init__(
        self,
        *,
        at_once: int = 1,
        keep: int = 32,
        keep_bytes: int = 64_000_000,
        queue: int = 32,
        patience: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.at_once, self.keep, self.keep_bytes, self.queue, self.patience = at_once, keep, keep_bytes, queue, patience
        self.clock = clock
        self.changed = threading.Condition(threading.RLock())
        self.waiting: list[Job] = []
        self.running: list[Job] = []
        self._jobs: OrderedDict[Key, Job] = OrderedDict()
        self._tidier: threading.Thread | None = None

    def submit(self, fn: Callable[[Any], Iterable[Any]], request: Hashable, *, title: str = "") -> Job:
        """The job for this pair: the one there is, in whatever state, or a new one at the end of the line.

        A job that was stopped because nobody watched is started again; one that a person stopped, or that failed, is
        returned as it is (`Job.restart` runs it again), so a page may call this on every rerun.

        Args:
            fn: a generator function at the top of an importable module (not of a page: pages run as `__main__`).
            request: a frozen dataclass with every parameter in it.
            title: a few words for the log.

        Raises:
            TypeError: `fn` or `request` cannot be sent to another process, or `request` is not hashable.
        """
        if fn.__module__ in ("__main__", "__mp_main__") or "<" in fn.__qualname__:
            raise TypeError(f"a job needs a function at the top of an importable module, got {fn.__qualname__}")
        key = (fn.__module__, fn.__qualname__, request)
        with self.changed:
            job = self._jobs.get(key)
            if job is None:
                work = pickle.dumps((fn, request))
                job = self._jobs[key] = Job(self, key, work, title or fn.__name__)
                self._enqueue(job)
            elif job.abandoned:
                self.restart(job)
            self._jobs.move_to_end(key)
            job.watch()
            self._evict()
            return job

    def find(self, fn: Callable[[Any], Iterable[Any]], request: Hashable) -> Job | None:
        """The job for this pair if there is one; starts nothing."""
        with self.changed:
            return self._jobs.get((fn.__module__, fn.__qualname__, request))

    def restart(self, job: Job) -> None:
        """Put a finished job back in line, with no records; a queued or running one is left alone."""
        with self.changed:
            if job in self.waiting or job in self.running:
                return
            job._reset()
            self._jobs[job.key] = job
            self._enqueue(job)

    def finish(self, job: Job, state: State, error: str | None = None) -> None:
        """Settle a queued or running job in a final state, end its process and let the next one start."""
        with self.changed:
            if job not in self.waiting and job not in self.running:
                return
            job._state, job.error, job.ended = state, error, self.clock()
            if job in self.waiting:
                self.waiting.remove(job)
            else:
                self.running.remove(job)
            if job._process is not None:
                _kill(job._process)
            self._start_next()
            self._evict()
            self.changed.notify_all()

    def tidy(self) -> None:
        """Stop the jobs that nobody has looked at for `patience` seconds. Called every second while any is active."""
        with self.changed:
            now = self.clock()
            for job in [job for job in (*self.waiting, *self.running) if now - job._seen > self.patience]:
                job.abandoned = True
                self.finish(job, "stopped")

    def _enqueue(self, job: Job) -> None:
        if len(self.waiting) >= self.queue:
            job._state, job.ended = "failed", self.clock()
            job.error = f"The line is full ({self.queue} waiting). Try again in a few minutes."
            return
        self.waiting.append(job)
        self._start_next()
        if self._tidier is None or not self._tidier.is_alive():
            self._tidier = threading.Thread(target=self._keep_tidy, name="jobs-tidier", daemon=True)
            self._tidier.start()

    def _keep_tidy(self) -> None:
        with self.changed:
            while self.waiting or self.running:
                self.changed.wait(1.0)
                self.tidy()
            self._tidier = None

    def _start_next(self) -> None:
        while self.waiting and len(self.running) < self.at_once:
            job = self.waiting.pop(0)
            self.running.append(job)
            job._state, job.started = "running", self.clock()
            try:
                job._process = subprocess.Popen(
                    [sys.executable, "-c", _CHILD, _ROOT],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env={**os.environ, **worker.ONE_THREAD},
                    start_new_session=True,
                )
            except OSError as error:
                self.finish(job, "failed", f"The run could not be started: {error}")
                continue
            threading.Thread(target=self._collect, args=(job, job._process), name="jobs-reader", daemon=True).start()

    def _collect(self, job: Job, process: subprocess.Popen[bytes]) -> None:
        """Read one process until its end, in a thread of its own; the job may be settled or restarted meanwhile."""
        assert process.stdin is not None and process.stdout is not None
        kind, value = "lost", None
        try:
            worker.send(process.stdin, (sys.path, job._work))
            while True:
                (kind, value), size = worker.receive(process.stdout)
                if kind != "record":
                    break
                with self.changed:
                    if job._process is not process or job._state != "running":
                        break
                    job._records.append(value)
                    job._size += size
                    if (progress := _progress(value)) is not None:
                        job._latest = (self.clock(), progress[0])
                        job._first = job._first or job._latest
                    self.changed.notify_all()
        except (EOFError, OSError):
            kind = "lost"
        except Exception as error:
            kind, value = "failed", f"A record could not be read: {worker.message_of(error)}"
        with self.changed:
            if job._process is process and job._state == "running":
                if kind == "done":
                    self.finish(job, "done")
                elif kind == "failed":
                    self.finish(job, "failed", str(value))
                else:
                    self.finish(job, "failed", "The run ended early; perhaps the server ran out of memory.")
        _kill(process)
        with contextlib.suppress(OSError):
            process.stdin.close()
        process.stdout.close()
        process.wait()

    def _evict(self) -> None:
        finished = [job for job in self._jobs.values() if job not in self.waiting and job not in self.running]
        count, weight = len(finished), sum(job._size for job in finished)
        for job in finished:
            # The newest one stays, however heavy: its visitor has not seen it yet.
            if count <= 1 or (count <= self.keep and weight <= self.keep_bytes):
                break
            del self._jobs[job.key]
            count, weight = count - 1, weight - job._size


def _progress(record: Any) -> tuple[int, int] | None:
    step, steps = (
        record.get(name) if isinstance(record, dict) else getattr(record, name, None) for name in ("step", "steps")
    )
    return None if step is None or steps is None else (int(step), int(steps))


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and whatever it started: it leads a group of its own."""
    # Not poll(): that would reap the leader, after which the number of the group may belong to somebody else.
    if process.returncode is None:
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)


_BOARD = Board()


def board() -> Board:
    """The one board of this server."""
    return _BOARD
