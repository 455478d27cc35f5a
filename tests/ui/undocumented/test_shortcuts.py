"""The shorter ways end where Streamlit's own do: a run that is to stop stops, and a copied place moves by itself."""

from __future__ import annotations

import copy
import inspect
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.cursor import LockedCursor, RunningCursor
from streamlit.runtime.parallel_coordinator import ParallelFragmentCoordinator
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType
from streamlit.runtime.scriptrunner_utils.script_run_context import SCRIPT_RUN_CONTEXT_ATTR_NAME

from explorer.ui.undocumented import shortcuts

NAME = "_maybe_handle_execution_control_request"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Which runners were asked by Streamlit's own, long way."""
    runners: list[object] = []
    monkeypatch.setattr(ScriptRunner, NAME, runners.append)
    for kind in (RunningCursor, LockedCursor):
        monkeypatch.setattr(kind, "__deepcopy__", None, raising=False)
    shortcuts.shorten()
    yield runners


def runner(thread: object = None) -> Any:
    return SimpleNamespace(_script_thread=thread or threading.current_thread(), _requests=ScriptRequests())


def test_only_a_run_that_is_to_stop_or_of_another_thread_is_asked_the_long_way(asked: list[object]) -> None:
    goes_on, stops, other = runner(), runner(), runner("another thread")
    stops._requests.request_stop()
    for one in (goes_on, stops, other):
        getattr(ScriptRunner, NAME)(one)
    assert asked == [stops, other]


def test_a_worker_that_has_ended_the_run_ends_it(asked: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    workers = SimpleNamespace(_worker_exception=None)
    context = SimpleNamespace(parallel_coordinator=workers)
    monkeypatch.setattr(threading.current_thread(), SCRIPT_RUN_CONTEXT_ATTR_NAME, context, raising=False)
    one = runner()
    getattr(ScriptRunner, NAME)(one)
    assert not asked
    workers._worker_exception = RuntimeError("stop")
    getattr(ScriptRunner, NAME)(one)
    assert asked == [one]


def test_a_copied_place_moves_on_by_itself(asked: list[object]) -> None:
    place = RunningCursor(0, (3, 1))
    place.lock_element()
    place._transient_elements[2] = "an element"
    other = copy.deepcopy(place)
    assert type(other) is RunningCursor and other.delta_path == place.delta_path == [0, 3, 1, 1]
    assert dict(other.transient_elements.items()) == {2: "an element"}
    other.get_transient_cursor()
    other.transient_elements[5] = "of the copy"
    other.lock_element()
    assert place.delta_path == [0, 3, 1, 1] and dict(place.transient_elements.items()) == {2: "an element"}
    assert other.delta_path == [0, 3, 1, 2]
    both = copy.deepcopy([place, place])
    assert both[0] is both[1]
    locked = copy.deepcopy(LockedCursor(1, (2,), 7))
    assert type(locked) is LockedCursor and locked.delta_path == [1, 2, 7]


def test_streamlit_still_has_what_is_shortened() -> None:
    plain = getattr(getattr(ScriptRunner, NAME), "before", getattr(ScriptRunner, NAME))
    text = inspect.getsource(plain)
    assert "worker_exc = ctx.parallel_coordinator.worker_exception" in text
    assert "request = self._requests.on_scriptrunner_yield()" in text
    assert "return self._worker_exception" in inspect.getsource(ParallelFragmentCoordinator)
    yields = inspect.getsource(ScriptRequests.on_scriptrunner_yield)
    assert "if self._state == ScriptRequestType.CONTINUE or (" in yields, "a run that goes on is not asked further"
    assert ScriptRequestType.CONTINUE
    # All that a place has; a new attribute that can be changed in place would have to be copied too.
    assert set(vars(RunningCursor(0, (1,)))) == {
        *("_transient_index", "_transient_elements", "_root_container", "_parent_path", "_index")
    }
    assert set(vars(LockedCursor(0, (1,), 2))) == set(vars(RunningCursor(0, (1,))))
