"""The shorter ways end where Streamlit's own do: a run that is to stop stops, and a copied place moves by itself."""

from __future__ import annotations

import copy
import inspect
import re
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit import cursor
from streamlit.cursor import Cursor, LockedCursor, RunningCursor
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.lib.form_utils import FormData
from streamlit.navigation import page
from streamlit.navigation.page import StreamlitPage
from streamlit.proto.Block_pb2 import Block
from streamlit.proto.RootContainer_pb2 import RootContainer
from streamlit.runtime import parallel_coordinator
from streamlit.runtime.parallel_coordinator import ParallelFragmentCoordinator
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType
from streamlit.runtime.scriptrunner_utils.script_run_context import SCRIPT_RUN_CONTEXT_ATTR_NAME
from streamlit.util import calc_hash

from explorer.ui.undocumented import shortcuts

NAME = "_maybe_handle_execution_control_request"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Which runners were asked by Streamlit's own, long way."""
    runners: list[object] = []
    monkeypatch.setattr(ScriptRunner, NAME, runners.append)
    for kind in (RunningCursor, LockedCursor, DeltaGenerator):
        monkeypatch.setattr(kind, "__deepcopy__", None, raising=False)
    monkeypatch.setattr(cursor, "SparseList", cursor.SparseList)
    monkeypatch.setattr(page, "calc_hash", page.calc_hash)
    monkeypatch.setattr(parallel_coordinator, "ThreadPoolExecutor", parallel_coordinator.ThreadPoolExecutor)
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


def test_a_pool_of_threads_is_made_for_its_first_task() -> None:
    began = threading.active_count()
    for wait in (True, False):
        pool, gate = shortcuts.Unmade(2), threading.Event()
        pool.shutdown(wait)
        pool.shutdown(wait, cancel_futures=True)
        assert pool._made is None and threading.active_count() == began
        waits = [pool.submit(gate.wait, 60) for _ in range(2)]
        late = pool.submit(divmod, 7, 2)
        assert not late.done(), "two at a time"
        gate.set()
        assert late.result(60) == (3, 1) and all(each.result(60) for each in waits)
        pool.shutdown(wait, cancel_futures=True)
        with pytest.raises(RuntimeError, match="shutdown"):
            pool.submit(divmod, 7, 2)
    used = inspect.getsource(parallel_coordinator.ParallelFragmentCoordinator)
    assert "ThreadPoolExecutor(max_workers=max_workers)" in used
    calls = {"submit(tracked)", "shutdown(wait=False)", "shutdown(wait=True, cancel_futures=True)"}
    assert set(re.findall(r"_executor\.(.*)", used)) == calls


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


def test_what_stands_around_a_fragment_is_copied_once_each(asked: list[object]) -> None:
    stack = [DeltaGenerator(RootContainer.MAIN, RunningCursor(RootContainer.MAIN), None)]
    for depth in range(5):
        place = RunningCursor(RootContainer.MAIN, tuple(range(depth)))
        stack.append(DeltaGenerator(RootContainer.MAIN, place, stack[-1], f"block {depth}"))
    stack[-1]._form_data, stack[-1]._creating_fragment_id = FormData("a form"), "a fragment"
    copies = copy.deepcopy(tuple(stack))
    assert [one._block_type for one in copies] == [one._block_type for one in stack]
    for number, (one, other) in enumerate(zip(copies, stack, strict=True)):
        assert one is not other and one._cursor is not other._cursor
        assert one._cursor.delta_path == other._cursor.delta_path  # type: ignore[union-attr]
        assert one._parent is (copies[number - 1] if number else None), "one copy of each, not one for each place"
    last = copies[-1]
    assert last._form_data == stack[-1]._form_data and last._creating_fragment_id == "a fragment"
    copies[2]._cursor.lock_element()  # type: ignore[union-attr]
    assert stack[2]._cursor.delta_path == [RootContainer.MAIN, 0, 0]  # type: ignore[union-attr]


def test_the_list_of_a_place_is_made_without_typing(asked: list[object]) -> None:
    assert cursor.SparseList is shortcuts.Plain and shortcuts.Plain[int] is shortcuts.Plain
    one = RunningCursor(0, (3,)).lock_element().transient_elements
    assert type(one) is shortcuts.Plain
    one[4] = "an element"  # type: ignore[assignment]
    assert list(one.items()) == [(4, "an element")] and 3 not in one


def test_choices_are_found_as_attributes_in_messages_of_messages_too(asked: list[object]) -> None:
    for found in (RootContainer, Block.FlexContainer.Direction, Block.FlexContainer.Justify):
        assert dict(found.items()).items() <= vars(found).items()
    assert vars(Block.FlexContainer.Direction)["VERTICAL"] == Block.FlexContainer.VERTICAL
    assert Block.FlexContainer.Direction.Name(1) == "VERTICAL"


def test_an_address_is_hashed_once(asked: list[object]) -> None:
    hashed: Any = page.calc_hash
    before = hashed.cache_info().misses
    pages = [SimpleNamespace(_url_path="tokens") for _ in range(3)]
    assert {StreamlitPage._script_hash.fget(one) for one in pages} == {calc_hash("tokens")}  # type: ignore[attr-defined]
    assert hashed.cache_info().misses - before == 1


def test_streamlit_still_has_what_is_shortened() -> None:
    assert "SparseList[Element]()" in inspect.getsource(Cursor)
    assert list(inspect.signature(DeltaGenerator.__init__).parameters) == [
        "self",
        "root_container",
        "cursor",
        "parent",
        "block_type",
    ]
    assert vars(DeltaGenerator(None)).keys() == {
        "_root_container",
        "_provided_cursor",
        "_parent",
        "_block_type",
        "_creating_fragment_id",
        "_form_data",
    }, "a copy of a container has all that a container has"
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
