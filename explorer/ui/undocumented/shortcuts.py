"""What Streamlit does at every element and every look at a value, by a shorter way with the same result.

At each of the two hundred such moments of a run it asks whether the run is to stop, with a lock and a look at threads
that no page of ours has; and it copies the places on the page, at every fragment and with every run of it, by the
general way that is made for any object. Together that was a tenth of a run. It wraps names of Streamlit's own, seen in
1.67 (`ScriptRunner._maybe_handle_execution_control_request`; `RunningCursor` and `LockedCursor` are copied as a
whole).
"""

from __future__ import annotations

import threading
from typing import Any

from streamlit.cursor import Cursor, LockedCursor, RunningCursor, SparseList
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils import script_run_context
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

_CONTEXT = str(vars(script_run_context)["SCRIPT_RUN_CONTEXT_ATTR_NAME"])
"""The name by which a thread holds what it runs."""


def copied(self: Cursor, memo: dict[int, Any]) -> Cursor:
    """The place as it is now; it moves on by itself. All it has are numbers, and transient elements by number."""
    other = object.__new__(type(self))
    other.__dict__.update(self.__dict__)
    elements: SparseList[Any] = SparseList()
    elements._data.update(self._transient_elements._data)
    other._transient_elements = elements
    memo[id(self)] = other
    return other


def shorten() -> None:
    """From now on one look says whether a run is to stop."""
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
