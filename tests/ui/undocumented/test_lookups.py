"""One value of a session is found by one look, and a component's value is what Streamlit itself would show."""

from __future__ import annotations

import inspect
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.components.v2 import presentation
from streamlit.components.v2.bidi_component import main as mounting
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.query_params import QueryParams
from streamlit.runtime.state.query_params_proxy import QueryParamsProxy
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import Serialized, SessionState
from streamlit.runtime.state.session_state_proxy import SessionStateProxy
from streamlit.testing.v1 import AppTest

from explorer.ui.undocumented import lookups
from explorer.ui.undocumented.lookups import Values, seen

AGGREGATOR = "$$ID-hash-key__events"


def holding(value: Any, kind: str = "json_trigger_value") -> SessionState:
    """A session in which a component has triggered `value`."""
    state = SessionState()
    state._new_widget_state.set_widget_metadata(
        WidgetMetadata(AGGREGATOR, lambda value: value, lambda value: value, kind)  # type: ignore[arg-type]
    )
    state._new_widget_state.set_from_value(AGGREGATOR, value)
    return state


@pytest.mark.parametrize(
    "came",
    [
        None,
        [{"event": "click", "value": 3}],
        [{"event": "click", "value": 3}, {"event": "view"}, {"event": 7}, "noise"],
        {"event": "pick", "value": "Map"},
        {"value": 1},
    ],
)
@pytest.mark.parametrize("kept", [{}, {"view": [1], "click": 2}, None, "text"])
def test_a_components_value_is_what_streamlit_shows(kept: Any, came: Any) -> None:
    state = holding(came)
    theirs = presentation.make_bidi_component_presenter(AGGREGATOR, "$$ID-hash-key")(kept, state)
    assert seen(AGGREGATOR)(kept, state) == theirs


def test_of_a_component_without_events_its_value_is_seen_as_it_is() -> None:
    kept = {"view": 1}
    assert seen(AGGREGATOR)(kept, SessionState()) is kept
    assert seen(AGGREGATOR)(kept, holding(None, "string_value")) is kept


class Counting(SessionState):
    """Counts how often all of its values are gathered."""

    gathered = 0

    @property
    def filtered_state(self) -> dict[str, Any]:
        self.gathered += 1
        return super().filtered_state


def test_one_value_is_found_without_gathering_all() -> None:
    state = Counting()
    state["a"], state["none"] = 1, None
    values = Values(state, threading.RLock())
    assert "a" in values and values["a"] == 1
    assert "none" in values and values["none"] is None
    assert "b" not in values and values.get("b") is None
    assert state.gathered == 0
    assert dict(values) == {"a": 1, "none": None} and len(values) == 2 and "'a': 1" in repr(values)
    assert state.gathered > 0


NAMES = ("a", "b", "c", "$$ID-1-a", "$$ID-2-b", "$$ID-3-None")
PLACES = st.dictionaries(st.sampled_from(NAMES), st.one_of(st.none(), st.integers(-9, 9)))


@given(PLACES, PLACES, PLACES, PLACES, st.booleans(), st.booleans())
def test_a_value_is_found_where_streamlit_finds_it(
    old: dict[str, Any],
    set_now: dict[str, Any],
    widgets: dict[str, Any],
    told: dict[str, Any],
    mapped: bool,
    presented: bool,
) -> None:
    """Set by a script, kept from the last run, of a widget with or without a key, or told by a browser alone."""
    lookups.shorten()
    state = SessionState()
    state._old_state, state._new_session_state = old, set_now
    for widget, value in told.items():
        state._new_widget_state.states[widget] = Serialized(WidgetState(id=widget, int_value=value or 0))
    for widget, value in widgets.items():
        state._new_widget_state.set_from_value(widget, value)
    if mapped:
        state._set_key_widget_mapping("$$ID-1-a", "a")
        state._set_key_widget_mapping("$$ID-2-b", "b")
    if presented:
        reader = WidgetMetadata("$$ID-1-a", str, str, "int_value", presenter=lambda value, _: ["seen", value])
        state._new_widget_state.set_widget_metadata(reader)
    for name in NAMES:
        try:
            theirs = lookups.one.before(state, name)  # type: ignore[attr-defined]
        except KeyError:
            assert name not in state
            with pytest.raises(KeyError, match=r"st\.session_state"):
                state[name]
        else:
            assert name in state and state[name] == theirs


