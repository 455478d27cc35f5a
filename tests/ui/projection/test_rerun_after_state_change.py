from streamlit.testing.v1 import AppTest


def test_a_part_is_drawn_anew_also_while_the_whole_page_runs() -> None:
    """Streamlit refuses to run a part alone then, and the page ended with an error."""

    def page() -> None:
        import streamlit as st

        from explorer.ui.projection.rerun_after_state_change import rerun_part

        @st.fragment
        def part() -> None:
            if "set" not in st.session_state:
                st.session_state["set"] = 3
                rerun_part()
            st.text(str(st.session_state["set"]))

        part()

    app = AppTest.from_function(page).run()
    assert not app.exception and [text.value for text in app.text] == ["3"]
