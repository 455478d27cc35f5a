"""Lists beside each other, and a part that is drawn anew."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from explorer.ui.projection import word_lists


def test_tables_beside_each_other_are_one_element(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(st, "html", shown.append)
    monkeypatch.setattr(st, "columns", lambda *_: pytest.fail("each column costs every run"))
    word_lists.beside({"near": ["a"]}, {"far": ["b"], "distance": ["2"]})
    word_lists.beside({"near": ["a"]})
    both, alone = shown
    assert both.count("<table") == 2 and alone.count("<table") == 1
    assert both.index(">near<") < both.index(">a<") < both.index(">far<") < both.index(">b<")


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
