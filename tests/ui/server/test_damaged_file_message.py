"""The message for a damaged file names it; other errors keep Streamlit's box."""

from streamlit.testing.v1 import AppTest


def broken() -> None:
    import streamlit as st

    from explorer.data import DamagedFileError
    from explorer.ui.server import show_damaged_file

    st.text(show_damaged_file(DamagedFileError("The shipped file tables.npz is missing.")))
    st.text(show_damaged_file(ValueError("words of a visitor")))


def test_a_damaged_file_is_named_and_no_other_error_is() -> None:
    app = AppTest.from_function(broken).run()
    assert [box.value for box in app.error] == ["The shipped file tables.npz is missing."]
    assert [text.value for text in app.text] == ["True", "False"]
