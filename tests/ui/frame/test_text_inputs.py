"""Text inputs: they say that they are in the URL, and the switch keeps them out."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.frame import shared_inputs, text_inputs

ROOT = Path(__file__).resolve().parents[3]
NOT_WORDS = {
    "frame/text_inputs.py": "the fields that are meant here",
    "memory/size_controls.py": "sizes: whole numbers",
    "projection/grouping/group_controls.py": "corners of an outline: numbers",
}


def binds(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in ("text_input", "text_area", "draw") and any(word.arg == "bind" for word in call.keywords)


@pytest.mark.slow
def test_no_other_field_for_words_is_in_the_address() -> None:
    folder = ROOT / "explorer" / "ui"
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and binds(node)
    }
    assert found == set(NOT_WORDS), (
        "draw it with text_inputs.text_input or text_inputs.text_area, or say here why it holds no words"
    )


@pytest.fixture
def order(open_page: Callable[..., AppTest]) -> AppTest:
    return open_page("tokens", t_part="Dog bites man")


def first(app: AppTest) -> tuple[str, bool]:
    """The field's value, and whether it is bound to the URL."""
    field = app.text_input(key="t_bag_first")
    return field.value, field.proto.query_param_key == "t_bag_first"


def test_the_switch_keeps_the_words_of_smaller_fields_out_too(order: AppTest) -> None:
    order.session_state["t_typed_more"] = True
    order.run()
    assert text_inputs.SAID in order.text_input(key="t_bag_first").help
    assert order.checkbox(key=shared_inputs.KEPT_OUT).label in text_inputs.SAID
    order.text_input(key="t_bag_first").set_value("my own words").run()
    assert first(order) == ("my own words", True)
    order.checkbox(key=shared_inputs.KEPT_OUT).check().run()
    assert first(order) == ("my own words", False)
    assert order.text_input(key="t_bag_first").help == text_inputs.KEPT
    order.text_input(key="t_bag_first").set_value("other words of mine").run()
    assert first(order) == ("other words of mine", False)
    order.switch_page("pages/positions.py").run()
    order.switch_page("pages/tokens.py").run()
    assert first(order) == ("other words of mine", False), "kept with this tab, as the text is"
    order.checkbox(key=shared_inputs.KEPT_OUT).uncheck().run()
    assert first(order) == ("other words of mine", True)
    assert order.text_input(key="t_bag_first").help == text_inputs.SAID
    assert not order.exception
