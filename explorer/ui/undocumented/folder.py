"""A fresh server's first visitor meets app.py, not the folder pages/ beside it.

Until `st.navigation` was called once in the process, Streamlit takes a folder pages/ beside app.py for pages of its own
kind: it shows their files in the sidebar, 300 pixels wide and "app" among them, before app.py has said how the sidebar
is to be, and runs the page of a deep link without app.py. A sidebar keeps the width with which it came. It sets an
attribute of Streamlit's own, seen in 1.67 (`PagesManager.uses_pages_directory`, which `st.navigation` sets too).
"""

from __future__ import annotations

from streamlit.runtime.pages_manager import PagesManager


def pass_over() -> None:
    """From now on the folder pages/ is a folder like any other; called before the first visitor comes.

    >>> pass_over()
    >>> PagesManager.uses_pages_directory
    False
    """
    PagesManager.uses_pages_directory = False
