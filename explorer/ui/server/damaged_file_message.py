"""Message for a damaged shipped file, in place of Streamlit's error box."""

from __future__ import annotations

import streamlit as st

from explorer.data import DamagedFileError


def show_damaged_file(error: Exception) -> bool:
    """Show the text of a `DamagedFileError` instead of Streamlit's error box; False for all other errors."""
    if not isinstance(error, DamagedFileError):
        return False
    st.error(str(error))
    return True
