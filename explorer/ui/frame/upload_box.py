"""Upload boxes, and the bytes that visitors' files may take: of each session and of all together.

Streamlit keeps a file until its session ends, and takes any number from any page. So `LimitUploads` (in `ui.server`)
asks here first: only a session whose page has drawn a box may send files, and they go when it opens another page.
"""

from __future__ import annotations

import threading
from typing import Any

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

MOST_OF_ONE, MOST_OF_ALL = 52_000_000, 104_000_000
"""Maximum bytes of one session (a table and its labels, twice) and of all."""
REFUSED = (
    "A file that stays red was not taken: it is too large, or this server holds as many files as it can just now. Try "
    "a smaller one, or this one again in a few minutes."
)
_PAGE = "_upload_page"
"""Session key of the page whose boxes this session may use."""


class UploadBudget:
    """Bytes that are held or on their way, by session and file.

    Args:
        is_there: whether the server has a session's file.
        is_open: whether a session is connected.
        remove: remove a session's files.
    """

    def __init__(self, is_there: Any, is_open: Any, remove: Any) -> None:
        self._is_there, self._is_open, self._remove = is_there, is_open, remove
        self._lock = threading.Lock()
        self._held: dict[str, dict[str, int]] = {}
        self._coming: dict[tuple[str, str], int] = {}

    def allow(self, session: str) -> None:
        """Let a session send files: its page has an upload box."""
        with self._lock:
            self._held.setdefault(session, {})

    def give_back(self, session: str) -> None:
        """Remove a session's files, and take no more of it."""
        with self._lock:
            files = self._held.pop(session, {})
        if files:
            self._remove(session)

    def reserve(self, session: str, file: str, size: int) -> str:
        """Reserve space for a file that is about to be read; returns why not, or "" if there is some."""
        with self._lock:
            self._forget_gone()
            if session not in self._held:
                return "This page takes no files."
            if (session, file) in self._coming:
                return "This file is being sent already."
            coming = sum(bytes_ for (whose, _), bytes_ in self._coming.items() if whose == session)
            if coming + sum(self._held[session].values()) + size > MOST_OF_ONE:
                return "These files are too large together. Remove one that you have sent."
            if (
                sum(self._coming.values()) + sum(sum(files.values()) for files in self._held.values()) + size
                > MOST_OF_ALL
            ):
                return "The server holds as many files as it can. Try again in a few minutes."
            self._coming[session, file] = size
        return ""

    def settle(self, session: str, file: str) -> None:
        """Count a reserved file as held, if the server has it now."""
        with self._lock:
            size = self._coming.pop((session, file))
            if session in self._held and self._is_there(session, file):
                self._held[session][file] = size
                return
        if self._is_there(session, file):  # the page was left while it was sent
            self._remove(session)

    def _forget_gone(self) -> None:
        """Forget files that were removed, and remove those of visitors who have left."""
        for session, files in list(self._held.items()):
            if not self._is_open(session):
                if files:
                    self._remove(session)
                del self._held[session]
            else:
                self._held[session] = {file: size for file, size in files.items() if self._is_there(session, file)}


def _is_there(session: str, file: str) -> bool:
    return bool(runtime.get_instance().uploaded_file_mgr.get_files(session, [file]))


def _is_open(session: str) -> bool:
    return runtime.get_instance().is_active_session(session)


def _remove(session: str) -> None:
    runtime.get_instance().uploaded_file_mgr.remove_session_files(session)


BUDGET = UploadBudget(_is_there, _is_open, _remove)
"""The budget of this server."""


def upload_box(label: str, **how: Any) -> None:
    """`st.file_uploader`, which may be sent files from now on."""
    context = get_script_run_ctx()
    if context is not None and runtime.exists():
        BUDGET.allow(context.session_id)
    st.file_uploader(label, **how)


def leave_boxes(page: str) -> None:
    """Give back what was uploaded on another page; called when a page begins."""
    context = get_script_run_ctx()
    if st.session_state.get(_PAGE, page) != page and context is not None and runtime.exists():
        BUDGET.give_back(context.session_id)
    st.session_state[_PAGE] = page
