"""Looking up one value of a session's state takes one look, and reading a component's value makes no new class.

Streamlit builds a dictionary of all values to ask for one key, in each selectbox, radio, text field and number field,
and makes a class for each component each time its value is read. On a part with four components and four such fields
that was a sixth of a run. A name that the address does not have is looked up by raising an error in an error, which a
run of ours did ten times. It wraps names of Streamlit's own, seen in 1.67 (`SafeSessionState.filtered_state`,
`make_bidi_component_presenter` in the module that mounts components, and `QueryParamsProxy.get` and `__contains__`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from streamlit.components.v2.bidi_component import main as mounting
from streamlit.runtime.state.query_params import EMBED_QUERY_PARAMS_KEYS
from streamlit.runtime.state.query_params_proxy import QueryParamsProxy
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState
from streamlit.runtime.state.session_state_proxy import get_session_state


class Values(Mapping[str, Any]):
    """The values of a session by the keys of its widgets: all of them are gathered only when all are asked for."""

    def __init__(self, state: SessionState, lock: Any) -> None:
        self._state, self._lock = state, lock

    def _all(self) -> dict[str, Any]:
        with self._lock:
            return self._state.filtered_state

    def __getitem__(self, key: str) -> Any:
        """One value; KeyError where there is none."""
        with self._lock:
            return self._state[key]

    def __iter__(self) -> Iterator[str]:
        """All keys."""
        return iter(self._all())

    def __len__(self) -> int:
        """How many keys there are."""
        return len(self._all())

    def __repr__(self) -> str:
        """As the dictionary is written."""
        return repr(self._all())


def seen(aggregator: str, *_: object) -> Callable[[object, Any], object]:
    """What a component's value is for whoever reads it: what it keeps, and what it has just triggered.

    Streamlit's own lets a script write into it, which no script of ours does.
    """

    def present(kept: object, state: SessionState) -> object:
        known = state._new_widget_state
        about = known.widget_metadata.get(aggregator)
        if not isinstance(kept, dict) or about is None or about.value_type != "json_trigger_value":
            return kept
        try:
            came = known[aggregator]
        except KeyError:
            came = None
        triggered = came if isinstance(came, list) else [came]
        return {
            **{each["event"]: each.get("value") for each in triggered if _is_event(each)},
            **kept,
        }

    return present


def _is_event(each: object) -> bool:
    return isinstance(each, dict) and isinstance(each.get("event"), str)


def asked(_: object, key: str, default: Any = None) -> Any:
    """What the address has under a name, the last value of several, else `default`; Streamlit's own names it hides."""
    if key.lower() in EMBED_QUERY_PARAMS_KEYS:
        return default
    state = get_session_state()
    state._yield_callback()
    with state._lock:
        values = state._state.query_params._query_params.get(key)
    if values is None:
        return default
    return values if isinstance(values, str) else values[-1] if values else ""


_NONE = object()


def has(proxy: object, key: Any) -> bool:
    """Whether the address has a name."""
    return isinstance(key, str) and asked(proxy, key, _NONE) is not _NONE


def shorten() -> None:
    """From now on values are looked up one at a time, and components' are plain dictionaries."""
    QueryParamsProxy.get = asked  # type: ignore[method-assign]
    QueryParamsProxy.__contains__ = has  # type: ignore[method-assign]
    SafeSessionState.filtered_state = property(lambda self: Values(self._state, self._lock))  # type: ignore[assignment, method-assign]
    mounting.make_bidi_component_presenter = seen  # type: ignore[assignment, attr-defined]
