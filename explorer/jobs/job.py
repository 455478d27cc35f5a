"""One run in the queue: where it stands, what it has yielded, how long it will take, and who is watching.

Made and settled by a queue (`explorer.jobs.queue`); this file only tells, and says what it asks of the queue.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from explorer.jobs.results import Kept

State = Literal["queued", "running", "done", "stopped", "failed"]
Lane = Literal["long", "short"]
Key = tuple[str, str, Hashable]


class Line(Protocol):
    """What a run asks of the queue that it stands in.

    Attributes:
        clock: seconds, from any beginning.
        changed: held while anything is read or changed, and told of each change.
        waiting: the runs that have not begun, in their order.
    """

    clock: Callable[[], float]
    changed: threading.Condition
    waiting: list[Job]

    def finish(self, job: Job, state: State) -> None:
        """Settle a run that waits or is at work."""

    def restart(self, job: Job) -> None:
        """Put a finished run back in line, with no records."""

    def seconds_until_start(self, job: Job) -> float | None:
        """Seconds until a run's turn; None while that is unknown."""


class Job:
    """One run of `fn(request)`. Made by `Queue.submit`; every visitor with the same request holds the same object.

    Reading `state` or `records` counts as watching. All methods may be called from any thread.
    """

    def __init__(self, queue: Line, key: Key, task: tuple[Any, Hashable], title: str, lane: Lane) -> None:
        self._queue = queue
        self.key = key
        self.title = title
        self.lane: Lane = lane
        self.task = task
        """The function and the request, as last asked for."""
        self.owner = ""
        """The visitor who put it in line, "" for nobody in particular."""
        self._reset()

    def _reset(self) -> None:
        self._work = b""
        """What is sent to the process; nothing before the job is in line, nor after its end."""
        self._state: State = "queued"
        self._records: list[Any] = []
        self._size = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._first: tuple[float, int] | None = None
        self._latest: tuple[float, int] | None = None
        self._seen = self._queue.clock()
        self._watchers: dict[str, float] = {}
        self.abandoned = False
        self.shared = False
        """Whether another run was at work at the same time: what it measured in seconds is then too long."""
        self.error: str | None = None
        self.started: float | None = None
        """When the process was started, in seconds of the queue's clock; None while queued."""
        self.ended: float | None = None

    def _add(self, record: Any, size: int) -> None:
        """One record more, of `size` bytes."""
        self._records.append(record)
        self._size += size
        if (progress := progress_of(record)) is not None:
            self._latest = (self._queue.clock(), progress[0])
            self._first = self._first or self._latest

    def _done_before(self, kept: Kept) -> None:
        """Take over what an earlier run of the same has yielded."""
        self._state, self._records, self._size = "done", list(kept.records), kept.size
        self.ended = self._queue.clock()
        self.started = self.ended - kept.seconds

    @property
    def kept_on_disk(self) -> bool:
        """Whether it may be written to disk once it is done: a long one whose request says so by a true `keep`.

        A request that holds a visitor's words or numbers doesn't say so: those never reach a disk.
        """
        return self.lane == "long" and bool(getattr(self.key[2], "keep", False))

    @property
    def private(self) -> bool:
        """Whether its request says by a false `keep` that it holds what a visitor typed."""
        return getattr(self.key[2], "keep", None) is False

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
        with self._queue.changed:
            return tuple(self._records)

    @property
    def queue_position(self) -> int:
        """1 for the next in line of its lane; 0 once started."""
        with self._queue.changed:
            waiting = [job for job in self._queue.waiting if job.lane == self.lane]
            return waiting.index(self) + 1 if self in waiting else 0

    @property
    def progress(self) -> tuple[int, int] | None:
        """(step, steps) of the last record, read from attributes or mapping keys; None where it has neither."""
        with self._queue.changed:
            last = self._records[-1] if self._records else None
        return progress_of(last)

    @property
    def seconds_running(self) -> float:
        """Seconds since the process was started, up to its end; 0 while queued."""
        if self.started is None:
            return 0.0
        return (self.ended if self.ended is not None else self._queue.clock()) - self.started

    @property
    def seconds_left(self) -> float | None:
        """Seconds to go at the pace since the first record (so imports don't count); None while that is unknown."""
        progress = self.progress
        if progress is None or self._first is None or self._latest is None or self._latest[1] <= self._first[1]:
            return None
        pace = (self._latest[0] - self._first[0]) / (self._latest[1] - self._first[1])
        return max(0.0, pace * (progress[1] - self._latest[1]) - (self._queue.clock() - self._latest[0]))

    @property
    def seconds_in_all(self) -> float | None:
        """Seconds that it will have taken, from its start to its end; None while that is unknown."""
        left = self.seconds_left
        return None if left is None else self.seconds_running + left

    @property
    def seconds_until_start(self) -> float | None:
        """Seconds until its turn, 0 once started; None while that is unknown."""
        return self._queue.seconds_until_start(self)

    def watch(self, viewer: str = "") -> None:
        """Say that somebody is looking; `viewer` names a session, so that one visitor cannot stop another's run."""
        now = self._queue.clock()
        with self._queue.changed:
            self._seen = now
            if viewer:
                self._watchers[viewer] = now

    def watched_by_others(self, viewer: str, within: float = 5.0) -> int:
        """How many other sessions have looked in the last `within` seconds."""
        now = self._queue.clock()
        with self._queue.changed:
            return sum(name != viewer and now - seen <= within for name, seen in self._watchers.items())

    def stop(self) -> None:
        """End the run for everybody and keep its records. Does nothing to a finished job."""
        self._queue.finish(self, "stopped")

    def restart(self) -> None:
        """Put a finished job back in line, with no records."""
        self._queue.restart(self)

    def wait(self, timeout: float | None = None) -> State:
        """Block until the job is finished or `timeout` seconds have passed; returns the state."""
        with self._queue.changed:
            self._queue.changed.wait_for(lambda: self._state in ("done", "stopped", "failed"), timeout)
        return self._state


def progress_of(record: Any) -> tuple[int, int] | None:
    """(step, steps) of a record, from its attributes or mapping keys; None where it lacks them.

    >>> progress_of({"step": 2, "steps": 5}), progress_of("a text")
    ((2, 5), None)
    """
    step, steps = (
        record.get(name) if isinstance(record, dict) else getattr(record, name, None) for name in ("step", "steps")
    )
    return None if step is None or steps is None else (int(step), int(steps))
