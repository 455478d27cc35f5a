"""Matrix products on one thread: on shared cores a second BLAS thread waits in a busy loop and costs up to seconds."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import lru_cache

import numpy as np  # its BLAS must be loaded before the controller looks for it
from threadpoolctl import ThreadpoolController


@lru_cache(maxsize=1)
def _controller() -> ThreadpoolController:
    np.zeros((1, 1)) @ np.zeros((1, 1))
    return ThreadpoolController()


def one_thread() -> AbstractContextManager[object]:
    """Hold BLAS to one thread.

    >>> with one_thread():
    ...     float((np.ones((2, 3)) @ np.ones((3, 2))).sum())
    12.0
    """
    limiter: AbstractContextManager[object] = _controller().limit(limits=1, user_api="blas")
    return limiter
