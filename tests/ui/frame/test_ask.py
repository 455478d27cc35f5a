"""Controls of declared settings."""

from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from explorer import ui
    from explorer.views.setting import Whole

    others = {"length": ui.control(Whole("Length", 20, 2, 40, key="length"))}
    rows = Whole("Rows", 8, 1, lambda known: known["length"], key="rows")
    some = Whole("Some rows", 9, 1, lambda known: known["length"], (1, 3, 9, 27), key="some")
    st.text(f"{ui.control(rows, others=others)} {ui.control(some, others=others)}")


def test_a_control_begins_within_bounds_that_another_one_has_moved_past_its_default() -> None:
    app = AppTest.from_function(page)
    app.session_state["length"] = 4
    assert [text.value for text in app.run().text] == ["4 4"] and not app.exception
