"""The server: what is loaded before its first visitor comes, and what a page shows where a shipped file is damaged.

`app.py` gives it to Streamlit as `st.App`. A host that runs `app.py` as a plain script goes without: its first visitor
waits a second longer, and a damaged file is Streamlit's own error box.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import streamlit as st

from explorer.data import DamagedFileError
from explorer.ui.frame import warmup

_log = logging.getLogger(__name__)


@asynccontextmanager
async def _lifespan(app: Any) -> AsyncGenerator[None]:
    """Warm up, and leave what is loaded for good out of later garbage collections."""
    try:
        warmup.load()
    except DamagedFileError as error:  # the page that needs the file names it, the others work
        _log.warning("not loaded ahead: %s", error)
    gc.collect()
    gc.freeze()
    yield


def show_damaged_file(error: Exception) -> bool:
    """Show the text of a `DamagedFileError` in the place of Streamlit's error box; False for all others."""
    if not isinstance(error, DamagedFileError):
        return False
    st.error(str(error))
    return True


def server(script: str) -> st.App:
    """The application that `streamlit run` serves, with `script` as each visitor's page."""
    return st.App(script, lifespan=_lifespan, on_script_error=show_damaged_file)
