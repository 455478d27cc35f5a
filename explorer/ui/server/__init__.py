"""What the app adds to Streamlit's server: warm-up, the student screen, lower-case page URLs, compressed scripts.

`app.py` passes it to Streamlit as `st.App`. A host that runs `app.py` as a plain script lacks it: its first visitor
waits a second longer, students see the whole app, `/Tokens` is not found, a damaged file shows Streamlit's error box.
"""

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Route

from explorer.data import DamagedFileError
from explorer.ui import join
from explorer.ui.server.blocked_connection_notice import BlockedConnectionNotice
from explorer.ui.server.compress_static_files import CompressOnce
from explorer.ui.server.lifespan_of_server import lifespan
from explorer.ui.server.limit_messages import LimitMessages
from explorer.ui.server.limit_uploads import LimitUploads
from explorer.ui.server.lowercase_page_urls import LowercasePageUrls
from explorer.ui.server.safe_requests import ForwardedAddress, SafeRequests

_FIRST_TO_LAST = (
    ForwardedAddress,
    SafeRequests,
    LimitMessages,
    LimitUploads,
    LowercasePageUrls,
    BlockedConnectionNotice,
    CompressOnce,
)
MIDDLEWARE = [Middleware(each) for each in _FIRST_TO_LAST]


def routes() -> list[Route]:
    """Routes beside Streamlit's: the student screen."""
    return join.routes(str(st.get_option("server.baseUrlPath") or ""))


def show_damaged_file(error: Exception) -> bool:
    """Show the text of a `DamagedFileError` instead of Streamlit's error box; False for all other errors."""
    if not isinstance(error, DamagedFileError):
        return False
    st.error(str(error))
    return True
