"""What Streamlit does at every element and every look at a value, by a shorter way with the same result.

At each of the two hundred such moments of a run it asks whether the run is to stop, with a lock and a look at threads
that no page of ours has; and it copies the places on the page, at every fragment and with every run of it, by the
general way that is made for any object. Together that was a tenth of a run. A fragment copies each container around it
together with all that is around that one: 21 copies where six are nested. Each place is made with an empty list by way
of `typing`, and each name of a choice in a message is looked up anew by a search that ends in an error first. The
address of each page of the navigation is hashed with every look at it. And each run makes a pool of threads for
fragments side by side, which no page of ours has. It wraps names of Streamlit's own, seen in 1.67
(`ScriptRunner._maybe_handle_execution_control_request`; `RunningCursor`, `LockedCursor` and `DeltaGenerator` are
copied as a whole; `SparseList` in the module of cursors, `calc_hash` in that of pages, `ThreadPoolExecutor` in that of
parallel fragments), and gives protobuf's
enumerations (7.36) their names as attributes.
"""

from __future__ import annotations

import copy
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from types import ModuleType
from typing import Any

from streamlit import cursor
from streamlit.cursor import Cursor, LockedCursor, RunningCursor, SparseList
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation import page
from streamlit.proto.RootContainer_pb2 import RootContainer
from streamlit.runtime import parallel_coordinator
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils import script_run_context
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType
from streamlit.util import calc_hash

_CONTEXT = str(vars(script_run_context)["SCRIPT_RUN_CONTEXT_ATTR_NAME"])
"""The name by which a thread holds what it runs."""


def copied(self: Cursor, memo: dict[int, Any]) -> Cursor:
    """The place as it is now; it moves on by itself. All it has are numbers, and transient elements by number."""
    other = object.__new__(type(self))
    other.__dict__.update(self.__dict__)
    elements = Plain()
    elements._data.update(self._transient_elements._data)
    other._transient_elements = elements
    memo[id(self)] = other
    return other


def around(self: DeltaGenerator, memo: dict[int, Any]) -> DeltaGenerator:
    """A container with all that it stands in, each copied once."""
    other = DeltaGenerator(
        root_container=self._root_container,
        cursor=copy.deepcopy(self._cursor, memo),
        parent=copy.deepcopy(self._parent, memo),
        block_type=self._block_type,
    )
    other._form_data = copy.deepcopy(self._form_data, memo)
    other._creating_fragment_id = self._creating_fragment_id
    return other


class Plain(SparseList[Any]):
    """The same list; `Plain[Element]` is the class itself, which says so to a reader alone."""

    def __class_getitem__(cls, of: object) -> type[Plain]:
        """Itself."""
        return cls


class Unmade:
    """A pool of threads that is made when it gets its first task."""

    def __init__(self, max_workers: int | None = None) -> None:
        self._most, self._lock = max_workers, threading.Lock()
        self._made: ThreadPoolExecutor | None = None

    def submit(self, task: Callable[..., Any], *given: Any) -> Future[Any]:
        """Hand a task to the pool."""
        with self._lock:
            self._made = self._made or ThreadPoolExecutor(self._most)
        return self._made.submit(task, *given)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the pool, if there is one."""
        if self._made is not None:
            self._made.shutdown(wait, cancel_futures=cancel_futures)


def enumerations(module: ModuleType) -> Iterator[Any]:
    """All that messages of a module of protobuf's choose from, of messages within messages, too."""
    waiting = list(vars(module).values())
    while waiting:
        found = waiting.pop()
        if type(found) is type(RootContainer):
            yield found
        elif isinstance(found, type) and (inner := getattr(found, "DESCRIPTOR", None)) is not None:
            waiting += [getattr(found, name) for name in (*inner.enum_types_by_name, *inner.nested_types_by_name)]


def name_choices() -> None:
    """Each choice is an attribute, found as such, and no longer by a search for what is missing."""
    for name, module in list(sys.modules.items()):
        if name.startswith("streamlit.proto."):
            for wrapper in enumerations(module):
                vars(wrapper).update(wrapper.items())


def shorten() -> None:
    """From now on one look says whether a run is to stop, and places and choices are found in fewer steps."""
    ask = ScriptRunner._maybe_handle_execution_control_request
    if hasattr(ask, "before"):
        return

    def look(self: ScriptRunner) -> None:
        thread = threading.current_thread()
        if self._script_thread is thread and self._requests._state is ScriptRequestType.CONTINUE:
            workers = getattr(getattr(thread, _CONTEXT, None), "parallel_coordinator", None)
            if workers is None or workers._worker_exception is None:
                return
        ask(self)

    look.before = ask  # type: ignore[attr-defined]
    ScriptRunner._maybe_handle_execution_control_request = look  # type: ignore[method-assign]
    RunningCursor.__deepcopy__ = copied  # type: ignore[attr-defined]
    LockedCursor.__deepcopy__ = copied  # type: ignore[attr-defined]
    DeltaGenerator.__deepcopy__ = around  # type: ignore[assignment, method-assign]
    cursor.SparseList = Plain  # type: ignore[misc]
    page.calc_hash = lru_cache(maxsize=256)(calc_hash)  # type: ignore[attr-defined]
    parallel_coordinator.ThreadPoolExecutor = Unmade  # type: ignore[assignment, attr-defined]
    name_choices()
