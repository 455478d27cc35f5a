"""A forged value is forgotten where it arrives, and everything else goes on."""

from __future__ import annotations

import ast
import inspect
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.elements.widgets import file_uploader
from streamlit.elements.widgets.button_group import _SingleSelectButtonGroupSerde
from streamlit.elements.widgets.text_widgets import TextAreaSerde, TextInputSerde
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.state.common import GENERATED_ELEMENT_ID_PREFIX, WidgetMetadata
from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX, Serialized, SessionState, WStates
from streamlit.testing.v1 import AppTest

from explorer.ui.undocumented.unreadable import SECONDS, Tally, leave_out, watch
from tests.ui.undocumented.support import ROOT


def refuse(value: Any) -> Any:
    raise ValueError(f"not for me: {value!r}")


def same(value: Any) -> Any:
    return value


KNOWN: Any = {
    "$$number": SimpleNamespace(deserializer=float, serializer=same, value_type="double_value"),
    "$$never": SimpleNamespace(deserializer=refuse, serializer=same, value_type="bool_value"),
    "$$component": SimpleNamespace(deserializer=str, serializer=str, value_type="json_value"),
    "$$switch": SimpleNamespace(deserializer=bool, serializer=bool, value_type="bool_value"),
    "$$text": SimpleNamespace(deserializer=same, serializer=same, value_type="string_value"),
    "$$upload": SimpleNamespace(deserializer=same, serializer=same, value_type="file_uploader_state_value"),
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
        ("switch", "json_trigger_value", "{}"),  # read as off, and as nothing once the run is over
        ("switch", "trigger_value", True),
        ("text", "bool_value", True),
        ("text", "double_value", 2.5),
        ("text", "bytes_value", b"bytes"),
        ("upload", "string_value", "no file"),
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


def test_a_text_field_is_never_without_a_text() -> None:
    states = WidgetStates()
    for name in ("$$typed", "$$area"):
        states.widgets.add(id=name)  # no value at all
    fields = (("$$typed", TextInputSerde(None)), ("$$area", TextAreaSerde(None)))
    known: Any = {
        name: SimpleNamespace(deserializer=serde.deserialize, serializer=serde.serialize, value_type="string_value")
        for name, serde in fields
    }
    assert leave_out(states, known) == 2


def test_a_row_of_choices_is_never_without_one() -> None:
    choices = {name: at for at, name in enumerate(("t-SNE", "UMAP"))}
    serde = _SingleSelectButtonGroupSerde(
        list(choices), formatted_options=list(choices), formatted_option_to_option_index=choices, default_option_index=0
    )
    known: Any = {
        "$$way": SimpleNamespace(
            deserializer=serde.deserialize, serializer=serde.serialize, value_type="string_array_value"
        )
    }
    states = WidgetStates()
    states.widgets.add(id="$$way").string_array_value.data.extend([])
    states.widgets[0].string_array_value.SetInParent()
    assert leave_out(states, known) == 1
    states.widgets.add(id="$$way").string_array_value.data.append("UMAP")
    assert leave_out(states, known) == 0


def test_a_row_of_choices_that_begins_with_none_may_have_none_again() -> None:
    """The examples on Home: an empty row is what a browser sends for them, and nothing forged."""
    serde = _SingleSelectButtonGroupSerde(
        ["cat"], formatted_options=["cat"], formatted_option_to_option_index={"cat": 0}, default_option_index=None
    )
    known: Any = {
        "$$row": SimpleNamespace(
            deserializer=serde.deserialize, serializer=serde.serialize, value_type="string_array_value"
        )
    }
    states = WidgetStates()
    states.widgets.add(id="$$row").string_array_value.SetInParent()
    assert leave_out(states, known) == 0


def test_each_row_of_single_choices_in_our_sources_has_always_one_or_begins_with_none() -> None:
    """What `unreadable` relies on."""
    loose = []
    for path in sorted((ROOT / "explorer").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("segmented_control", "pills"):
                given = {word.arg: ast.unparse(word.value) for word in node.keywords}
                always_one = given.get("required") == "True" and "default" in given
                begins_with_none = not {"required", "default"} & set(given)
                if not always_one and not begins_with_none and given.get("selection_mode") != "'multi'":
                    loose.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not loose, f"Give these rows of choices a default and required=True, or neither: {loose}"


def test_a_value_that_came_before_its_widget_is_read_when_the_widget_is_drawn() -> None:
    """A browser that comes back to a new session sends all values at once."""
    watch()
    widgets = WStates()
    for name, text in (("$$text", None), ("$$other", "kept")):
        state = WidgetState(id=name, bool_value=True) if text is None else WidgetState(id=name, string_value=text)
        widgets[name] = Serialized(state)
        widgets.set_widget_metadata(WidgetMetadata(name, deserializer=same, serializer=same, value_type="string_value"))
    assert "$$text" not in widgets and widgets["$$other"] == "kept"


def test_a_value_of_another_kind_is_read_again_when_its_widget_is_drawn() -> None:
    """Streamlit may have forgotten the widget in the moment in which the value came, and known it again at the next."""
    watch()
    widgets, about = WStates(), WidgetMetadata("$$file", deserializer=same, serializer=same, value_type="string_value")
    widgets.set_widget_metadata(about)
    widgets["$$file"] = Serialized(WidgetState(id="$$file", json_value="{}"))
    widgets.set_widget_metadata(about)
    assert "$$file" not in widgets


@pytest.mark.parametrize("text", ["inf", "-inf", "1e999"])
def test_an_endless_number_in_an_address_leaves_a_whole_number_as_it_was(text: str) -> None:
    """After its first run a page's address may hold what was taken out at its first: a forged message has it again."""

    def page() -> None:
        import streamlit as st

        st.number_input("n", 0, value=3, step=1, key="n", bind="query-params")
        st.slider("s", 0, 9, 4, key="s", bind="query-params")

    watch()
    app = AppTest.from_function(page)
    app.query_params["n"] = app.query_params["s"] = text
    app.run()
    assert not app.exception
    assert app.number_input(key="n").value == 3 and app.slider(key="s").value in (0, 4, 9)


def test_streamlit_still_has_the_method_that_is_wrapped() -> None:
    assert "def _clear_url_param" in inspect.getsource(SessionState)
    assert "except (ValueError, TypeError, IndexError)" in inspect.getsource(SessionState), "an overflow is not caught"
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


@pytest.mark.parametrize("name", ["a.exe", "noending", "a.csv\0.exe"])
@pytest.mark.parametrize("many", [True, False])
def test_a_file_with_an_ending_that_its_box_does_not_take_is_as_no_file(
    name: str, many: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its reader raised at this run and at every later one."""
    watch()
    sent = [SimpleNamespace(name=name)]
    monkeypatch.setattr(file_uploader, "_get_upload_files", lambda value: [] if value is None else sent)
    assert file_uploader.FileUploaderSerde(many, [".csv"]).deserialize(object()) == ([] if many else None)
    sent[0].name = "a.csv"
    assert file_uploader.FileUploaderSerde(many, [".csv"]).deserialize(object()) == (sent if many else sent[0])


def test_a_forged_upload_ends_no_run() -> None:
    def page() -> None:
        import streamlit as st

        st.file_uploader("f", type=["csv"], key="f", on_change=lambda: st.session_state["f"])
        st.text(str(st.session_state["f"]))

    watch()
    app = AppTest.from_function(page).run()
    app.get("file_uploader")[0].upload("a.exe", b"MZ", "text/csv")
    for _ in range(2):
        app.run()
        assert not app.exception and app.text[0].value == "None"


def test_thousands_of_forged_values_are_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 5.0
    tally = Tally(lambda: now)
    for _ in range(3_000):
        tally.add(2)
        tally.add(0)
        now += SECONDS / 2_000
    assert [record.getMessage() for record in caplog.records] == [
        "left out 2 values that no widget can read",
        "left out 4000 values that no widget can read",
    ]
