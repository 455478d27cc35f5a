"""A forged value is forgotten where it arrives, and everything else goes on."""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.state.common import GENERATED_ELEMENT_ID_PREFIX
from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX

from explorer.ui.undocumented.door import leave_out


def refuse(value: Any) -> Any:
    raise ValueError(f"not for me: {value!r}")


def same(value: Any) -> Any:
    return value


KNOWN: Any = {
    "$$number": SimpleNamespace(deserializer=float, serializer=same, value_type="double_value"),
    "$$never": SimpleNamespace(deserializer=refuse, serializer=same, value_type="bool_value"),
    "$$component": SimpleNamespace(deserializer=str, serializer=str, value_type="json_value"),
    "$$switch": SimpleNamespace(deserializer=bool, serializer=bool, value_type="bool_value"),
    "$$places": SimpleNamespace(deserializer=list, serializer=same, value_type="double_array_value"),
}


@pytest.mark.parametrize(
    ("widget", "field", "value"),
    [
        ("any", "json_value", '{"a":'),
        ("number", "string_value", "no number"),
        ("number", "string_value", "2.5"),  # a number, but Streamlit would write it as a text from now on
        ("never", "bool_value", True),
        ("component", "trigger_value", True),
        ("component", "json_value", '"no names"'),
        ("switch", "string_value", "on"),
        ("places", "string_value", "ab"),
    ],
)
def test_what_cant_be_read_is_left_out_and_the_rest_stays(widget: str, field: str, value: Any) -> None:
    states = WidgetStates()
    states.widgets.add(id="$$number", double_value=2.5)
    setattr(states.widgets.add(id=f"$${widget}"), field, value)
    states.widgets.add(id="$$unknown", json_value='{"a": 1}')
    assert leave_out(states, KNOWN) == 1
    assert [state.id for state in states.widgets] == ["$$number", "$$unknown"]
    assert states.widgets[0].double_value == 2.5
    assert leave_out(states, KNOWN) == 0


def test_streamlit_still_has_the_method_that_is_wrapped() -> None:
    plain = inspect.unwrap(AppSession._handle_rerun_script_request)
    assert list(inspect.signature(plain).parameters) == ["self", "client_state"]
    assert "session_state" in vars(AppSession)


def test_a_name_that_no_widget_has_is_left_out() -> None:
    states = WidgetStates()
    for name in ("", "page_shown", "_room_me"):
        states.widgets.add(id=name, string_value="forged")
    assert leave_out(states, KNOWN) == 3 and not states.widgets


def test_streamlits_widgets_are_still_named_so() -> None:
    assert GENERATED_ELEMENT_ID_PREFIX.startswith("$$") and STREAMLIT_INTERNAL_KEY_PREFIX.startswith("$$")