def _proxy() -> None:
    import streamlit as st

    held = st.session_state
    held["none"], held["word"] = None, "cat"
    first = [held.get("none", 7), held.get("word"), held.get("gone"), held.get("gone", 7)]
    st.text(repr([*first, "none" in held, "gone" in held, held.pop("word"), held.pop("word", 8), "word" in held]))
    for way in (lambda: held.pop("gone"), lambda: held.get(""), lambda: held.get("$$ID-1-a")):
        try:
            way()
        except Exception as error:
            st.text(type(error).__name__)


def test_a_script_reads_asks_and_takes_values_as_before() -> None:
    lookups.shorten()
    page = AppTest.from_function(_proxy).run()
    assert not page.exception
    said = [text.value for text in page.text]
    assert said[0] == "[None, 'cat', None, 7, True, False, 'cat', 8, False]"
    assert said[1:] == ["KeyError", "StreamlitValueError", "StreamlitAPIException"]
    own = inspect.getsource(SessionState._getitem)
    places = ("_new_session_state[user_key]", "_new_widget_state[widget_id]", "_old_state[widget_id]")
    orders = [own.index(place) for place in (*places, "_old_state[user_key]")]
    assert orders == sorted(orders)
    assert "apply_presenter(self, widget_id, base_value)" in inspect.getsource(lookups.one.before)  # type: ignore[attr-defined]
    assert SessionStateProxy.get is lookups.given and SessionStateProxy.pop is lookups.taken


def test_streamlit_still_has_the_names_that_are_wrapped() -> None:
    lookups.shorten()
    own = inspect.signature(presentation.make_bidi_component_presenter).parameters
    assert list(own) == ["aggregator_id", "component_id", "allowed_state_keys"]
    assert mounting.make_bidi_component_presenter is seen  # type: ignore[comparison-overlap]
    source = inspect.getsource(mounting)
    assert "presenter = make_bidi_component_presenter(" in source
    assert isinstance(inspect.getattr_static(SafeSessionState, "filtered_state"), property)
    assert isinstance(inspect.getattr_static(SessionState, "filtered_state"), property)
    assert list(inspect.signature(SafeSessionState.__init__).parameters)[:2] == ["self", "state"]


def test_a_page_finds_its_values_all_the_same() -> None:
    lookups.shorten()

    def script() -> None:
        import streamlit as st

        st.session_state.setdefault("word", "cat")
        st.text_input("Word", key="word")
        st.selectbox("One of", ["a", "b"], index=None, key="one")
        st.number_input("Number", 0, 9, key="number")
        st.text(", ".join(f"{key}={st.session_state[key]}" for key in sorted(st.session_state)))

    app = AppTest.from_function(script).run()
    assert app.text[0].value == "number=0, one=None, word=cat"
    app.selectbox[0].set_value("b").run()
    app.text_input[0].set_value("dog").run()
    assert app.text[0].value == "number=0, one=b, word=dog"
    app.selectbox[0].set_value(None).run()
    assert app.text[0].value == "number=0, one=None, word=dog"
    assert not app.exception


def _address() -> None:
    import streamlit as st
    from streamlit.runtime.state.query_params_proxy import QueryParamsProxy

    from explorer.ui.undocumented import lookups

    lookups.shorten()
    for key in ("one", "two", "none", "bare", "embed", "Embed"):
        try:
            theirs: object = QueryParamsProxy.__getitem__(st.query_params, key)
        except KeyError:
            theirs = None
        assert st.query_params.get(key) == theirs and st.query_params.get(key, 7) == (7 if theirs is None else theirs)
        assert (key in st.query_params) == (theirs is not None)
        st.text(f"{key}: {st.query_params.get(key)!r}")


def test_the_address_is_read_as_streamlit_reads_it() -> None:
    page = AppTest.from_function(_address)
    page.query_params["one"] = "a"
    page.query_params["two"] = ["b", "c"]
    page.query_params["bare"] = ""
    page.run()
    assert not page.exception
    assert [text.value for text in page.text] == [
        *("one: 'a'", "two: 'c'", "none: None", "bare: ''", "embed: None", "Embed: None")
    ]
    assert QueryParamsProxy.get is lookups.asked
    assert "self._query_params[key]" in inspect.getsource(QueryParams.__getitem__)
