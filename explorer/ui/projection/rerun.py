"""Draw a part again with what was just set in the session."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st


def rerun_part() -> NoReturn:
    """Run this part again; the whole page where that is what runs now, since Streamlit allows no less there.

    What was done on a picture can come with a run of the whole page: with a press elsewhere that was on its way.
    """
    try:
        st.rerun(scope="fragment")
    except st.errors.StreamlitAPIException:
        st.rerun()
    raise AssertionError("st.rerun ends a run")
