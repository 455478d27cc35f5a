"""The server's loop goes on at once when it has begun a run, whenever the new thread comes to work."""

from __future__ import annotations

import gc
import inspect
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from explorer.ui.undocumented import starting


def test_nobody_waits_until_a_thread_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    may, ran = threading.Event(), threading.Event()
    begin = threading.Thread._bootstrap_inner  # type: ignore[attr-defined]

    def late(self: threading.Thread) -> None:
        may.wait(60)
        begin(self)

    monkeypatch.setattr(starting.Prompt, "_bootstrap_inner", late, raising=False)
    thread = starting.Prompt(target=ran.set, daemon=True)
    thread.start()  # `threading.Thread` would wait here for ever
    assert not ran.is_set() and not thread.is_alive()
    may.set()
    thread.join(60)
    assert ran.is_set() and not thread.is_alive()


def test_a_run_has_its_thread_once() -> None:
    ran = threading.Event()
    run = SimpleNamespace(_script_thread=None, _run_script_thread=ran.set)
    starting.start(run)  # type: ignore[arg-type]
    run._script_thread.join(60)
    assert ran.is_set()
    with pytest.raises(RuntimeError, match="already started"):
        starting.start(run)  # type: ignore[arg-type]


class Run(ScriptRunner):
    """A run of which nothing is there but what begins it."""

    def __init__(self, task: Callable[[], object]) -> None:
        self._script_thread = None
        self._run_script_thread = task  # type: ignore[assignment, method-assign]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], threading.Thread]:
    """Begins a task as Streamlit begins a run; no thread waits at first."""
    monkeypatch.setattr(starting, "_idle", deque())
    monkeypatch.setattr(starting, "ScriptRunner", Run)

    def now(task: Callable[[], object]) -> threading.Thread:
        run = Run(task)
        starting.start(run)
        assert run._script_thread is not None
        with pytest.raises(RuntimeError, match="already started"):
            starting.start(run)
        return run._script_thread

    return now


def idle(many: int) -> None:
    end = time.monotonic() + 60
    while len(starting._idle) < many and time.monotonic() < end:
        time.sleep(0.001)
    assert len(starting._idle) == many


Begin = Callable[[Callable[[], object]], threading.Thread]


def test_one_thread_does_what_comes_after_each_other_and_each_finds_it_new(begin: Begin) -> None:
    left: ContextVar[str] = ContextVar("left")
    seen: list[tuple[object, ...]] = []

    def task() -> None:
        thread = threading.current_thread()
        seen.append((thread, left.get("nothing"), getattr(thread, "streamlit_script_run_ctx", "nothing")))
        left.set("something")
        thread.streamlit_script_run_ctx = "a visitor's"  # type: ignore[attr-defined]

    threads = []
    for _ in range(3):
        threads.append(begin(task))
        idle(1)
    assert len({*threads}) == 1 and seen == [(threads[0], "nothing", "nothing")] * 3
    assert threads[0].name == "ScriptRunner.scriptThread" and threads[0].daemon


def test_what_runs_at_the_same_time_has_a_thread_each_and_few_are_kept(begin: Begin) -> None:
    may, running = threading.Event(), threading.Semaphore(0)

    def task() -> None:
        running.release()
        may.wait(60)

    threads = [begin(task) for _ in range(starting.KEPT + 3)]
    for _ in threads:
        assert running.acquire(timeout=60)
    assert len({*threads}) == len(threads)
    may.set()
    idle(starting.KEPT)
    waiting = set(starting._idle)
    for thread in set(threads) - waiting:
        thread.join(60)
    assert [thread.is_alive() for thread in threads].count(True) == starting.KEPT


def test_a_task_that_fails_is_told_of_and_the_next_one_comes(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda found: told.append((found.exc_type, found.thread)))

    def fail() -> None:
        raise ValueError("no")

    thread = begin(fail)
    idle(1)
    ran = threading.Event()
    assert begin(ran.set) is thread and ran.wait(60)
    assert told == [(ValueError, thread)]


def test_a_thread_that_waits_holds_nothing_of_its_last_run(begin: Begin) -> None:
    class Session:
        """Of a visitor."""

    session = Session()
    gone = weakref.ref(session)

    def task(of: Session = session) -> None:
        threading.current_thread().streamlit_script_run_ctx = of  # type: ignore[attr-defined]

    begin(task)
    idle(1)
    del session, task
    gc.collect()
    assert gone() is None


def test_a_test_of_a_page_gets_a_thread_that_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit's AppTest waits for the end of the thread, not of the run."""
    monkeypatch.setattr(starting, "_idle", deque())
    ran = threading.Event()
    run = Run(ran.set)
    starting.start(run)
    assert run._script_thread is not None
    run._script_thread.join(60)
    assert ran.is_set() and not starting._idle


def test_streamlit_starts_a_run_as_it_did() -> None:
    starting.at_once()
    starting.at_once()
    assert ScriptRunner.start is starting.start
    plain = inspect.getsource(starting.start.before)  # type: ignore[attr-defined]
    code = plain[plain.index("if self._script_thread") :]
    lines = [line.strip() for line in code.splitlines() if line.strip() and not line.strip().startswith("#")]
    assert " ".join(lines) == (
        'if self._script_thread is not None: raise RuntimeError("ScriptRunner was already started") '
        "self._script_thread = threading.Thread( target=self._run_script_thread, "
        'name="ScriptRunner.scriptThread", daemon=True, ) self._script_thread.start()'
    ), "explorer/ui/undocumented/starting.py does what Streamlit's ScriptRunner.start did; compare them"
    assert "self._started.wait()" in inspect.getsource(threading.Thread.start)
