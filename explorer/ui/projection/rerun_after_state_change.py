"""Rerun of a part after a change of session state."""

from typing import NoReturn

import streamlit as st


def rerun_part() -> NoReturn:
    """Rerun this part, or the whole page during a whole run, where Streamlit allows no fragment rerun.

    An event of a picture can arrive in a run of the whole page, together with a press elsewhere.
    """
    try:
        st.rerun(scope="fragment")
    except st.errors.StreamlitAPIException:
        st.rerun()
    raise AssertionError("st.rerun ends a run")
