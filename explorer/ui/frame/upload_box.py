"""Upload boxes, and the bytes that visitors' files may take: of each visitor and of all together.

Streamlit keeps a file until its session ends, and takes any number from any page. So `LimitUploads` (in `ui.server`)
asks here first: files are taken only from an address with an open page that has drawn a box, and go when the page with
them is left. Of Streamlit this uses what its pages can see: a header that the middleware has added to the page's
connection (`st.context.headers`), and the `file_id` of an uploaded file, which is in the URL that it was PUT to.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

import streamlit as st

MOST_OF_ONE, MOST_OF_ALL = 52_000_000, 104_000_000
"""Maximum bytes of one page (a table, and the one that replaces it) and of all."""
UNUSED = 60.0
"""Seconds after which a file that no page has drawn makes room for others."""
HEADER = "X-Explorer-Connection"
"""Header of a page's connection with the middleware's name for it; a visitor's own is replaced."""
REFUSED = (
    "A file that stays red was not taken: it is too large, or this server holds as many files as it can just now. Try "
    "a smaller one, or this one again in a few minutes."
)
_PAGE = "_upload_page"
"""Session key of the page whose boxes this session may use."""


class File:
    """A file that is held or on its way: bytes, its sender's address, what deletes it, and the page that has it."""

    def __init__(self, size: int, address: str, delete: Callable[[], None]) -> None:
        self.size, self.address, self.delete = size, address, delete
        self.at, self.is_held, self.connection = 0.0, False, ""


class UploadBudget:
    """Files by URL, and open pages by the names of their connections."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._pages: dict[str, str] = {}
        self._boxes: set[str] = set()
        self._files: dict[str, File] = {}

    def open(self, connection: str, address: str) -> None:
        """A page of this address has connected."""
        with self._lock:
            self._pages[connection] = address

    def close(self, connection: str) -> None:
        """The connection has ended; the page's files stay until there is need of their room, since it may come back."""
        with self._lock:
            self._pages.pop(connection, None)
            self._boxes.discard(connection)

    def draw(self, connection: str, ids: set[str]) -> None:
        """A page has drawn an upload box with these files."""
        with self._lock:
            if connection not in self._pages:
                return
            self._boxes.add(connection)
            for url, file in self._files.items():
                if url.rpartition("/")[2] in ids:
                    file.connection = connection
            mine = {url: file for url, file in self._files.items() if file.connection == connection}
            self._remove([url for url in mine if sum(file.size for file in mine.values()) > MOST_OF_ONE])

    def leave(self, connection: str) -> None:
        """Delete a page's files: it was left, and takes no more."""
        with self._lock:
            self._boxes.discard(connection)
            self._remove([url for url, file in self._files.items() if connection and file.connection == connection])

    def reserve(self, url: str, file: File) -> str:
        """Reserve space for a file that is about to be read; returns why not, or "" if there is some."""
        with self._lock:
            self._remove([url for url, held in self._files.items() if held.is_held and self._is_over(held)])
            others = [other for at, other in self._files.items() if at != url]
            if file.address not in {self._pages[connection] for connection in self._boxes}:
                return "This page takes no files."
            if url in self._files and not self._files[url].is_held:
                return "This file is being sent already."
            coming = sum(other.size for other in others if other.address == file.address and not other.connection)
            if coming + file.size > MOST_OF_ONE:
                return "These files are too large together. Remove one that you have sent."
            if sum(other.size for other in others) + file.size > MOST_OF_ALL:
                return "The server holds as many files as it can. Try again in a few minutes."
            self._files[url] = file
        return ""

    def settle(self, url: str, file: File, is_there: bool) -> None:
        """Count a reserved file as held, if the server has it now."""
        with self._lock:
            if is_there:
                file.is_held, file.at, self._files[url] = True, self._clock(), file
            elif self._files.get(url) is file:
                del self._files[url]

    def gone(self, url: str) -> None:
        """The visitor has deleted a file."""
        with self._lock:
            self._files.pop(url, None)

    def _is_over(self, file: File) -> bool:
        if file.connection:
            return file.connection not in self._pages
        return self._clock() - file.at > UNUSED

    def _remove(self, urls: list[str]) -> None:
        for url in urls:
            self._files.pop(url).delete()


BUDGET = UploadBudget()
"""The budget of this server."""


def _connection() -> str:
    return str(st.context.headers.get(HEADER) or "")


def upload_box(label: str, **how: Any) -> None:
    """`st.file_uploader`, which may be sent files from now on."""
    found = st.file_uploader(label, **how)
    files = found if isinstance(found, list) else [found]
    BUDGET.draw(_connection(), {file.file_id for file in files if file is not None})


def leave_boxes(page: str) -> None:
    """Give back what was uploaded on another page; called when a page begins."""
    if st.session_state.get(_PAGE, page) != page:
        BUDGET.leave(_connection())
    st.session_state[_PAGE] = page
