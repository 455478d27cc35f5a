"""Something that is done while the server starts and already answers."""

from __future__ import annotations

import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from explorer.serve import sockets


def meanwhile(do: Callable[[], object]) -> Callable[[Any], AbstractAsyncContextManager[None]]:
    """A `lifespan` for `st.App` that calls `do` once, in a thread of its own: requests are answered meanwhile."""

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncGenerator[None, None]:
        sockets.at_once()
        threading.Thread(target=do, name="meanwhile", daemon=True).start()
        yield

    return lifespan
