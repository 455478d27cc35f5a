"""Budget of the memory that visitors' tables take, all together."""

import gc
import threading
import weakref

from explorer.data.uploads.limits import UploadError

MOST_HELD = 200_000_000
"""Maximum bytes of all visitors' tables; the largest takes about 100 MB, one of 10,000 × 100 numbers 10 MB."""


class TableBudget:
    """Bytes of objects that are alive; what an object took is given back when it is deleted.

    >>> class Table: pass
    >>> budget, table = TableBudget(most=10), Table()
    >>> budget.hold(table, 8)
    >>> budget.hold(Table(), 8)
    Traceback (most recent call last):
    explorer.data.uploads.limits.UploadError: The server holds as many visitors' tables as it can...
    >>> del table
    >>> budget.hold(Table(), 8)
    """

    def __init__(self, most: int = MOST_HELD) -> None:
        self._most, self._held = most, 0
        self._lock = threading.RLock()  # a deletion may come at any moment, also while this thread has the lock

    def check(self, size: int) -> None:
        """Raise an `UploadError` if there is no room for so many bytes."""
        if self._held + size > self._most:
            gc.collect()  # of sessions that have ended
        if self._held + size > self._most:
            raise UploadError(
                "The server holds as many visitors' tables as it can. Try again in a few minutes, or a smaller file; "
                "if you have a table here already, forget it first"
            )

    def hold(self, owner: object, size: int) -> None:
        """Count bytes until `owner` is deleted, or raise an `UploadError`."""
        with self._lock:
            self.check(size)
            self._held += size
        weakref.finalize(owner, self._give_back, size)

    def _give_back(self, size: int) -> None:
        with self._lock:
            self._held -= size


TABLES = TableBudget()
"""The budget of this server."""
