"""BLAS thread limit: matrix products run on one thread, whatever the host's settings.

On shared cores a second BLAS thread spins while it waits and can cost seconds, and the matrices here are too small to
split. To use two cores, two halves of a batch run in two Python threads (`nn.transformer`).
"""

from contextlib import AbstractContextManager
from functools import lru_cache

import numpy as np  # loads BLAS, which the controller then finds
from threadpoolctl import ThreadpoolController


@lru_cache(maxsize=1)
def _controller() -> ThreadpoolController:
    np.zeros((1, 1)) @ np.zeros((1, 1))
    return ThreadpoolController()


def one_thread() -> AbstractContextManager[object]:
    """Context in which every BLAS call of the process runs on one thread.

    >>> with one_thread():
    ...     max(pool["num_threads"] for pool in _controller().info() if pool["user_api"] == "blas")
    1
    """
    limiter: AbstractContextManager[object] = _controller().limit(limits=1, user_api="blas")
    return limiter
