"""Looking up one value of a session's state takes one look, and reading a component's value makes no new class.

Streamlit builds a dictionary of all values to ask for one key, in each selectbox, radio, text field and number field,
and makes a class for each component each time its value is read. On a part with four components and four such fields
that was a sixth of a run. A name that the address does not have is looked up by raising an error in an error, which a
run of ours did ten times; a value of the session, of which a run reads a hundred, by raising one for each place where
it is not, and two more where it is nowhere. It wraps names of Streamlit's own, seen in 1.67
(`SafeSessionState.filtered_state`, `make_bidi_component_presenter` in the module that mounts components,
`QueryParamsProxy.get` and `__contains__`, `SessionState.__getitem__` and `__contains__`, and `get`, `pop` and
`__contains__` of `SessionStateProxy`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from streamlit.components.v2.bidi_component import main as mounting
from streamlit.runtime.state.common import require_valid_user_key
from streamlit.runtime.state.presentation import apply_presenter
from streamlit.runtime.state.query_params import EMBED_QUERY_PARAMS_KEYS
from streamlit.runtime.state.query_params_proxy import QueryParamsProxy
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState, _missing_key_error_message
from streamlit.runtime.state.session_state_proxy import SessionStateProxy, get_session_state


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


def found(state: SessionState, name: str) -> tuple[str, Any]:
    """The id of the widget that a key or an id is of, and its value as it is kept: `_NONE` where there is none."""
    names, new, old = state._key_id_mapper, state._new_widget_state, state._old_state
    widget = names._key_id_mapping.get(name, name)
    key = names._id_key_mapping.get(name, name) if widget == name else name
    if key in state._new_session_state:
        return widget, state._new_session_state[key]
    if widget in new.states:
        try:
            return widget, new[widget]
        except KeyError:  # told by a browser, of a widget that nobody has drawn
            pass
    return widget, old[widget] if widget in old else old.get(key, _NONE)


def one(self: SessionState, key: str) -> Any:
    """A value as a script sees it.

    Raises:
        KeyError: there is none.
    """
    widget, value = found(self, key)
    if value is _NONE:
        raise KeyError(_missing_key_error_message(key))
    return _shown(self, widget, value)


def _shown(state: SessionState, widget: str, value: Any) -> Any:
    about = state._new_widget_state.widget_metadata.get(widget)
    return value if about is None or about.presenter is None else apply_presenter(state, widget, value)


def holds(self: SessionState, key: str) -> bool:
    """Whether there is a value."""
    return found(self, key)[1] is not _NONE


def given(_: object, key: object, default: Any = None) -> Any:
    """The session's value for a key, else `default`."""
    name = str(key)
    require_valid_user_key(name)
    state = get_session_state()
    state._yield_callback()
    with state._lock:
        widget, value = found(state._state, name)
        return default if value is _NONE else _shown(state._state, widget, value)


def known(proxy: object, key: object) -> bool:
    """Whether the session has a value for a key."""
    return given(proxy, key, _NONE) is not _NONE


def taken(proxy: Any, key: object, *default: Any) -> Any:
    """The session's value for a key, which is deleted, else `default`.

    Raises:
        KeyError: there is none, and no default.
    """
    value = given(proxy, key, _NONE)
    if value is not _NONE:
        del proxy[key]
        return value
    return default[0] if default else proxy[key]


def shorten() -> None:
    """From now on values are looked up one at a time, and components' are plain dictionaries."""
    QueryParamsProxy.get = asked  # type: ignore[method-assign]
    QueryParamsProxy.__contains__ = has  # type: ignore[method-assign]
    if SessionState.__getitem__ is not one:
        one.before = SessionState.__getitem__  # type: ignore[attr-defined]
    SessionState.__getitem__ = one  # type: ignore[method-assign]
    SessionState.__contains__ = holds  # type: ignore[method-assign]
    SessionStateProxy.get = given  # type: ignore[method-assign]
    SessionStateProxy.__contains__ = known  # type: ignore[method-assign]
    SessionStateProxy.pop = taken  # type: ignore[method-assign]
    SafeSessionState.filtered_state = property(lambda self: Values(self._state, self._lock))  # type: ignore[assignment, method-assign]
    mounting.make_bidi_component_presenter = seen  # type: ignore[assignment, attr-defined]
