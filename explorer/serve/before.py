"""Something that is done when the server starts, before it answers anybody; from then on it is kept tidy."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from explorer.serve import sockets, tidy

_log = logging.getLogger(__name__)


def before(
    do: Callable[[], object], ended: tidy.Ended = lambda: False
) -> Callable[[Any], AbstractAsyncContextManager[None]]:
    """A `lifespan` for `st.App` that calls `do` first; whoever asks meanwhile waits in the line of the open socket.

    `ended` is called every half minute from then on, to let go of what has ended.

    Not in a thread beside the first visitor's page: two threads that import the same modules in another order can meet
    one that is half loaded, and the page would end in an error.
    """

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncGenerator[None, None]:
        sockets.at_once()
        sockets.open_up()
        try:
            do()
        except Exception as error:  # a damaged file, say: the page that needs it names it, the others work
            _log.warning("not loaded ahead: %s", error)
        stop = tidy.begin(ended=ended)
        try:
            yield
        finally:
            stop.set()

    return lifespan
