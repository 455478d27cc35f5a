"""Job queue: long work in worker processes, at most two at a time, single-flight for all visitors.

`queue().submit(fn, request)` runs the generator `fn(request)` in a separate process of low priority and collects its
records; equal pairs share one job. A job that nobody has watched for a minute is stopped. The process is
`explorer.jobs.worker_process`, `explorer.ui.frame.job_progress` draws a job.
"""

from __future__ import annotations

import pickle
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Literal

from explorer.jobs.worker_process import Process, close, kill, read_messages, start

__all__ = ["Job", "Queue", "queue"]

State = Literal["queued", "running", "done", "stopped", "failed"]
Key = tuple[str, str, Hashable]
MOST_OF_ONE = 4
"""Maximum unfinished jobs of one visitor."""

visitor: Callable[[], tuple[str, ...]] = tuple
"""Who submits a job: network address and session; set by the page. Without it all jobs are equal."""


class Job:
    """One run of `fn(request)`. Made by `Queue.submit`; every visitor with the same request holds the same object.

    Reading `state` or `records` counts as watching. All methods may be called from any thread.
    """

    def __init__(self, queue: Queue, key: Key, task: tuple[Any, Hashable]) -> None:
        self._queue, self.key, self.task, self.visitor = queue, key, task, visitor()
        self._reset()

    def _reset(self) -> None:
        self._work = b""
        """Pickled work for the process; empty before its start and after its end."""
        self._state: State = "queued"
        self._records: list[Any] = []
        self._size = 0
        self._process: Process | None = None
        self._first: tuple[float, int] | None = None
        self._latest: tuple[float, int] | None = None
        self._watchers: dict[str, float] = {"": self._queue.clock()}
        self.abandoned = False
        """Whether it was stopped for want of watchers; the next `submit` restarts it."""
        self.error: str | None = None
        self.started: float | None = None
        """Start of the process in seconds of the queue's clock; None while queued."""
        self.ended: float | None = None

    def _add(self, record: Any, size: int) -> None:
        self._records.append(record)
        self._size += size
        if (progress := progress_of(record)) is not None:
            self._latest = (self._queue.clock(), progress[0])
            self._first = self._first or self._latest

    @property
    def private(self) -> bool:
        """Whether its request is marked `private`, since it holds a visitor's words."""
        return bool(getattr(self.key[2], "private", False))

    @property
    def state(self) -> State:
        """State of the run: queued, running, done, stopped or failed."""
        self.watch()
        return self._state

    @property
    def finished(self) -> bool:
        """Whether the state is final."""
        return self.state in ("done", "stopped", "failed")

    @property
    def records(self) -> tuple[Any, ...]:
        """Records yielded so far, also after a stop or a failure."""
        self.watch()
        with self._queue.changed:
            return tuple(self._records)

    @property
    def queue_position(self) -> int:
        """Position in the queue, 1 for the next; 0 once started."""
        with self._queue.changed:
            return self._queue.line().index(self) + 1 if self in self._queue.waiting else 0

    @property
    def progress(self) -> tuple[int, int] | None:
        """(step, steps) of the last record, read from attributes or mapping keys; None where it has neither."""
        with self._queue.changed:
            return progress_of(self._records[-1] if self._records else None)

    @property
    def seconds_running(self) -> float:
        """Seconds since the process was started, up to its end; 0 while queued."""
        if self.started is None:
            return 0.0
        return (self.ended if self.ended is not None else self._queue.clock()) - self.started

    @property
    def seconds_left(self) -> float | None:
        """Estimated seconds left at the pace since the first record, which excludes imports; None while unknown."""
        progress = self.progress
        if progress is None or self._first is None or self._latest is None or self._latest[1] <= self._first[1]:
            return None
        pace = (self._latest[0] - self._first[0]) / (self._latest[1] - self._first[1])
        return max(0.0, pace * (progress[1] - self._latest[1]) - (self._queue.clock() - self._latest[0]))

    def watch(self, viewer: str = "") -> None:
        """Register a watcher; `viewer` names a session, so that one visitor cannot stop another's run."""
        with self._queue.changed:
            self._watchers[viewer] = self._queue.clock()

    def watched_by_others(self, viewer: str) -> int:
        """Number of other sessions that watched in the last five seconds."""
        now = self._queue.clock()
        with self._queue.changed:
            return sum(name not in ("", viewer) and now - at <= 5 for name, at in self._watchers.items())

    def stop(self, *, abandoned: bool = False) -> None:
        """Stop the run for all watchers and keep its records; no effect on a finished job."""
        self._queue.end_job(self, "stopped", abandoned=abandoned)

    def restart(self) -> None:
        """Put a finished job back in line, with no records."""
        self._queue.restart(self)

    def wait(self, timeout: float | None = None) -> State:
        """Block until the job has finished or `timeout` seconds have passed; returns the state."""
        with self._queue.changed:
            self._queue.changed.wait_for(lambda: self._state in ("done", "stopped", "failed"), timeout)
        return self._state


