"""Length limit of text inputs: longer texts are cut, with a message beside the field."""

import ast
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.support import numbers_in

ROOT = Path(__file__).resolve().parents[3]


def _fields() -> None:
    import streamlit as st

    from explorer.ui.frame import text_limit

    left, right = st.columns(2)
    with left:
        one = st.text_input("One", "cat", key="one", bind="query-params", **text_limit.limit_kwargs("one", 5))
        one = text_limit.truncate(one, "one", 5)
    two = right.text_area("Two", key="two", **text_limit.limit_kwargs("two", 1_000))
    st.text(f"{one}|{len(text_limit.truncate(two, 'two', 1_000, right))}")


@pytest.fixture
def fields() -> AppTest:
    return AppTest.from_function(_fields)


def warnings_of(app: AppTest) -> list[str]:
    assert not app.exception
    return [warning.value for warning in app.warning]


def test_what_fits_is_read_without_a_word(fields: AppTest) -> None:
    assert not warnings_of(fields.run()) and fields.text[0].value == "cat|0"
    fields.text_input(key="one").set_value("horse").run()
    assert not warnings_of(fields) and fields.text[0].value == "horse|0"


def test_what_is_pasted_and_too_long_is_cut_and_said_until_something_else_is_typed(fields: AppTest) -> None:
    fields.run().text_input(key="one").set_value("caterpillar").run()
    (told,) = warnings_of(fields)
    assert numbers_in(told) == {5, 11} and fields.text[0].value == "cater|0"
    assert fields.text_input(key="one").value == "cater"
    assert fields.main.children[0].children[0].warning[0].value == told, "beside its own field"
    fields.text_area(key="two").set_value("x" * 1_234).run()
    assert len(warnings_of(fields)) == 2 and {1_000, 1_234} <= numbers_in(warnings_of(fields)[1])
    fields.text_input(key="one").set_value("").run()
    assert len(warnings_of(fields)) == 1 and fields.text[0].value == "|1000"
    fields.text_area(key="two").set_value("").run()
    assert not warnings_of(fields)


def test_what_a_link_brings_stays_in_the_field_and_is_not_read_to_its_end(fields: AppTest) -> None:
    fields.query_params["one"] = "caterpillar"
    assert [numbers_in(told) for told in warnings_of(fields.run())] == [{5, 11}]
    assert fields.text[0].value == "cater|0" and fields.text_input(key="one").value == "caterpillar"


@pytest.mark.slow
def test_no_field_leaves_it_to_the_browser() -> None:
    """With `max_chars` the browser silently ignores a longer text that is pasted."""
    for path in (ROOT / "explorer").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                assert "max_chars" not in {word.arg for word in node.keywords}, (
                    f"{path}: use explorer.ui.frame.text_limit"
                )
