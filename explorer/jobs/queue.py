"""Long work, once for everybody: a queue of jobs, each in a process of its own.

`queue().submit(fn, request)` runs the generator `fn(request)` in a separate process of low priority and collects what
it yields; the same pair is run once, whoever asks. There are two lanes, so that a measurement of seconds need not wait
for a training of minutes; in each a fixed number run at a time and the others wait in line. This file knows who runs,
who waits and what is kept; `explorer.jobs.job` is one run, `explorer.jobs.process` its process, and
`explorer.ui.frame.progress` draws it.

The queue never believes that somebody is still there: a job that nobody has looked at for a minute is stopped. It is
fair: a visitor holds one place in the line of a lane, so asking for another run gives up the place of the one waiting.
"""

from __future__ import annotations

import pickle
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from typing import Any, get_args

from explorer.jobs.job import Job, Key, Lane, State
from explorer.jobs.process import Process, close, kill, messages, start
from explorer.jobs.results import Kept, Results, default_folder

__all__ = ["Queue", "Job", "queue"]


class Queue:
    """All jobs of this server.

    Args:
        at_once: how many run at a time in each of the two lanes.
        keep: how many finished jobs are kept, least recently asked for going first.
        keep_bytes: how much their records may weigh together (as pickled).
        most_waiting: how many may wait in a lane, a class of sixty at least; the next one fails with a message.
        patience: seconds without a watcher after which a job is stopped.
        private: seconds without a watcher after which a finished job on a visitor's own words is forgotten.
        clock: seconds; another one in tests.
        results: where finished runs of the long lane are kept on disk; None keeps them in memory only.
        owner: names the visitor who asks, such as a session; "" for nobody in particular.
    """

    def __init__(
        self,
        *,
        at_once: int = 1,
        keep: int = 32,
        keep_bytes: int = 64_000_000,
        most_waiting: int = 64,
        patience: float = 60.0,
        private: float = 600.0,
        clock: Callable[[], float] = time.monotonic,
        results: Results | None = None,
        owner: Callable[[], str] = lambda: "",
    ) -> None:
        self.at_once, self.most_waiting, self.keep, self.keep_bytes = at_once, most_waiting, keep, keep_bytes
        self.clock, self.results, self.owner, self.private, self.patience = clock, results, owner, private, patience
        self.changed = threading.Condition(threading.RLock())
        self.waiting: list[Job] = []
        self.running: list[Job] = []
        self._jobs: OrderedDict[Key, Job] = OrderedDict()
        self._took: dict[tuple[str, str], float] = {}
        self._tidier: threading.Thread | None = None

    def submit(
        self, fn: Callable[[Any], Iterable[Any]], request: Hashable, *, title: str = "", short: bool = False
    ) -> Job:
        """The job for this pair: the one there is, in whatever state, or a new one at the end of the line.

        A job that was stopped because nobody watched is started again; one that a person stopped, or that failed, is
        returned as it is (`Job.restart` runs it again), so a page may call this on every rerun.

        Args:
            fn: a generator function at the top of an importable module (not of a page: pages run as `__main__`).
            request: a frozen dataclass with every parameter in it.
            title: a few words for the log.
            short: it takes seconds, not minutes, so it goes to the lane of its kind.

        Raises:
            TypeError: `fn` or `request` cannot be sent to another process, or `request` is not hashable.
        """
        if fn.__module__ in ("__main__", "__mp_main__") or "<" in fn.__qualname__:
            raise TypeError(f"a job needs a function at the top of an importable module, got {fn.__qualname__}")
        key = (fn.__module__, fn.__qualname__, request)
        with self.changed:
            job = self._jobs.get(key)
            if job is None:
                job = Job(self, key, (fn, request), title or fn.__name__, "short" if short else "long")
                kept = self.results.get(key) if self.results is not None and job.kept_on_disk else None
                if kept is not None:
                    job._done_before(kept)
                else:
                    self._enqueue(job)
                self._jobs[key] = job
            else:
                job.task = (fn, request)
                if job.abandoned:
                    self.restart(job)
            self._jobs.move_to_end(key)
            job.watch()
            self._evict()
            return job

    def find(self, fn: Callable[[Any], Iterable[Any]], request: Hashable) -> Job | None:
        """The job for this pair if there is one; starts nothing."""
        with self.changed:
            return self._jobs.get((fn.__module__, fn.__qualname__, request))

    def forget(self, job: Job) -> None:
        """Let go of a finished job whose records somebody has taken; others who hold it still have them."""
        with self.changed:
            if job not in self.waiting and job not in self.running and self._jobs.get(job.key) is job:
                del self._jobs[job.key]

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
            job._work = b""
            if job in self.waiting:
                self.waiting.remove(job)
            else:
                self.running.remove(job)
            if job._process is not None:
                kill(job._process)
            self._start_next()
            self._evict()
            self.changed.notify_all()

    def tidy(self) -> None:
        """Stop the jobs that nobody has looked at for `patience` seconds, and forget finished ones on private words.

        Called every second while there is any of these.
        """
        with self.changed:
            now = self.clock()
            for job in [job for job in (*self.waiting, *self.running) if now - job._seen > self.patience]:
                job.abandoned = True
                self.finish(job, "stopped")
            for job in self._finished(private=True):
                if now - job._seen > self.private:
                    del self._jobs[job.key]

    def _finished(self, private: bool = False) -> list[Job]:
        """Jobs that neither wait nor run: all of them, or those on what a visitor typed."""
        finished = [job for job in self._jobs.values() if job not in self.waiting and job not in self.running]
        return [job for job in finished if job.private or not private]

    def seconds_until_start(self, job: Job) -> float | None:
        """Seconds until a waiting job's turn, from the runs before it; None where one of them has no figure yet.

        One that hasn't begun is expected to take as long as the last of its function, or as one that is under way.
        """
        with self.changed:
            if job not in self.waiting:
                return 0.0
            ahead = [other for other in self.waiting[: self.waiting.index(job)] if other.lane == job.lane]
            now = [other.seconds_left for other in self.running if other.lane == job.lane]
            took = {other.key[:2]: other.seconds_in_all for other in self.running} | self._took
            every = [*now, *(took.get(other.key[:2]) for other in ahead)]
            return sum(filter(None, every)) / self.at_once if now and None not in every else None

    def _give_up_place(self, owner: str, lane: Lane) -> None:
        """Stop the run that this visitor has waiting in the lane, unless others look at it too."""
        for other in [other for other in self.waiting if owner and other.owner == owner and other.lane == lane]:
            if not other.watched_by_others(owner):
                self.finish(other, "stopped")

    def _enqueue(self, job: Job) -> None:
        job.owner = self.owner()
        self._give_up_place(job.owner, job.lane)
        if sum(other.lane == job.lane for other in self.waiting) >= self.most_waiting:
            job._state, job.ended = "failed", self.clock()
            job.error = f"The line is full ({self.most_waiting} waiting). Try again in a few minutes."
            return
        job._work = pickle.dumps(job.task)
        self.waiting.append(job)
        self._start_next()
        if self._tidier is None or not self._tidier.is_alive():
            self._tidier = threading.Thread(target=self._keep_tidy, name="jobs-tidier", daemon=True)
            self._tidier.start()

    def _keep_tidy(self) -> None:
        with self.changed:
            while self.waiting or self.running or self._finished(private=True):
                self.changed.wait(1.0)
                self.tidy()
            self._tidier = None

    def _start_next(self) -> None:
        while (job := self._next()) is not None:
            self.waiting.remove(job)
            for other in self.running:
                other.shared = job.shared = True
            self.running.append(job)
            job._state, job.started = "running", self.clock()
            try:
                job._process = start()
            except OSError as error:
                self.finish(job, "failed", f"The run could not be started: {error}")
                continue
            threading.Thread(target=self._collect, args=(job, job._process), name="jobs-reader", daemon=True).start()

    def _next(self) -> Job | None:
        """The first in line of a lane that has a free place."""
        free = [lane for lane in get_args(Lane) if sum(job.lane == lane for job in self.running) < self.at_once]
        return next((job for job in self.waiting if job.lane in free), None)

    def _collect(self, job: Job, process: Process) -> None:
        """Read one process until its end, in a thread of its own; the job may be settled or restarted meanwhile."""
        keep = False
        for kind, value, size in messages(process, job._work):
            with self.changed:
                if job._process is not process or job._state != "running":
                    break
                if kind == "record":
                    job._add(value, size)
                    self.changed.notify_all()
                elif kind == "done":
                    self.finish(job, "done")
                    self._took[job.key[:2]] = job.seconds_running
                    keep = job.kept_on_disk
                else:
                    self.finish(job, "failed", str(value))
        if keep and self.results is not None:
            self.results.put(job.key, Kept(job._records, job.seconds_running, job._size))
        close(process)

    def _evict(self) -> None:
        finished = self._finished()
        count, weight = len(finished), sum(job._size for job in finished)
        for job in finished:
            # The newest one stays, however heavy: its visitor has not seen it yet.
            if count <= 1 or (count <= self.keep and weight <= self.keep_bytes):
                break
            del self._jobs[job.key]
            count, weight = count - 1, weight - job._size


_QUEUE = Queue(results=Results(default_folder()))


def queue() -> Queue:
    """The one queue of this server."""
    return _QUEUE