class Queue:
    """All jobs of this server.

    Args:
        at_once: how many run at a time.
        keep: number of finished jobs in the cache, which evicts the least recently used.
        keep_bytes: pickled size of their records together, at most.
        most_waiting: length of the queue, enough for a class of sixty; a further job fails with a message.
        patience: seconds without a watcher after which a job is stopped.
        private: seconds without a watcher after which a finished job on a visitor's words is evicted.
        clock: returns seconds; tests pass their own.
        beside: another queue, with which this one shares the line and the places, but not the cache.
    """

    def __init__(
        self,
        *,
        at_once: int = 2,
        keep: int = 32,
        keep_bytes: int = 64_000_000,
        most_waiting: int = 64,
        patience: float = 60.0,
        private: float = 600.0,
        clock: Callable[[], float] = time.monotonic,
        beside: Queue | None = None,
    ) -> None:
        self.at_once, self.most_waiting, self.keep, self.keep_bytes = at_once, most_waiting, keep, keep_bytes
        self.clock, self.private, self.patience = clock, private, patience
        self.changed: threading.Condition = threading.Condition() if beside is None else beside.changed
        self.waiting: list[Job] = [] if beside is None else beside.waiting
        self.running: list[Job] = [] if beside is None else beside.running
        self._jobs: OrderedDict[Key, Job] = OrderedDict()
        self._tidier: threading.Thread | None = None

    def submit(self, fn: Callable[[Any], Iterable[Any]], request: Hashable) -> Job:
        """The existing job for this pair, in any state, or a new one at the end of the queue.

        A job that was stopped for want of watchers is restarted. One that a person stopped, or that failed, is returned
        unchanged (`Job.restart` runs it again), so a page can call this on every rerun.

        Args:
            fn: a generator function at the top of an importable module (not of a page: pages run as `__main__`).
            request: a frozen dataclass with every parameter in it.

        Raises:
            TypeError: `fn` or `request` cannot be sent to another process, or `request` is not hashable.
        """
        if fn.__module__ in ("__main__", "__mp_main__") or "<" in fn.__qualname__:
            raise TypeError(f"a job needs a function at the top of an importable module, got {fn.__qualname__}")
        key = (fn.__module__, fn.__qualname__, request)
        with self.changed:
            job = self._jobs.get(key)
            if job is None:
                job = self._jobs[key] = Job(self, key, (fn, request))
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

    def line(self) -> list[Job]:
        """Waiting jobs in the order of their start: network addresses take turns, and so do the visitors of one."""
        line = list(self.waiting)
        for part in (2, 1):
            turns = Counter(job.visitor[:part] for job in self.running)
            turn_of = {}
            for job in line:
                turn_of[job] = turns[job.visitor[:part]]
                turns[job.visitor[:part]] += 1
            line.sort(key=turn_of.__getitem__)
        return line

    def forget(self, job: Job) -> None:
        """Evict a finished job; those who hold it keep its records."""
        with self.changed:
            if not self._under_way(job) and self._jobs.get(job.key) is job:
                del self._jobs[job.key]

    def restart(self, job: Job) -> None:
        """Put a finished job back in line, with no records; a queued or running one is left alone."""
        with self.changed:
            if not self._under_way(job):
                job._reset()
                job.visitor = visitor()
                self._jobs[job.key] = job
                self._enqueue(job)

    def end_job(self, job: Job, state: State, error: str | None = None, *, abandoned: bool = False) -> None:
        """Put a queued or running job into a final state, end its process and start the next job."""
        with self.changed:
            if not self._under_way(job):
                return
            job._state, job.error, job.ended, job.abandoned = state, error, self.clock(), abandoned
            job._work, job.visitor = b"", ()
            (self.waiting if job in self.waiting else self.running).remove(job)
            if job._process is not None:
                kill(job._process)
            self._start_next()
            self._evict()
            self.changed.notify_all()

    def tidy(self) -> None:
        """Stop jobs without a watcher for `patience` seconds, and evict finished private ones.

        Called every second while there is such a job.
        """
        with self.changed:
            now = self.clock()
            for job in (*self.waiting, *self.running):
                if now - max(job._watchers.values()) > self.patience:
                    job.stop(abandoned=True)
            for job in self._finished_jobs():
                if job.private and now - max(job._watchers.values()) > self.private:
                    del self._jobs[job.key]

    def _under_way(self, job: Job) -> bool:
        return job in self.waiting or job in self.running

    def _finished_jobs(self) -> list[Job]:
        return [job for job in self._jobs.values() if not self._under_way(job)]

    def _enqueue(self, job: Job) -> None:
        own = sum(bool(job.visitor) and each.visitor == job.visitor for each in (*self.waiting, *self.running))
        self.waiting.append(job)
        if own >= MOST_OF_ONE:
            self.end_job(job, "failed", f"{MOST_OF_ONE} runs of yours wait already. Stop one, or try again later.")
            return
        if len(self.waiting) > self.most_waiting:  # the last of whoever has most of them waiting
            full = f"The line is full ({self.most_waiting} waiting). Try again in a few minutes."
            self.end_job(self.line()[-1], "failed", full)
        self._start_next()
        if self._tidier is None or not self._tidier.is_alive():
            self._tidier = threading.Thread(target=self._keep_tidy, name="jobs-tidier", daemon=True)
            self._tidier.start()

    def _keep_tidy(self) -> None:
        with self.changed:
            while self.waiting or self.running or any(job.private for job in self._finished_jobs()):
                self.changed.wait(1.0)
                self.tidy()
            self._tidier = None

    def _start_next(self) -> None:
        while self.waiting and len(self.running) < self.at_once:
            job = self.line()[0]
            self.waiting.remove(job)
            self.running.append(job)
            job._state, job.started = "running", self.clock()
            try:
                job._work = pickle.dumps(job.task)  # not while it waits: a visitor's whole table may be in it
                job._process = start()
            except OSError as error:
                self.end_job(job, "failed", f"The run could not be started: {error}")
                continue
            collect = job._queue._collect  # which a queue beside this one may be
            threading.Thread(target=collect, args=(job, job._process), name="jobs-reader", daemon=True).start()

    def _collect(self, job: Job, process: Process) -> None:
        """Read one process until its end, in its own thread; the job may finish or restart meanwhile."""
        for kind, value, size in read_messages(process, job._work):
            with self.changed:
                if job._process is not process or job._state != "running":
                    break
                if kind == "record":
                    job._add(value, size)
                    self.changed.notify_all()
                else:
                    self.end_job(job, "done" if kind == "done" else "failed", value)
        close(process)

    def _evict(self) -> None:
        """Evict finished jobs beyond the bounds, least recently used first, but never the newest."""
        finished = self._finished_jobs()
        weight = sum(job._size for job in finished)
        for left, job in zip(range(len(finished), 1, -1), finished, strict=False):
            if left <= self.keep and weight <= self.keep_bytes:
                break
            del self._jobs[job.key]
            weight -= job._size


def progress_of(record: Any) -> tuple[int, int] | None:
    """(step, steps) of a record, from its attributes or mapping keys; None where it lacks them.

    >>> progress_of({"step": 2, "steps": 5}), progress_of("a text")
    ((2, 5), None)
    """
    step, steps = (
        record.get(name) if isinstance(record, dict) else getattr(record, name, None) for name in ("step", "steps")
    )
    return None if step is None or steps is None else (int(step), int(steps))


_QUEUE = Queue()


def queue() -> Queue:
    """The one queue of this server."""
    return _QUEUE
