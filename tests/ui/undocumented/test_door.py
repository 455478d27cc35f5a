"""A forged value is forgotten where it arrives, and everything else goes on."""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.app_session import AppSession

from explorer.ui.undocumented.door import leave_out


def refuse(value: Any) -> Any:
    raise ValueError(f"not for me: {value!r}")


KNOWN: Any = {"number": SimpleNamespace(deserializer=float), "never": SimpleNamespace(deserializer=refuse)}


@pytest.mark.parametrize(
    ("widget", "field", "value"),
    [("any", "json_value", '{"a":'), ("number", "string_value", "no number"), ("never", "bool_value", True)],
)
def test_what_cant_be_read_is_left_out_and_the_rest_stays(widget: str, field: str, value: Any) -> None:
    states = WidgetStates()
    states.widgets.add(id="number", double_value=2.5)
    setattr(states.widgets.add(id=widget), field, value)
    states.widgets.add(id="unknown", json_value='{"a": 1}')
    assert leave_out(states, KNOWN) == 1
    assert [state.id for state in states.widgets] == ["number", "unknown"]
    assert states.widgets[0].double_value == 2.5
    assert leave_out(states, KNOWN) == 0


def test_streamlit_still_has_the_method_that_is_wrapped() -> None:
    plain = inspect.unwrap(AppSession._handle_rerun_script_request)
    assert list(inspect.signature(plain).parameters) == ["self", "client_state"]
    assert "session_state" in vars(AppSession)
